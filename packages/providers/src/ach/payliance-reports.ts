import { createHash } from "node:crypto";
import { z } from "zod";
import { unreadableReport } from "../provider-error.ts";
import {
  amountSchema,
  authorizationIdSchema,
  type CallPayliance,
  PROVIDER,
  paylianceError,
  withRaw,
} from "./payliance-call.ts";
import type { AchReturn, AchSettlement } from "./port.ts";

const MOST_PAGES = 10_000;

/** All that came back on these days, as `Ach` tells it. */
export async function* readReturns(
  call: CallPayliance,
  firstDay: string,
  lastDay: string,
): AsyncGenerator<AchReturn> {
  yield* readPages(call, {
    path: "/queryreturns",
    asked: listDays(firstDay, lastDay),
    page: z
      .object({ ...pageFields, returns: rowsSchema })
      .transform(({ returns, pageid }) => ({ rows: returns, pageid })),
    row: returnSchema,
  });
}

/** All that settled on these days and stayed, as `Ach` tells it; with returned items the report would never end. */
export async function* readSettlements(
  call: CallPayliance,
  firstDay: string,
  lastDay: string,
): AsyncGenerator<AchSettlement> {
  yield* readPages(call, {
    path: "/querysettlements",
    asked: { ...listDays(firstDay, lastDay), ExcludeReturnedItems: true },
    page: z
      .object({ ...pageFields, settlements: rowsSchema })
      .transform(({ settlements, pageid }) => ({ rows: settlements, pageid })),
    row: settlementSchema,
  });
}

const pageFields = { successful: z.literal(true), pageid: z.string().nullish() };

/** On a day without any there may be no list. */
const rowsSchema = z
  .array(z.unknown())
  .nullable()
  .transform((rows) => rows ?? []);

interface Report<Row> {
  path: string;
  asked: object;
  page: z.ZodType<{ rows: unknown[]; pageid?: string | null | undefined }>;
  /** What a row tells: something, or nothing. */
  row: z.ZodType<Row[]>;
}

/** All that can be read of a report; then it throws `refused` when some rows could not be. */
async function* readPages<Row>(call: CallPayliance, report: Report<Row>): AsyncGenerator<Row> {
  let unreadable = 0;
  for await (const written of readRows(call, report)) {
    const { data } = report.row.safeParse(written);
    if (data) yield* data;
    else unreadable++;
  }
  if (unreadable > 0)
    throw unreadableReport(PROVIDER, `${report.path} has rows that cannot be read: ${unreadable}`);
}

/** Follows the cursor to the end: where it came before and leads to rows already told, the report begins again. */
async function* readRows(
  call: CallPayliance,
  { path, asked, page }: Omit<Report<unknown>, "row">,
): AsyncGenerator {
  const cursors = new Set<string>();
  const told = new Set<string>();
  let cursor: string | null = null;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const body: object = cursor === null ? asked : { ...asked, PageId: cursor };
    const { answer } = await call({ path, body, answer: page, safe: true });
    const rows = createHash("sha256").update(JSON.stringify(answer.rows)).digest("base64");
    if (answer.pageid && cursors.has(answer.pageid) && told.has(rows)) return;
    yield* answer.rows;
    if (!answer.pageid) return;
    cursors.add(answer.pageid);
    told.add(rows);
    cursor = answer.pageid;
  }
  throw paylianceError("refused", "ENDLESS_REPORT", `${path} did not end after ${MOST_PAGES} pages`);
}

/** Throws ProviderError `refused`, before anything is sent, for what are no days in their order. */
function listDays(firstDay: string, lastDay: string) {
  const isDay = (text: string) => z.iso.date().safeParse(text).success;
  if (isDay(firstDay) && isDay(lastDay) && firstDay <= lastDay) return { Start: firstDay, End: lastDay };
  throw paylianceError("refused", "INVALID_REQUEST", "these are no days of a report");
}

/** In ISO's order, or month first as its older interface has it; what stands behind the day is a time. */
const daySchema = z
  .string()
  .transform((text) => {
    const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/.exec(text) ?? [];
    if (!month || !day || !year) return text.slice(0, 10);
    return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  })
  .pipe(z.iso.date());

/** Our key, unless Payliance has put its own id in the place of it. */
function reportedKey(uniqueTranId: string | null | undefined, reference: string): string | null {
  return uniqueTranId && uniqueTranId !== reference ? uniqueTranId : null;
}

const lastFour = (accountNumber: string | null | undefined): string | null =>
  /\d{4}$/.exec(accountNumber ?? "")?.[0] ?? null;

const AFTER_SETTLEMENT = 1;
const CHANGE = 3;

const returnSchema = withRaw(
  z.object({
    authorizationid: authorizationIdSchema,
    uniquetranid: z.string().nullish(),
    amount: amountSchema,
    returnamount: amountSchema,
    returnreason: z.string().min(1),
    addenda: z.string().nullish(),
    datereturned: daySchema,
    transtatus: z.union([z.literal([1, 2, 3]), z.literal(["1", "2", "3"]).transform(Number)]),
    accountnumber: z.string().nullish(),
    name: z.string().nullish(),
  }),
).transform(({ answer: row, raw }): AchReturn[] => {
  // A code of a change stands for one even where the status contradicts it.
  const isChange = row.transtatus === CHANGE || /^C\d\d$/i.test(row.returnreason);
  const returned =
    row.transtatus === AFTER_SETTLEMENT ? "returnedAfterSettlement" : "returnedBeforeSettlement";
  const reported: AchReturn = {
    kind: isChange ? "notificationOfChange" : returned,
    reference: row.authorizationid,
    key: reportedKey(row.uniquetranid, row.authorizationid),
    amountCents: row.amount,
    returnedCents: isChange ? 0 : row.returnamount,
    code: row.returnreason.toUpperCase(),
    addenda: row.addenda ?? "",
    returnedOn: row.datereturned,
    accountLast4: lastFour(row.accountnumber),
    name: row.name ?? "",
    raw,
  };
  return [reported];
});

const DIRECTIONS = { D: "debit", C: "credit" } as const;

/** None when there is no day on which it settled: it came back before. */
const settlementSchema = withRaw(
  z.object({
    authorizationid: authorizationIdSchema,
    uniquetranid: z.string().nullish(),
    amount: amountSchema,
    transactioncode: z.enum(["D", "C"]),
    settledate: daySchema.nullish(),
    accountnumber: z.string().nullish(),
  }),
).transform(({ answer: row, raw }): AchSettlement[] => {
  if (!row.settledate) return [];
  return [
    {
      direction: DIRECTIONS[row.transactioncode],
      reference: row.authorizationid,
      key: reportedKey(row.uniquetranid, row.authorizationid),
      amountCents: row.amount,
      settledOn: row.settledate,
      accountLast4: lastFour(row.accountnumber),
      raw,
    },
  ];
});
