import type { AlloyStatus, ApplicationStage, Tx } from "@countinghouse/db";
import { CLOCKS } from "@countinghouse/validators/deadlines/rules";
import type { BookRow } from "@countinghouse/validators/import/rows";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { doNotFundReasons } from "../../do-not-fund/person.ts";
import { insertRows, reserveIds } from "../../insert-rows.ts";
import { IMPORTED_KINDS } from "../../ledger/discount.ts";
import { paymentPostings, postImported } from "../../ledger/post.ts";
import { businessKey } from "../../payments/business-key.ts";
import { externalKey } from "../candidate.ts";
import { isToReview } from "./to-review.ts";
import { BEFORE_THE_MOVE, momentOfText, type Part, type Target, writeIntents } from "./write-intents.ts";

const text = (row: BookRow, field: string): string => (row[field] === undefined ? "" : String(row[field]));
const readCents = (row: BookRow, field: string): number | null =>
  row[field] === undefined ? null : Number(row[field]);
const readDay = (row: BookRow, field: string): Date | null =>
  row[field] === undefined ? null : new Date(String(row[field]));
const readMoment = (row: BookRow, field: string): Date | null =>
  row[field] === undefined ? null : momentOfText(String(row[field]));

/** How long an application that is imported open may be funded, where the file does not say it. */
const OPEN_DAYS = 30;
const DAY_MS = 86_400_000;

/** What of the applications is there now, by the keys they are known by, and how many of whom were written. */
export interface WrittenApplications {
  ids: ReadonlyMap<string, number>;
  written: ReadonlyMap<number, number>;
}

/**
 * Writes the applications of customers with their offers and instalments; what was paid out is owed from the day it was.
 * What is there already stays.
 */
export async function writeApplications(
  tx: Tx,
  target: Target,
  parts: readonly Part[],
): Promise<WrittenApplications> {
  const rows = parts.flatMap(({ userId, book }) =>
    book.applications.map((row) => ({
      userId,
      row,
      key: applicationKey(target, text(row, "applicationId")),
    })),
  );
  const named = parts.flatMap(({ book, movements }) => [
    ...movements.map(({ application }) => application),
    ...book.documents.map((row) => text(row, "applicationId")),
  ]);
  const keys = new Set([
    ...rows.map(({ key }) => key),
    ...named.filter((id) => id !== "").map((id) => applicationKey(target, id)),
  ]);
  const known = await tx.$queryRaw<{ id: number; importKey: string }[]>`
    SELECT id, import_key AS "importKey" FROM application WHERE import_key = ANY(${[...keys]}::text[])`;
  const ids = new Map(known.map(({ id, importKey }) => [importKey, id]));
  const fresh = rows.filter(({ key }) => !ids.has(key));
  if (fresh.length === 0) return { ids, written: new Map() };
  const reserved = await reserveIds(tx, "application", fresh.length);
  const withId = fresh.map((application, index) => ({
    ...application,
    id: reserved[index] ?? 0,
    createdAt: toCreatedAt(target, application.row),
  }));
  const flagged = await doNotFundReasons(tx, [...new Set(fresh.map(({ userId }) => userId))]);
  await insertRows(
    tx,
    "application",
    withId.map((application) =>
      applicationData(target, application, flagged.get(application.userId) ?? null),
    ),
  );
  for (const { key, id } of withId) ids.set(key, id);
  const freshIds = new Map(withId.map(({ key, id, userId, createdAt }) => [key, { id, userId, createdAt }]));
  const ownRows = (sheet: "offers" | "schedules") =>
    parts.flatMap(({ book }) =>
      book[sheet].flatMap((row) => {
        const application = freshIds.get(applicationKey(target, text(row, "applicationId")));
        return application ? [{ ...application, row }] : [];
      }),
    );
  await writeOffers(tx, ownRows("offers"));
  await writeSchedules(tx, ownRows("schedules"));
  await writeAdvances(
    tx,
    target,
    withId.filter(({ row }) => row.fundedOn !== undefined),
  );
  const written = new Map<number, number>();
  for (const { userId } of fresh) written.set(userId, (written.get(userId) ?? 0) + 1);
  return { ids, written };
}

/** What an application of a source is known by. */
export const applicationKey = ({ source }: Pick<Target, "source">, id: string): string =>
  externalKey(source, id);

interface NewApplication {
  id: number;
  userId: number;
  row: BookRow;
  key: string;
  createdAt: Date;
}

interface OwnRow {
  id: number;
  userId: number;
  row: BookRow;
}

/** What an origination fee is where nobody says it: that of the schema. */
const USUAL_FEE_RATE = "0.0725";

const toCreatedAt = ({ now }: Target, row: BookRow): Date =>
  readMoment(row, "createdOn") ?? readMoment(row, "fundedOn") ?? now;

