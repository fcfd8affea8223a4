import type { Spelling } from "@countinghouse/validators/import/cells";
import { readCell } from "@countinghouse/validators/import/cells";
import { sheetColumns } from "@countinghouse/validators/import/columns";
import type { Heading } from "@countinghouse/validators/import/headings";
import { kindFields, LOANS } from "@countinghouse/validators/import/kinds";
import { USER_COLUMNS } from "@countinghouse/validators/import/user-columns";
import type { Layout, Table } from "./found-table.ts";
import type { CsvRecord } from "./read-csv.ts";

/** Says of two rows with one name that they are of different persons. */
const IDENTITY: readonly string[] = ["ssn", "ein", "email", "phone", "dob"];
const NAMES: readonly string[] = [
  "customerName",
  "firstname",
  "lastname",
  "fullName",
  "companyName",
  "businessName",
];

/** What the rows of one customer say together. */
interface Customer {
  identity: string[];
  /** Rows of the name are of several persons. */
  isOfOthers: boolean;
  /** The sum of what is owed for the loans; null where no row has a balance, NaN where not each row has one that can be read. */
  balanceCents: number | null;
}

/**
 * Takes a table with one row for each loan apart: the customers, whose balance is the sum of their rows, and the applications. Where the
 * table has no id of customers, rows of one name are one customer, and rows of one name with two SSNs, EINs, days of
 * birth, e-mail addresses or telephone numbers have no id. Where it has no id of loans, a loan is named by its customer and the day it was funded.
 */
export function splitLoans(table: Omit<Table, "layout">, layout: Omit<Layout, "sheet">): Table[] {
  const { headings, spelling } = layout;
  const at = (field: string) => headings.findIndex((heading) => heading.field === field);
  const hasCustomerId = at("externalId") >= 0;
  const hasLoanId = at("applicationId") >= 0;
  const textOf = ({ cells }: CsvRecord, field: string) => cells[at(field)]?.trim().replace(/\s+/g, " ") ?? "";
  const keyOf = (record: CsvRecord): string =>
    hasCustomerId
      ? textOf(record, "externalId")
      : NAMES.map((field) => textOf(record, field))
          .filter(Boolean)
          .join(" ")
          .toLowerCase();
  let reading: Promise<Map<string, Customer>> | null = null;
  const readCustomers = () =>
    (reading ??= collect(table.records(), {
      spelling,
      textOf,
      keyOf,
      hasBalance: at("balance") >= 0,
      hasCustomerId,
    }));
  const added: [string, "externalId" | "applicationId"][] = [
    ...(hasCustomerId ? [] : [["Customer ID", "externalId"] as [string, "externalId"]]),
    ...(hasLoanId ? [] : [["Application ID", "applicationId"] as [string, "applicationId"]]),
  ];
  const width = headings.length;
  const ofCustomer = headings.flatMap(({ field }, index) =>
    field !== "balance" && fieldOn("users", field) !== null ? index : [],
  );
  const allHeadings: Heading[] = [
    ...headings,
    ...added.map(([header, field]): Heading => ({ header, field, how: "guessed" })),
  ];
  async function* records(isOfUsers: boolean): AsyncGenerator<CsvRecord> {
    const customers = await readCustomers();
    const before = new Map<string, string>();
    for await (const record of table.records()) {
      const key = keyOf(record);
      const customer = customers.get(key);
      const id = customer?.isOfOthers ? "" : key;
      // A further loan of the customer says nothing new of the customer.
      const said = isOfUsers ? ofCustomer.map((index) => record.cells[index]?.trim() ?? "").join("\t") : "";
      if (isOfUsers && key !== "" && before.get(key) === said) continue;
      if (!before.has(key)) before.set(key, said);
      const cells = [...record.cells];
      if (added.length > 0 && record.damage === null && cells.length <= width) {
        while (cells.length < width) cells.push("");
        if (!hasCustomerId) cells.push(id);
        const day = textOf(record, "fundedOn");
        if (!hasLoanId) cells.push(id && day && `${id} ${day}`);
      }
      if (
        isOfUsers &&
        customer &&
        !customer.isOfOthers &&
        customer.balanceCents !== null &&
        at("balance") < cells.length
      )
        cells[at("balance")] = dollars(customer.balanceCents, spelling);
      yield { ...record, cells };
    }
  }
  const part = (sheet: "users" | "applications"): Table => ({
    ...table,
    headers: allHeadings.map(({ header }) => header),
    records: () => records(sheet === "users"),
    layout: {
      ...layout,
      sheet,
      tab: layout.tab === null || sheet === "users" ? layout.tab : `${layout.tab} ${sheet}`,
      headings: allHeadings.map((heading) => ({ ...heading, field: fieldOn(sheet, heading.field) })),
    },
  });
  return [part("users"), part("applications")];
}

function fieldOn(sheet: "users" | "applications", field: string | null): string | null {
  if (field === null) return null;
  if (sheet === "applications") {
    if (field === "externalId") return "customerId";
    return Object.hasOwn(sheetColumns("applications"), field) ? field : null;
  }
  return kindFields(sheet).has(field) && kindFields(LOANS).has(field) ? field : null;
}

async function collect(
  records: AsyncIterable<CsvRecord>,
  {
    spelling,
    textOf,
    keyOf,
    hasBalance,
    hasCustomerId,
  }: {
    spelling: Spelling;
    textOf: (record: CsvRecord, field: string) => string;
    keyOf: (record: CsvRecord) => string;
    hasBalance: boolean;
    hasCustomerId: boolean;
  },
): Promise<Map<string, Customer>> {
  const customers = new Map<string, Customer>();
  for await (const record of records) {
    const key = keyOf(record);
    const identity = IDENTITY.map((field) => textOf(record, field).toLowerCase());
    const read = hasBalance ? readCell(USER_COLUMNS.balance, textOf(record, "balance"), spelling) : null;
    const cents = read && ("value" in read ? Number(read.value) : Number.NaN);
    const known = customers.get(key);
    if (!known) {
      customers.set(key, { identity, isOfOthers: key === "", balanceCents: cents });
      continue;
    }
    known.isOfOthers ||=
      !hasCustomerId &&
      identity.some((text, index) => text !== "" && (known.identity[index] || text) !== text);
    known.identity = identity.map((text, index) => known.identity[index] || text);
    if (known.balanceCents !== null || cents !== null)
      known.balanceCents = (known.balanceCents ?? Number.NaN) + (cents ?? Number.NaN);
  }
  return customers;
}

/** An amount as the table writes amounts. */
const dollars = (cents: number, { numbers }: Spelling): string =>
  Number.isNaN(cents)
    ? "not each row has one"
    : (cents / 100).toFixed(2).replace(".", numbers === "eu" ? "," : ".");
