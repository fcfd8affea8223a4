import { randomUUID } from "node:crypto";
import type { Statement } from "@countinghouse/db";
import { readCollectionIds } from "@countinghouse/validators/collections/rules";
import type { ListCollection } from "@countinghouse/validators/collections/schemas";
import { shownTo } from "@countinghouse/validators/masking";
import type { AuditAction } from "../audit-actions.ts";
import type { AdminCtx } from "../context.ts";
import { maskedSsn } from "../masked-ssn.ts";
import { contractName } from "./documents.ts";

/** A user as collections are told of them: all but what the bank data say (specification 2, section 3). */
export interface CollectionUser {
  userId: number;
  email: string;
  name: string;
  businessName: string;
  businessType: string;
  companyName: string;
  /** Ten digits, or nothing. */
  contact: string;
  currentAddress: string;
  city: string;
  state: string;
  /** YYYY-MM-DD, masked by role. */
  dob: string | null;
  /** Masked but for its last four digits, whoever looks (specification 2, section 5): this leaves the house. */
  ssn: string;
  zipcode: string;
  /** The last payment that went through or is on its way to; null without one. */
  transactionAmountCents: number | null;
  transactionDate: Date | null;
  /** The newest contract, with the name it has in a zip file. */
  contract: { id: string; fileName: string } | null;
}

interface Row {
  id: number;
  email: string;
  firstname: string;
  lastname: string;
  businessName: string;
  businessType: string;
  companyName: string;
  phone: string;
  currentAddress: string;
  city: string;
  state: string;
  dob: string | null;
  zipcode: string;
  ssnSealed: Buffer | null;
  ssnLast4: string;
  paidCents: number | null;
  paidAt: Date | null;
  contractId: string | null;
  contractName: string | null;
  contractType: string | null;
}

/** Of all users at once, in the order in which they were asked for. */
const USERS: Statement = {
  name: "collections.users",
  text: `SELECT u.id, u.email, u.firstname, u.lastname, u.business_name AS "businessName",
      u.business_type AS "businessType", u.company_name AS "companyName", u.phone,
      u.current_address AS "currentAddress", u.city, u.state, u.dob::text, u.zipcode,
      u.ssn_sealed AS "ssnSealed", u.ssn_last4 AS "ssnLast4",
      paid.cents::float8 AS "paidCents", paid.paid_at AS "paidAt",
      contract.id AS "contractId", contract.name AS "contractName", contract.content_type AS "contractType"
    FROM unnest($1::int[]) WITH ORDINALITY AS asked (id, place)
    JOIN users u ON u.id = asked.id
    LEFT JOIN LATERAL (SELECT c.cents, c.paid_at FROM customer_payments(u.id) c
      ORDER BY c.paid_at DESC, c.intent_id DESC LIMIT 1) paid ON true
    LEFT JOIN LATERAL (SELECT id, name, content_type FROM user_file f
      WHERE f.user_id = u.id AND f.type = 'contract' ORDER BY f.created_at DESC, f.id DESC LIMIT 1) contract ON true
    ORDER BY asked.place`,
};

/**
 * The users of pasted ids, and which ids are nobody's. The SSN is masked for every role. That they were looked at
 * leaves an audit event. Throws LIMITED for one who looks at too many customers.
 */
export async function listCollection(ctx: AdminCtx, input: ListCollection) {
  const { ids } = readCollectionIds(input.userIds);
  await ctx.reading.note({ userIds: ids });
  const users = await collectionUsers(ctx, ids);
  const found = new Set(users.map(({ userId }) => userId));
  const missingIds = ids.filter((id) => !found.has(id));
  await auditRead(ctx, "collections.list", [...found]);
  return { users, missingIds };
}

/** What is told of those of these users that there are, in this order. */
export async function collectionUsers(ctx: AdminCtx, ids: readonly number[]): Promise<CollectionUser[]> {
  const rows = await ctx.db.sql<Row>(USERS, [ids]);
  return rows.map((row) => ({
    userId: row.id,
    email: row.email,
    name: `${row.firstname} ${row.lastname}`.trim(),
    businessName: row.businessName,
    businessType: row.businessType,
    companyName: row.companyName,
    contact: row.phone,
    currentAddress: row.currentAddress,
    city: row.city,
    state: row.state,
    dob: shownTo(ctx.actor.role, "dob", row.dob),
    ssn: maskedSsn(row, "detail"),
    zipcode: row.zipcode,
    transactionAmountCents: row.paidCents,
    transactionDate: row.paidAt,
    contract: toContract(row),
  }));
}

function toContract({ id: userId, contractId, contractName: name, contractType }: Row) {
  if (contractId === null || name === null || contractType === null) return null;
  return { id: contractId, fileName: contractName({ userId, name, contentType: contractType }) };
}

/** Keeps who looked at the data of which customers at once, and how many they were. Nothing to look at leaves nothing. */
async function auditRead(ctx: AdminCtx, action: AuditAction, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  const listId = randomUUID();
  const spec = { action, capability: "collections.read", input: { requestId: listId } } as const;
  await ctx.command(spec, async () => ({
    result: null,
    audit: { subject: { type: "collection", id: listId }, after: { users: userIds.length, userIds } },
  }));
}
