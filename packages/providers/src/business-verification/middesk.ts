import { z } from "zod";
import { entriesIfAny, nullUnlessRead } from "../answer-fields.ts";
import { ProviderError } from "../provider-error.ts";
import { createMiddeskCalls, hasMoreSchema, type MiddeskAccess, type MiddeskCalls } from "./middesk-call.ts";
import { createMiddeskDocuments } from "./middesk-documents.ts";
import { createMiddeskWebhook } from "./middesk-webhook.ts";
import {
  type BusinessAddress,
  type BusinessRequest,
  type BusinessVerification,
  LIEN_STATUSES,
  type LienRequest,
  VERIFICATION_STATUSES,
  type VerifiedBusiness,
  type VerifiedLien,
} from "./port.ts";

const CONFLICT = 409;
const UNPROCESSABLE = 422;
/** The kind of lien that is filed here; tax liens and judgments are by others. */
const UCC = "ucc";

export interface MiddeskConfig extends MiddeskAccess {
  /** Agreed on with Middesk for the webhook. */
  webhookSecret: string;
  /** Where its documents lie besides: names of hosts; one that begins with a dot stands for all below it. */
  fileHosts?: readonly string[] | undefined;
}

/** Business verification and lien filing by Middesk v1. */
export function createMiddeskBusinessVerification(config: MiddeskConfig): BusinessVerification {
  const calls = createMiddeskCalls(config);
  return {
    createBusiness: (business) => createOnce(calls, business),
    business: (businessId) =>
      calls.call({ method: "GET", path: businessPath(businessId), answer: businessSchema, safe: true }),
    findBusiness: (externalId) => findBusiness(calls, externalId),
    fileLien: (businessId, lien) =>
      calls.call({
        method: "POST",
        path: `${businessPath(businessId)}/liens`,
        body: lienFields(lien),
        answer: lienSchema,
        safe: false,
      }),
    liens: async (businessId) => {
      const liens: VerifiedLien[] = [];
      for await (const lien of calls.entries(`${businessPath(businessId)}/liens`, liensSchema))
        liens.push(lien);
      return liens;
    },
    terminateLien: async (lienId) => {
      const path = `/liens/${encodeURIComponent(lienId)}/termination`;
      // Its description requires nothing of the answer: that there is one says that it is done.
      await calls.call({ method: "POST", path, body: {}, answer: z.unknown(), safe: true });
    },
    ...createMiddeskDocuments(calls, config.fileHosts ?? []),
    ...createMiddeskWebhook(config.webhookSecret),
  };
}

const businessPath = (businessId: string): string => `/businesses/${encodeURIComponent(businessId)}`;

/** Middesk makes no second business with the same `unique_external_id`, so that asking again harms nothing. */
async function createOnce(calls: MiddeskCalls, business: BusinessRequest): Promise<VerifiedBusiness> {
  try {
    const body = businessFields(business);
    return await calls.call({
      method: "POST",
      path: "/businesses",
      body,
      answer: businessSchema,
      safe: true,
    });
  } catch (error) {
    // In which words it refuses an id that is taken is not documented: whatever they are, the id is looked for.
    if (!isRefusedAsSent(error)) throw error;
    const known = await findBusiness(calls, business.externalId);
    if (known) return known;
    throw isOfOurId(error) ? mayBeListedLater(error) : error;
  }
}

const isRefusedAsSent = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && (error.status === CONFLICT || error.status === UNPROCESSABLE);

const isOfOurId = ({ status, message }: ProviderError): boolean =>
  status === CONFLICT || /unique.?external/i.test(message);

/** What it says it has may be on its way into its list. */
const mayBeListedLater = ({ provider, message, status, vendorCode }: ProviderError): ProviderError =>
  new ProviderError({ kind: "unavailable", provider, message, status, vendorCode });

/** Its list cannot be asked for one `unique_external_id`: it is read through. */
async function findBusiness(calls: MiddeskCalls, externalId: string): Promise<VerifiedBusiness | null> {
  for await (const { id, unique_external_id } of calls.entries("/businesses", businessesSchema))
    if (unique_external_id === externalId)
      return calls.call({ method: "GET", path: businessPath(id), answer: businessSchema, safe: true });
  return null;
}

function businessFields({ externalId, name, taxId, phone, person, address }: BusinessRequest) {
  return {
    name,
    external_id: externalId,
    unique_external_id: externalId,
    addresses: [{ full_address: oneLine(address) }],
    ...(taxId !== null && { tin: { tin: taxId } }),
    ...(person !== null && { people: [{ name: person, ...(phone !== null && { phone }) }] }),
    orders: [{ product: "identity" }, ...(taxId === null ? [] : [{ product: "tin" }])],
  };
}

function lienFields({ state, debtor, collateral, principalCents }: LienRequest) {
  return {
    state,
    debtors: [{ organization_name: debtor.name, addresses: [addressFields(debtor.address)] }],
    ...(collateral !== null && { collateral }),
    ...(principalCents !== null && { loan_principal_amount_cents: principalCents }),
  };
}

/**
 * Of a business: the one field that fits both Middesk's published schema (`full_address` or `address_line_1`) and its
 * quickstart (`address_line1`).
 */
const oneLine = ({ line1, line2, city, state, postalCode }: BusinessAddress): string =>
  [line1, line2, city, `${state} ${postalCode}`].filter(Boolean).join(", ");

function addressFields({ line1, line2, city, state, postalCode }: BusinessAddress) {
  return {
    address_line1: line1,
    ...(line2 !== null && { address_line2: line2 }),
    city,
    state,
    postal_code: postalCode,
  };
}

/** Of the businesses in the list: what stands with others, in whatever words, does not matter. */
const namedSchema = z.object({ id: z.string().min(1), unique_external_id: z.string().nullish() });

/** Its description lets `data` be left out. */
const businessesSchema = z.object({ data: entriesIfAny(namedSchema), has_more: hasMoreSchema });

const businessSchema = z
  .object({
    id: z.string().min(1),
    unique_external_id: nullUnlessRead(z.string()),
    // A word of tomorrow is not known to us; the business is there all the same.
    status: z.enum(VERIFICATION_STATUSES).catch("unknown"),
  })
  .transform(
    ({ id, unique_external_id, status }): VerifiedBusiness => ({
      id,
      externalId: unique_external_id,
      status,
    }),
  );

const lienSchema = z
  .object({
    id: z.string().min(1),
    type: nullUnlessRead(z.string()),
    state: z.string().catch(""),
    // A word of tomorrow is not known to us: the liens beside it are.
    status: z.enum(LIEN_STATUSES).catch("unknown"),
    file_number: nullUnlessRead(z.string()),
    filing_date: nullUnlessRead(z.iso.date()),
    filed_by_account: nullUnlessRead(z.boolean()),
    documents: entriesIfAny(z.object({ id: z.string().min(1), filename: z.string().catch("") })),
  })
  .transform(
    (lien): VerifiedLien => ({
      id: lien.id,
      state: lien.state,
      status: lien.status,
      fileNumber: lien.file_number,
      filedOn: lien.filing_date,
      filedByOthers: lien.filed_by_account === false || (lien.type ?? UCC) !== UCC,
      documents: lien.documents,
    }),
  );

/** Whoever looks before filing has to see every lien: a list without `data`, or with a lien without an id, is none. */
const liensSchema = z.object({ data: z.array(lienSchema), has_more: hasMoreSchema });
