import { parse } from "csv-parse/sync";

/** The cells of a CSV file, line by line, as a program that is not ours reads them. */
export const parseCsv = (file: string | Buffer): string[][] => parse(file, { bom: true });
