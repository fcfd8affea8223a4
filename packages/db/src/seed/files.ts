import type { MadeApplication } from "./application.ts";
import { addDays } from "./days.ts";
import { FIXTURES } from "./fixtures.ts";
import { type Random, uuidAt } from "./random.ts";
import type { ApplicationRow } from "./rows.ts";
import type { SeedContext } from "./seed-context.ts";

/** Keys under which demonstration documents lie; nothing but them is written there. */
export const DEMONSTRATION_KEYS = "demonstration/";

/** A document that is known and was lost: it is in no storage, whatever is written. */
const LOST_KEY = "lost/statement.pdf";

const MINUTE = 1 / 1440;

/** Names that customers could upload a file under, to see what becomes of them. */
const HOSTILE_NAMES = [
  "../../etc/passwd",
  'a"b\r\n.pdf',
  "\u202Efdp.tnemetats",
  "🧾 receipt 👩‍👩‍👧‍👦.pdf",
  `${"long ".repeat(40)}name`.slice(0, 200),
] as const;

/**
 * Adds the documents of a user's applications: what was agreed, disclosed and signed, statements that were uploaded, and
 * contracts that were drawn up again. Their bytes are written later, and with them their size.
 */
export function addFiles(
  context: SeedContext,
  random: Random,
  { userId, applications }: { userId: number; applications: readonly MadeApplication[] },
): void {
  for (const { row } of applications) {
    if (row.contractSignedAt === null && !random.chance(0.2)) continue;
    const add = adder(context, random, row);
    add({
      type: "consent",
      at: addDays(new Date(row.createdAt), -30 * MINUTE),
      info: "Agreed in the customer portal",
    });
    if (row.contractSignedAt !== null) addSigned(context, random, row, new Date(row.contractSignedAt));
  }
  const [latest] = applications.slice(-1);
  if (latest) addFixtureFiles(context, random, userId, latest.row);
}

type Draft = { type: string; at: Date; info: string; objectKey?: string; name?: string; sizeBytes?: number };

/** Adds files of one application; returns the id of each. */
function adder(context: SeedContext, random: Random, { id: applicationId, userId }: ApplicationRow) {
  const ipAddress = `${random.pick(["198.51.100", "203.0.113"])}.${random.int(1, 254)}`;
  return ({ type, at, info, name, objectKey, sizeBytes = 0 }: Draft): string => {
    const id = uuidAt(random, at);
    context.rows.user_file.push({
      id,
      userId,
      applicationId,
      type,
      name: name ?? `${type.replaceAll("_", "-")}-${applicationId}.pdf`,
      contentType: "application/pdf",
      sizeBytes,
      objectKey: objectKey ?? `${DEMONSTRATION_KEYS}${userId}/${type}_${id}.pdf`,
      ipAddress,
      info,
      createdAt: at,
      importKey: null,
      importRunId: null,
    });
    return id;
  };
}

function addSigned(context: SeedContext, random: Random, row: ApplicationRow, signedAt: Date): void {
  const add = adder(context, random, row);
  add({ type: "disclosure", at: addDays(signedAt, -5 * MINUTE), info: "Accepted in the customer portal" });
  const objectKey = row.contractKey;
  add({ type: "contract", at: signedAt, info: "Signed in the customer portal", objectKey });
  add({ type: "addendum", at: addDays(signedAt, MINUTE), info: "Signed in the customer portal" });
  if (random.chance(0.1)) {
    for (const month of [1, 2]) {
      const at = addDays(signedAt, -(10 + month) * MINUTE);
      add({ type: "bank_statement", at, info: "Uploaded by the customer" });
    }
  }
  const isFixture = row.userId === FIXTURES.fundedUser.id;
  if (isFixture || random.chance(0.06)) addRecontract(context, random, row, addDays(signedAt, 1));
  const isAsked = row.userId === FIXTURES.contractedNotFunded.id;
  if (isAsked) addRecontract(context, random, row, addDays(context.now, -MINUTE), { signed: false });
}

const RECONTRACT_REASONS = ["Terms changed", "Bank account changed", "Signature was not legible"] as const;

function addRecontract(
  context: SeedContext,
  random: Random,
  row: ApplicationRow,
  requestedAt: Date,
  { signed } = { signed: requestedAt < context.now },
): void {
  const signedAt = signed ? addDays(requestedAt, random.int(5, 90) * MINUTE) : null;
  const id = ++context.ids.recontract;
  const info = "Signed again in the customer portal";
  const name = `contract-${row.id}-again.pdf`;
  context.rows.recontract.push({
    id,
    userId: row.userId,
    applicationId: row.id,
    fileId: signedAt && adder(context, random, row)({ type: "contract", at: signedAt, info, name }),
    reason: random.pick(RECONTRACT_REASONS),
    requestedAt,
    signedAt,
  });
}

/** What one fixture has and nobody else. */
function addFixtureFiles(context: SeedContext, random: Random, userId: number, row: ApplicationRow): void {
  const add = adder(context, random, row);
  const at = addDays(context.now, -1);
  const info = "Uploaded by the customer";
  if (userId === FIXTURES.longNames.id) {
    for (const [index, name] of HOSTILE_NAMES.entries()) {
      add({ type: "other", at: addDays(at, index * MINUTE), info, name });
    }
  }
  if (userId === FIXTURES.loginDisabled.id) {
    add({
      type: "bank_statement",
      at,
      info,
      name: "lost-statement.pdf",
      objectKey: LOST_KEY,
      sizeBytes: 48_213,
    });
  }
}
