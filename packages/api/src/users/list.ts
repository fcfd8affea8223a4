import { seesWhole } from "@countinghouse/validators/masking";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { daysPastDue } from "@countinghouse/validators/users/filter-days";
import type { UserStage } from "@countinghouse/validators/users/filters";
import type { ListUsers } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { filterSql } from "./filters.ts";
import { idsBySsn } from "./list-by-ssn.ts";
import { BY_IDS, listStatement, placeAfter } from "./list-sql.ts";
import { type Search, searchBy, searchValues } from "./search.ts";
import { noteListLook, shownSsns } from "./ssn.ts";

interface ListedRow {
  id: number;
  firstname: string;
  lastname: string;
  businessName: string;
  email: string;
  phone: string;
  currentAddress: string;
  ssnLast4: string;
  ssnSealed: Buffer | null;
  stage: Exclude<UserStage, "none"> | null;
  wasFunded: boolean;
  inManualReview: boolean;
  doNotFund: boolean;
  isExternal: boolean;
  bankLost: boolean;
  balanceCents: number;
  dueOn: string | null;
  lastPaymentOn: string | null;
  lastPaymentCents: number | null;
  sortValue: string;
  total: number | null;
}

/**
 * Returns one page of users, sorted by any column, with the exact total. The search finds id, name, e-mail, phone, business, address, or
 * a whole SSN by its blind index; roles that see SSNs in full also search by the last four digits. A page continues after the last row
 * seen, so a deep page costs as much as the first. The total is null for a filtered list without a search: `sumUsers` counts it.
 * The role decides how the SSN is shown. Throws RULE for a sort by SSN that the role may not see, or of too many users; LIMITED.
 */
export async function listUsers(ctx: AdminCtx, input: ListUsers) {
  const search = await searchBy(ctx, input.query);
  const found = await readPage(ctx, input, search);
  const rows = found.slice(0, input.limit);
  const last = rows.at(-1);
  const totalRecords = last === undefined ? 0 : last.total;
  const currentPage = input.cursor?.page ?? 1;
  const pages = totalRecords === null ? null : Math.ceil(totalRecords / input.limit);
  const isFurther = pages === null ? found.length > input.limit : currentPage < pages;
  await noteListLook(ctx, rows, lookedFor(input, search));
  const ssns = shownSsns(ctx, rows, "list");
  const today = newYorkDate(ctx.now());
  return {
    users: rows.map((row, index) => listed(row, ssns[index] ?? "", today)),
    currentPage,
    pages,
    totalRecords,
    recordsPerPage: input.limit,
    nextCursor: last && isFurther ? { value: last.sortValue, id: last.id, page: currentPage + 1 } : null,
  };
}

/** Copies field by field: object rest takes ten times as long, and the rows are most of the work of a call. */
const listed = (row: ListedRow, ssn: string, today: string) => ({
  id: row.id,
  firstname: row.firstname,
  lastname: row.lastname,
  businessName: row.businessName,
  email: row.email,
  phone: row.phone,
  currentAddress: row.currentAddress,
  stage: row.stage,
  wasFunded: row.wasFunded,
  inManualReview: row.inManualReview,
  doNotFund: row.doNotFund,
  isExternal: row.isExternal,
  bankLost: row.bankLost,
  balanceCents: row.balanceCents,
  dueOn: row.dueOn,
  lastPaymentOn: row.lastPaymentOn,
  lastPaymentCents: row.lastPaymentCents,
  ssn,
  daysPastDue: daysPastDue(row.dueOn, today),
});

/** Returns the facts of a look for the audit, without the typed text, which may be an SSN. */
const lookedFor = ({ sort, cursor }: ListUsers, { kind, ssn }: Search) => ({
  searched: ssn === null ? kind : "ssn",
  sort,
  page: cursor?.page ?? 1,
});

async function readPage(ctx: AdminCtx, input: ListUsers, search: Search): Promise<ListedRow[]> {
  const { sort, cursor } = input;
  const today = newYorkDate(ctx.now());
  if (sort === "ssn") {
    const { ids, total } = await idsBySsn(ctx, input, search);
    return ctx.db.sql<ListedRow>(BY_IDS, [ids, total]);
  }
  const place = cursor === null ? [] : [placeAfter(sort, cursor), cursor.id];
  const filter = filterSql(input.filters, today, place.length);
  const values = searchValues(search, (field, digits) =>
    ctx.services.vault.blindIndexes(field, digits).map((index) => Buffer.from(index)),
  );
  const isWhole = seesWhole(ctx.actor.role, "ssn");
  return ctx.db.sql<ListedRow>(listStatement({ ...input, sort }, search, filter, isWhole), [
    ...place,
    ...filter.values,
    ...values,
  ]);
}
