import { buffer } from "node:stream/consumers";
import PdfKit from "pdfkit";

export type Pdf = InstanceType<typeof PdfKit>;

/**
 * A document in letter format without margins, and its bytes once it has ended. `madeAt` is the time it says it was
 * made: with the same one, the same drawing is the same to the byte.
 */
export function newPdf({ title, madeAt }: { title: string; madeAt: Date }): {
  pdf: Pdf;
  finished: Promise<Buffer>;
} {
  const info = { Title: title, CreationDate: madeAt };
  const pdf = new PdfKit({ size: "LETTER", margin: 0, info, lang: "en-US", displayTitle: true });
  return { pdf, finished: buffer(pdf) };
}

/** The built-in fonts hold Western letters only: what they lack is drawn as a question mark, lines become one. */
export const inFont = (text: string): string =>
  text
    .replaceAll("−", "-")
    .replace(/\s+/g, " ")
    .replace(/[^\u0020-\u007e\u00a0-\u00ff]/gu, "?");
