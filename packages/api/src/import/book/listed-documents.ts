import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Table } from "../reading/open-table.ts";
import type { CsvRecord } from "../reading/read-csv.ts";

const COLUMNS = [
  ["Document ID", "documentId"],
  ["Customer ID", "customerId"],
  ["Type", "type"],
  ["Name", "name"],
  ["File", "file"],
] as const;

/** What a document is where its folder does not say it. */
const SOME_DOCUMENT = "document";

/**
 * The documents of a folder as a table, where no sheet lists them: each lies in a folder named by its customer's id, or in a
 * further one named by its type (17/contract/signed.pdf).
 */
export function listedDocuments(folder: string): Table {
  const records = () => readRecords(folder);
  return {
    layout: {
      encoding: null,
      separator: null,
      tab: null,
      sheet: "documents",
      titleLines: 0,
      headerLine: null,
      headings: COLUMNS.map(([header, field]) => ({ header, field, how: "named" })),
      spelling: { dates: "mdy", numbers: "us", ssnLostZeros: false },
      asks: [],
    },
    headers: COLUMNS.map(([header]) => header),
    sample: [],
    records,
    footers: () => [],
  };
}

async function* readRecords(folder: string): AsyncGenerator<CsvRecord> {
  let line = 0;
  for (const customer of await directories(folder))
    for await (const file of filesBelow(folder, customer)) {
      line += 1;
      const [, type = "", ...rest] = file.split("/");
      yield {
        line,
        cells: [file, customer, rest.length === 0 ? SOME_DOCUMENT : type, path.basename(file), file],
        damage: null,
      };
    }
}

const directories = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

async function* filesBelow(root: string, below: string): AsyncGenerator<string> {
  const entries = await readdir(path.join(root, below), { withFileTypes: true });
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    const name = `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, name);
    else if (entry.isFile()) yield name;
  }
}
