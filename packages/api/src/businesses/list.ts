import type { Statement } from "@countinghouse/db";
import {
  type BusinessStanding,
  type BusinessStatus,
  LIEN_FAILED,
  type LienStatus,
} from "@countinghouse/validators/businesses/rules";
import type {
  BusinessFilters,
  BusinessOfUser,
  ListBusinesses,
} from "@countinghouse/validators/businesses/schemas";
import { unknownUser } from "@countinghouse/validators/users/rules";
import type { AdminCtx } from "../context.ts";
import { found } from "../errors.ts";
import { listRead } from "../reading.ts";
import type { ListedRows } from "../sql-text.ts";
import { dayOrNull } from "../stored-values.ts";
import { addressLine, isDisabledUser, lienPdfName, parseBusinessStatus, parseLienStatus } from "./rules.ts";

/** A row of the list: the business, its newest lien, and whether its user is disabled. */
export interface BusinessRow extends BusinessStanding {
  userId: number;
  name: string;
  phone: string;
  email: string;
  externalId: string;
  currentAddress: string;
  /** Four digits, or nothing. */
  einLast4: string;
  error: string | null;
  batchId: string;
  lienError: string | null;
  /** When the last call that files the lien went out. */
  lienSentAt: Date | null;
  /** Liens that the verifier lists and that are not known here, decided about or not. */
  openUnmatchedLiens: number;
  createdAt: Date;
  updatedAt: Date;
}

interface ListedRow {
  userId: number;
  name: string;
  phone: string;
  email: string;
  address: string;
  city: string;
  state: string;
  zipcode: string;
  externalId: string;
  businessId: string | null;
  status: BusinessStatus;
  error: string;
  batchId: string;
  createdAt: Date;
  updatedAt: Date;
  firstname: string;
  lastname: string;
  disableLogin: boolean;
  einSealed: Buffer | null;
  lienStatus: LienStatus | null;
  lienError: string | null;
  lienSentAt: Date | null;
  unmatchedLiens: number;
  openUnmatchedLiens: number;
  documentId: string | null;
  documentName: string | null;
}

/** Words looked for at once; further ones narrow nothing a reader would notice. */
const MOST_WORDS = 5;

const SEARCHED = "(b.external_id || ' ' || b.name || ' ' || b.person || ' ' || b.email || ' ' || b.phone)";

/** A lien that failed or was closed is none (specification 2, section 4). */
const HAS_LIEN = `EXISTS (SELECT FROM business_lien l WHERE l.user_id = b.user_id
  AND l.status NOT IN ('${LIEN_FAILED}', 'closed'))`;

const HAS_UNMATCHED = `EXISTS (SELECT FROM unmatched_lien f WHERE f.user_id = b.user_id AND f.settled_at IS NULL)`;

const LIEN_CONDITION = { Clear: "true", Yes: HAS_LIEN, No: `NOT ${HAS_LIEN}` } as const;

const SHOWN = `b.user_id AS "userId", b.name, b.phone, b.email, b.address, b.city, b.state, b.zipcode,
  b.external_id AS "externalId", b.business_id AS "businessId", b.status, b.error, b.batch_id AS "batchId",
  b.created_at AS "createdAt", b.updated_at AS "updatedAt", u.firstname, u.lastname,
  u.disable_login AS "disableLogin", u.ein_sealed AS "einSealed", lien.status AS "lienStatus",
  lien.error AS "lienError", lien.sent_at AS "lienSentAt", lien.document_id AS "documentId", lien.document_name AS "documentName",
  found.undecided AS "unmatchedLiens", found.open AS "openUnmatchedLiens"`;

/**
 * One page of the businesses, newest first, with the exact number of all that match, and with how many liens there are of
 * any business that the verifier lists and that are not known here.
 */
export async function listBusinesses(
  ctx: AdminCtx,
  input: ListBusinesses,
): Promise<{ rows: BusinessRow[]; count: number; unmatched: number }> {
  const { shape, from, condition, values } = businessRows(input);
  const where = `WHERE ${condition}`;
  const place = [input.pageSize, (input.page - 1) * input.pageSize];
  const [rows, [counted], unmatched] = await Promise.all([
    ctx.db.sql<ListedRow>(pageStatement(shape, where, values.length), [...values, ...place]),
    ctx.db.sql<{ count: number }>(countStatement(shape, `${from} ${where}`), values),
    ctx.db.unmatchedLien.count({ where: { settledAt: null } }),
  ]);
  const userIds = rows.map(({ userId }) => userId);
  const draft = listRead(userIds, { procedure: "businesses.list", page: input.page });
  await ctx.reading.note({ userIds, event: { action: "users.readList", draft } });
  return { rows: rows.map((row) => shownRow(ctx, row)), count: counted?.count ?? 0, unmatched };
}

