import { randomUUID } from "node:crypto";
import type { Actor } from "@countinghouse/api/actor";
import type { Ctx } from "@countinghouse/api/context";
import type { WithPorts } from "@countinghouse/api/ports";
import type { Statement } from "@countinghouse/db";
import { DEMONSTRATION_KEYS } from "@countinghouse/db/seed/files";
import { type Contract, drawContract } from "./contract.ts";
import { type DemonstrationDocument, drawDemonstrationDocument } from "./document.ts";

type StoringCtx = Ctx<Actor, WithPorts<"objectStorage">>;

/** How many documents are drawn and stored at once. */
const AT_ONCE = 32;

const DOCUMENTS: Statement = {
  name: "files.demonstration-documents",
  text: `SELECT f.id, f.object_key AS "objectKey", f.size_bytes AS "sizeBytes", f.type, f.created_at AS "createdAt",
      f.ip_address AS "ipAddress", f.user_id AS "userId", a.id AS "applicationId",
      trim(concat(u.firstname, ' ', u.lastname)) AS name,
      concat_ws(', ', nullif(u.current_address, ''), nullif(u.city, ''), nullif(u.state, '')) AS address,
      a.approved_amount_cents::float8 AS "approvedAmountCents", a.payback_amount_cents::float8 AS "paybackAmountCents",
      a.terms_calculation AS "termsCalculation", coalesce(u.business_name, '') AS "businessName",
      a.disbursement_fee_cents::float8 AS "disbursementFeeCents",
      a.disbursement_amount_cents::float8 AS "disbursementAmountCents",
      a.funds_dispersed_option AS "fundsDispersedOption", a.payment_amount_cents::float8 AS "paymentAmountCents",
      a.discount_amount_cents::float8 AS "discountAmountCents", a.discount_date::text AS "discountDate",
      a.first_payment_date::text AS "firstPaymentDate", a.last_payment_date::text AS "lastPaymentDate"
    FROM user_file f JOIN users u ON u.id = f.user_id JOIN application a ON a.id = f.application_id
    WHERE starts_with(f.object_key, $1)`,
};

type Document = DemonstrationDocument &
  Omit<OrNull<Contract>, "signedAt"> & { id: string; objectKey: string; sizeBytes: number };

type OrNull<Facts> = { [Name in keyof Facts]: Facts[Name] | null };

/**
 * Writes the documents of the demonstration data that are not in storage yet, and keeps how long they are. Returns how
 * many it wrote: none when it is run again.
 */
export async function storeDemonstrationFiles(ctx: StoringCtx): Promise<number> {
  const documents = await ctx.db.sql<Document>(DOCUMENTS, [DEMONSTRATION_KEYS]);
  const stored: Sized[] = [];
  for (let at = 0; at < documents.length; at += AT_ONCE) {
    const written = await Promise.all(
      documents.slice(at, at + AT_ONCE).map((document) => store(ctx, document)),
    );
    stored.push(...written.filter((each) => each !== null));
  }
  const grown = stored.filter(({ isNew }) => isNew);
  if (grown.length > 0) await saveSizes(ctx, grown);
  return stored.length;
}

type Sized = { id: string; sizeBytes: number; isNew: boolean };

async function store({ services: { ports } }: StoringCtx, document: Document): Promise<Sized | null> {
  const { id, objectKey } = document;
  if (document.sizeBytes > 0 && (await ports.objectStorage.head(objectKey)) !== null) return null;
  const content = await draw(document);
  await ports.objectStorage.put(objectKey, content);
  return { id, sizeBytes: content.byteLength, isNew: document.sizeBytes !== content.byteLength };
}

/** What was signed on no terms is no contract. */
function draw(document: Document): Promise<Buffer> {
  const { approvedAmountCents, disbursementFeeCents, disbursementAmountCents, fundsDispersedOption } =
    document;
  const { paybackAmountCents, paymentAmountCents, firstPaymentDate, lastPaymentDate } = document;
  if (
    document.type !== "contract" ||
    approvedAmountCents === null ||
    disbursementFeeCents === null ||
    disbursementAmountCents === null ||
    fundsDispersedOption === null ||
    paybackAmountCents === null ||
    paymentAmountCents === null ||
    firstPaymentDate === null ||
    lastPaymentDate === null
  ) {
    return drawDemonstrationDocument(document);
  }
  return drawContract({
    ...document,
    signedAt: document.createdAt,
    businessName: document.businessName ?? "",
    approvedAmountCents,
    disbursementFeeCents,
    disbursementAmountCents,
    fundsDispersedOption,
    paybackAmountCents,
    paymentAmountCents,
    firstPaymentDate,
    lastPaymentDate,
  });
}

function saveSizes(ctx: Ctx, files: readonly Sized[]): Promise<null> {
  const ids = files.map(({ id }) => id);
  const sizes = files.map(({ sizeBytes }) => sizeBytes);
  const input = { requestId: randomUUID() };
  const spec = { action: "files.storeDemonstration", capability: null, input } as const;
  return ctx.command(spec, async ({ tx }) => {
    await tx.$executeRaw`UPDATE user_file f SET size_bytes = v.size_bytes
      FROM unnest(${ids}::uuid[], ${sizes}::int[]) AS v (id, size_bytes) WHERE f.id = v.id`;
    return {
      result: null,
      audit: { subject: { type: "user_file", id: "demonstration" }, after: { files: files.length } },
    };
  });
}