/** An application that comes open is declined where its customer is flagged Do Not Fund for `flagged`. */
function applicationData(
  { runId, now, isAtWork }: Target,
  { id, userId, row, key, createdAt }: NewApplication,
  flagged: string | null,
) {
  const funded = row.fundedOn !== undefined;
  const stage = (funded ? "funded" : text(row, "stage") || "started") as ApplicationStage;
  const isBanned = flagged !== null && stage !== "funded" && stage !== "declined";
  const isDeclined = isBanned || stage === "declined";
  const declinedAt = readMoment(row, "declinedOn") ?? (isDeclined ? readMoment(row, "createdOn") : null);
  const signedAt = readMoment(row, "contractSignedOn");
  return {
    id,
    userId,
    importKey: key,
    importRunId: runId,
    stage: isBanned ? ("declined" as const) : stage,
    alloyStatus: isAtWork && isToReview(row) ? IN_REVIEW : STATUS_OF_STAGE[stage],
    workflowUsed: text(row, "workflowUsed") || "Gig Worker",
    expiresAt: readMoment(row, "expiresOn") ?? new Date(now.getTime() + OPEN_DAYS * DAY_MS),
    fundedAt: readMoment(row, "fundedOn"),
    originalApprovedAmountCents: readCents(row, "approvedAmount"),
    approvedAmountCents: readCents(row, "approvedAmount"),
    paybackAmountCents: readCents(row, "paybackAmount"),
    paymentAmountCents: readCents(row, "paymentAmount"),
    discountAmountCents: readCents(row, "discountAmount"),
    disbursementAmountCents: readCents(row, "disbursementAmount"),
    disbursementFeeCents: readCents(row, "disbursementFee") ?? 0,
    ofeeRate: row.ofeeRate === undefined ? USUAL_FEE_RATE : String(row.ofeeRate),
    firstPaymentDate: readDay(row, "firstPaymentDate"),
    lastPaymentDate: readDay(row, "lastPaymentDate"),
    discountDate: readDay(row, "discountDate"),
    declineReason: isBanned ? flagged : text(row, "declineReason"),
    declinedAt,
    declinedFrom: isBanned ? stage : null,
    declinedByDoNotFund: isBanned,
    noticeBefore: row.noticeSent === true || (isDeclined && declinedAt !== null && isOld(declinedAt, now)),
    isContractSigned: signedAt !== null,
    contractSignedAt: signedAt,
    dealId: text(row, "dealId"),
    createdAt,
  };
}

/** Whether the notice of a decline of then was due before now. */
const isOld = (declinedAt: Date, now: Date): boolean =>
  now.getTime() - declinedAt.getTime() > CLOCKS.ADVERSE_ACTION.calendarDays * DAY_MS;

/** Rows are written in the words of the database, which has another one for it than Prisma. */
const IN_REVIEW = "Manual Review" as string as AlloyStatus;

const STATUS_OF_STAGE = {
  started: "Pending",
  underwriting: "Pending",
  offered: "Approved",
  contracted: "Approved",
  funded: "Approved",
  declined: "Denied",
} as const satisfies Record<ApplicationStage, string>;

const writeOffers = (tx: Tx, offers: readonly OwnRow[]) =>
  insertRows(
    tx,
    "offer",
    offers.map(({ id, row }) => ({
      applicationId: id,
      optimized: row.optimized === true,
      approvedAmountCents: Number(row.approvedAmount),
      paybackMultiplier: String(row.paybackMultiplier),
      selected: row.selected === true,
    })),
    { skipDuplicates: true },
  );

/** An instalment is there as long as its application, so that it is told as of the days before the import as well. */
const writeSchedules = (tx: Tx, schedules: readonly (OwnRow & { createdAt: Date })[]) =>
  insertRows(
    tx,
    "payment_schedule",
    schedules.map(({ id, userId, row, createdAt }) => ({
      userId,
      applicationId: id,
      paymentDate: new Date(text(row, "dueOn")),
      amountCents: Number(row.amount),
      createdAt,
    })),
    { skipDuplicates: true },
  );

/** An advance is written as the funding it was, so that it is not paid out once more; nothing of it is ever asked after. */
async function writeAdvances(tx: Tx, target: Target, advances: readonly OwnRow[]): Promise<void> {
  const said = advances.map(({ id, userId, row }) => {
    const fundedAt = momentOfText(text(row, "fundedOn"));
    const paybackCents = Number(row.paybackAmount);
    return {
      id,
      userId,
      row,
      fundedAt,
      paybackCents,
      day: newYorkDate(fundedAt),
      key: businessKey.funding(id, 1),
    };
  });
  const ids = await writeIntents(
    tx,
    target,
    said.map(({ id, userId, row, fundedAt, paybackCents, day, key }) => ({
      businessKey: key,
      userId,
      kind: "FUND",
      paymentType: "CREDIT",
      applicationId: id,
      // A payment of zero can not be: the next amount that is said stands for it.
      amountCents: readCents(row, "disbursementAmount") || readCents(row, "approvedAmount") || paybackCents,
      day,
      postFundedAt: fundedAt,
      outcome: "SUCCEEDED",
    })),
  );
  const postings = said.map(({ userId, paybackCents, day, key }) => ({
    transaction: {
      intentId: ids.get(key) ?? "",
      kind: IMPORTED_KINDS.advance,
      effectiveOn: new Date(day),
    },
    postings: paymentPostings(userId, "CREDIT", paybackCents, BEFORE_THE_MOVE),
    allocation: null,
  }));
  for (const round of splitRounds(postings, (posting) => posting.postings[0].account.userId))
    await postImported({ tx, ...target }, round);
}

/** Such rounds that each has one of each user, in their order. */
function splitRounds<Item>(items: readonly Item[], findUser: (item: Item) => number | undefined): Item[][] {
  const rounds: Item[][] = [];
  const counts = new Map<number | undefined, number>();
  for (const item of items) {
    const nth = counts.get(findUser(item)) ?? 0;
    counts.set(findUser(item), nth + 1);
    const round = rounds[nth];
    if (round) round.push(item);
    else rounds.push([item]);
  }
  return rounds;
}