const pageStatement = (shape: string, where: string, values: number): Statement => ({
  name: `businesses.list.${shape}`,
  text: `SELECT ${SHOWN}
         FROM (SELECT * FROM business b ${where}
               ORDER BY b.created_at DESC, b.user_id DESC LIMIT $${values + 1} OFFSET $${values + 2}) b
           JOIN users u ON u.id = b.user_id
           LEFT JOIN LATERAL (SELECT * FROM business_lien l WHERE l.user_id = b.user_id
                              ORDER BY l.created_at DESC LIMIT 1) lien ON true
           CROSS JOIN LATERAL (SELECT count(*) FILTER (WHERE termination_asked_at IS NULL)::int AS undecided,
                                      count(*)::int AS open
                               FROM unmatched_lien WHERE user_id = b.user_id AND settled_at IS NULL) found
         ORDER BY b.created_at DESC, b.user_id DESC`,
});

const countStatement = (shape: string, rows: string): Statement => ({
  name: `businesses.count.${shape}`,
  text: `SELECT count(*)::int AS count FROM ${rows}`,
});

/** The businesses that these filters find; `shape` tells their texts apart. */
export function businessRows(filters: BusinessFilters): ListedRows & { shape: string } {
  const words = filters.search
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, MOST_WORDS);
  return {
    shape: `${filters.filter}.${filters.unmatched}.${words.length}`,
    from: "business b",
    condition: `${LIEN_CONDITION[filters.filter]}${filters.unmatched ? ` AND ${HAS_UNMATCHED}` : ""}
    AND ($1::text IS NULL OR b.status = $1) AND ($2::int IS NULL OR b.user_id = $2)
    ${words.map((_, index) => `AND ${SEARCHED} ILIKE $${index + 3}`).join(" ")}`,
    values: [filters.businessStatus, filters.userId, ...words.map((word) => `%${escapeLike(word)}%`)],
  };
}

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

function shownRow(ctx: AdminCtx, row: ListedRow): BusinessRow {
  const { userId, name, phone, email, externalId, businessId, state, batchId, createdAt, updatedAt } = row;
  const { documentId, documentName, lienStatus, lienSentAt, unmatchedLiens, openUnmatchedLiens } = row;
  return {
    userId,
    name,
    phone,
    email,
    externalId,
    currentAddress: addressLine(row),
    einLast4: openEin(ctx, row).slice(-4),
    businessId,
    state,
    midDeskResponseStatus: row.status,
    error: row.error || null,
    batchId,
    lienStatus,
    lienError: row.lienError || null,
    lienSentAt,
    unmatchedLiens,
    openUnmatchedLiens,
    lienPdf: lienPdfName({ documentId, documentName: documentName ?? "" }),
    isDisabledUser: isDisabledUser(row),
    createdAt,
    updatedAt,
  };
}

const openEin = ({ services }: AdminCtx, { userId, einSealed }: ListedRow): string =>
  einSealed ? services.vault.open({ table: "users", column: "ein_sealed", rowId: userId }, einSealed) : "";

/**
 * The record of a user's business that the customer's page shows (specification 1, section 3), null when there is none.
 * Throws NOT_FOUND without such a user.
 */
export async function businessOfUser(ctx: AdminCtx, { userId }: BusinessOfUser) {
  const user = await ctx.db.user.findUnique({
    where: { id: userId },
    select: {
      business: {
        select: {
          businessId: true,
          status: true,
          liens: {
            orderBy: { createdAt: "desc" },
            take: 1,
            select: { status: true, documentId: true, documentName: true },
          },
          othersLiens: {
            where: { status: { not: "closed" } },
            orderBy: { foundAt: "desc" },
            select: { vendorId: true, state: true, fileNumber: true, filedOn: true, foundAt: true },
          },
        },
      },
    },
  });
  const { business } = found(user, unknownUser(userId));
  if (business === null) return null;
  const lien = business.liens[0] ?? null;
  return {
    businessId: business.businessId,
    midDeskResponseStatus: parseBusinessStatus(business.status),
    lienStatus: lien && parseLienStatus(lien.status),
    lienPdf: lienPdfName(lien),
    /** Those that other creditors filed and that are open. */
    othersLiens: business.othersLiens.map(({ filedOn, ...other }) => ({
      ...other,
      filedOn: dayOrNull(filedOn),
    })),
  };
}
