import type { BulkKind, Statement } from "@countinghouse/db";
import { formatPhone } from "@countinghouse/validators/contact/phone";
import type { Find } from "@countinghouse/validators/users/schemas";
import type { AdminCtx } from "../context.ts";
import { customerName } from "../customer-name.ts";
import { namedStatement } from "../named-statement.ts";
import { listRead } from "../reading.ts";
import { type FoundKind, type Probe, probesFor } from "./identifiers.ts";
import { APOSTROPHES, type Search, searchBy, searchCondition, searchValues, wordsOnly } from "./search.ts";

/** The most hits that the palette shows for each way to find a record. */
const MOST = 8;

/** The shortest word, in letters, for which the search looks for similar names. */
const LEAST_FOR_TYPOS = 4;

interface FoundRow {
  kind: FoundKind;
  reason: string;
  key: string;
  userId: number | null;
  firstname: string | null;
  lastname: string | null;
  businessName: string | null;
  /** The kind, version and time of a batch, for the link to it. */
  batchKind: BulkKind | null;
  batchVersion: number | null;
  requestedAt: Date | null;
}

interface NamedRow {
  id: number;
  firstname: string;
  lastname: string;
  businessName: string;
  companyName: string;
  email: string;
  phone: string;
  currentAddress: string;
}

/**
 * Returns the records that a text may name, best first: customers, applications, payments and batches by identifier, then customers by
 * words. Without a hit it returns customers with similar names. Each hit has its reason. The role limits the search by EIN and by last
 * digits. Throws LIMITED.
 */
export async function find(ctx: AdminCtx, { text }: Find) {
  const { role } = ctx.actor;
  const { vault } = ctx.services;
  const search = wordsOnly(await searchBy(ctx, text));
  const [identified, searched] = await Promise.all([
    lookUp(
      ctx,
      probesFor(text, role, (field, digits) =>
        vault.blindIndexes(field, digits).map((index) => Buffer.from(index)),
      ),
    ),
    searchWords(ctx, text, search),
  ]);
  const near = searched.length === 0 && identified.length === 0 ? await searchNearly(ctx, text) : [];
  const seen = new Set<string>();
  const hits = [...identified, ...searched, ...near].filter(({ kind, key }) => {
    const isNew = !seen.has(`${kind}:${key}`);
    seen.add(`${kind}:${key}`);
    return isNew;
  });
  // The palette searches after each letter, so only customers that it has not shown yet count as a look.
  const userIds = ctx.reading.unseen([...new Set(hits.flatMap(({ userId }) => userId ?? []))]);
  const draft = listRead(userIds, { procedure: "users.find" });
  await ctx.reading.note({ userIds, event: { action: "users.readList", draft } });
  return hits;
}

async function lookUp(ctx: AdminCtx, probes: readonly Probe[]) {
  if (probes.length === 0) return [];
  const rows = await ctx.db.sql<FoundRow>(
    lookUpStatement(probes),
    probes.map(({ value }) => value),
  );
  return rows.map(({ kind, key, reason, userId, firstname, lastname, businessName, ...batch }) => ({
    kind,
    key,
    reason,
    userId,
    name:
      userId === null
        ? null
        : customerName({
            id: userId,
            firstname: firstname ?? "",
            lastname: lastname ?? "",
            businessName: businessName ?? "",
          }),
    batch:
      batch.batchKind === null || batch.batchVersion === null || batch.requestedAt === null
        ? null
        : { kind: batch.batchKind, version: batch.batchVersion, requestedAt: batch.requestedAt },
  }));
}

const lookUpStatement = (probes: readonly Probe[]) =>
  namedStatement(
    "users.find",
    `SELECT f.kind, f.reason, f.key, f.user_id AS "userId", u.firstname, u.lastname, u.business_name AS "businessName",
      b.kind::text AS "batchKind", b.version AS "batchVersion", b.requested_at AS "requestedAt"
    FROM (${probes
      .map(
        ({ kind, reason, select }, index) =>
          `SELECT ${index} AS nth, '${kind}' AS kind, '${reason.replaceAll("'", "''")}' AS reason, p.key, p.user_id
           FROM (${select(`$${index + 1}`)} LIMIT ${MOST}) p`,
      )
      .join("\nUNION ALL ")}) f
    LEFT JOIN users u ON u.id = f.user_id
    LEFT JOIN bulk_batch b ON b.id = CASE WHEN f.kind = 'batch' THEN f.key::uuid END
    ORDER BY f.nth, f.user_id DESC, f.key`,
  );

const NAMED = `id, firstname, lastname, business_name AS "businessName", company_name AS "companyName", email, phone,
  current_address AS "currentAddress"`;

async function searchWords(ctx: AdminCtx, text: string, search: Search) {
  const rows = await ctx.db.sql<NamedRow>(
    namedStatement(
      "users.find.words",
      `SELECT ${NAMED} FROM users WHERE ${searchCondition(search, 0)} ORDER BY id LIMIT ${MOST}`,
    ),
    searchValues(search, (field, digits) =>
      ctx.services.vault.blindIndexes(field, digits).map((index) => Buffer.from(index)),
    ),
  );
  return rows.map((row) => toHit(row, whyFound(row, text)));
}

async function searchNearly(ctx: AdminCtx, text: string) {
  const words = text.split(/[\s,]+/).filter((word) => word.length >= LEAST_FOR_TYPOS && !/\d/.test(word));
  if (words.length === 0) return [];
  const rows = await ctx.db.sql<NamedRow>(NEARLY, [words, MOST]);
  return rows.map((row) => toHit(row, "Similar name"));
}

const NEARLY: Statement = {
  name: "users.find.nearly",
  text: `SELECT ${NAMED} FROM users_named_nearly($1::text[], $2::int) JOIN users USING (id) ORDER BY likeness DESC, id`,
};

const toHit = ({ id, firstname, lastname, businessName }: NamedRow, reason: string) => ({
  kind: "user" as const,
  key: String(id),
  reason,
  userId: id,
  name: customerName({ id, firstname, lastname, businessName }),
  batch: null,
});

/** Returns the field that contains the whole text, or a general reason when several fields contain parts of it. */
function whyFound(row: NamedRow, text: string): string {
  const plain = (typed: string) => typed.toLowerCase().replace(APOSTROPHES, "'");
  const words = plain(text)
    .split(/[\s,]+/)
    .filter(Boolean);
  const digits = text.replace(/\D/g, "");
  const holds = (field: string) => words.every((word) => plain(field).includes(word));
  if (holds(`${row.firstname} ${row.lastname}`)) return "Name";
  if (holds(`${row.businessName} ${row.companyName}`)) return "Company";
  if (digits.length >= 3 && row.phone.includes(digits.replace(/^1(?=\d{10}$)/, "")))
    return `Phone ${formatPhone(row.phone)}`;
  if (holds(row.email)) return "E-mail";
  if (holds(row.currentAddress)) return "Address";
  if (holds(String(row.id))) return "Part of the user id";
  return "Several of name, company, e-mail and phone";
}
