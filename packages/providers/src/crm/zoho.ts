import { z } from "zod";
import { ProviderError } from "../provider-error.ts";
import type {
  Crm,
  CrmContactFields,
  CrmDeal,
  CrmDealLookup,
  CrmDealStage,
  CrmDealTerms,
  CrmFlag,
} from "./port.ts";
import { createZohoNotes } from "./zoho-notes.ts";
import {
  createZohoRecords,
  recordPath,
  type ZohoFields,
  type ZohoRecords,
  type ZohoRecordsConfig,
} from "./zoho-records.ts";

export interface ZohoCrmConfig extends ZohoRecordsConfig {
  effectWindowMs: number;
  /** What the organisation asks of a new deal beside its name and stage; left out where it asks for nothing. */
  newDeal?: { pipeline?: string | undefined; closesAfterDays?: number | undefined } | undefined;
}

const DEAL_FIELDS = ["Stage", "Decline_Reason"];

/** The CRM in Zoho CRM v8: customers are contacts there. What starts on a change of a record there does start. */
export function createZohoCrm(config: ZohoCrmConfig): Crm {
  const records = createZohoRecords(config);
  return {
    effectWindowMs: config.effectWindowMs,
    findDeal: (crmId) => findDealOf(records, crmId),
    deal: (dealId) => dealById(records, dealId),
    setDealStage: (dealId, stage) => records.update("Deals", dealId, stageFields(stage)),
    updateDealTerms: (dealId, terms) => records.update("Deals", dealId, termFields(terms)),
    requestDeal: async ({ crmId, name, stage, source }) => {
      const found = await findDealOf(records, crmId);
      if (found.inDeals) return { dealId: found.deal.dealId, created: false };
      const dealId = await records.create("/Deals", {
        Deal_Name: name,
        Stage: stage,
        Lead_Source: source,
        Contact_Name: { id: crmId },
        ...newDealFields(config),
      });
      return { dealId, created: true };
    },
    doNotFund: (crmId) => readFlag(records, crmId),
    setDoNotFund: (crmId, reason) =>
      records.update("Contacts", crmId, { DNF: reason !== null, DNF_Reason: reason }),
    editContact: (crmId, fields) => records.update("Contacts", crmId, contactFields(fields)),
    ...createZohoNotes(records),
  };
}

/** A deal that was just made may not be in its contact's list yet: it is looked for among the newest deals by its contact. */
async function findDealOf(records: ZohoRecords, crmId: string): Promise<CrmDealLookup> {
  const listed = await findNewestDeal(records, crmId);
  if (listed.inDeals) return listed;
  const newest = await records.readNewest({
    path: "/Deals",
    fields: [...DEAL_FIELDS, "Contact_Name"],
    record: ownedDealSchema,
  });
  const own = newest.find(({ contactId }) => contactId === crmId);
  return own === undefined ? listed : { inDeals: true, deal: own.deal };
}

/**
 * Zoho's interface does not sort a related list, so that the newest is chosen here. No content is its one answer for a
 * contact without deals; an unknown contact or a list of another name is a fault, and no reason to make a deal.
 */
async function findNewestDeal(records: ZohoRecords, crmId: string): Promise<CrmDealLookup> {
  let newest: z.output<typeof datedDealSchema> | null = null;
  const deals = records.readAll({
    path: `${recordPath("Contacts", crmId)}/Deals`,
    fields: [...DEAL_FIELDS, "Created_Time"],
    record: datedDealSchema,
  });
  for await (const deal of deals) if (newest === null || isNewer(deal, newest)) newest = deal;
  return newest === null ? { inDeals: false } : { inDeals: true, deal: newest.deal };
}

type DatedDeal = z.output<typeof datedDealSchema>;

/** Of two of the same second the one with the higher id: ids are given in order. */
const isNewer = (one: DatedDeal, other: DatedDeal): boolean =>
  one.createdAt === other.createdAt
    ? BigInt(one.deal.dealId) > BigInt(other.deal.dealId)
    : one.createdAt > other.createdAt;

const dealById = (records: ZohoRecords, dealId: string): Promise<CrmDeal | null> =>
  orNull(() => records.read({ path: recordPath("Deals", dealId), record: dealSchema }));

const readFlag = (records: ZohoRecords, crmId: string): Promise<CrmFlag | null> =>
  orNull(() => records.read({ path: recordPath("Contacts", crmId), record: flagSchema }));

/** Of a record that is asked for by its id, Zoho says in one of several ways that it is not there: no content is one. */
async function orNull<Found>(read: () => Promise<Found[]>): Promise<Found | null> {
  try {
    const [found] = await read();
    return found ?? null;
  } catch (error) {
    if (error instanceof ProviderError && saysNotThere(error)) return null;
    throw error;
  }
}

const NOT_THERE_CODES = new Set(["NO_RECORDS_FOUND", "NOT_FOUND", "NO_CONTENT"]);
const NO_SUCH_ID = /the (id given|given id) seems to be invalid|the record does not exist/i;

/** An id that is not known is one of several things that INVALID_DATA stands for. */
const saysNotThere = ({ kind, vendorCode = "", message }: ProviderError): boolean =>
  kind === "refused" &&
  (NOT_THERE_CODES.has(vendorCode) || (vendorCode === "INVALID_DATA" && NO_SUCH_ID.test(message)));

const DAY_MS = 86_400_000;

function newDealFields({ newDeal: { pipeline, closesAfterDays } = {}, now }: ZohoCrmConfig): ZohoFields {
  const closingDate = (days: number) => new Date(now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
  return {
    Pipeline: pipeline,
    Closing_Date: closesAfterDays === undefined ? undefined : closingDate(closesAfterDays),
  };
}

/** Zoho shows an empty pick list as "-None-". */
const NO_REASON = new Set(["", "None", "-None-"]);

const dealShape = z.object({
  id: z.string().regex(/^\d+$/),
  Stage: z.string().nullish(),
  Decline_Reason: z.string().nullish(),
});

const toDeal = ({ id, Stage, Decline_Reason }: z.output<typeof dealShape>): CrmDeal => ({
  dealId: id,
  stage: Stage ?? "",
  declineReason: NO_REASON.has(Decline_Reason ?? "") ? null : (Decline_Reason ?? null),
});

const dealSchema = dealShape.transform(toDeal);

const flagSchema = z
  .object({ DNF: z.boolean().nullish(), DNF_Reason: z.string().nullish() })
  .transform(({ DNF, DNF_Reason }): CrmFlag => ({ isSet: DNF ?? false, reason: DNF_Reason || null }));

const datedDealSchema = dealShape
  .extend({ Created_Time: z.iso.datetime({ offset: true }).transform((time) => Date.parse(time)) })
  .transform(({ Created_Time, ...deal }) => ({ deal: toDeal(deal), createdAt: Created_Time }));

const ownedDealSchema = dealShape
  .extend({ Contact_Name: z.object({ id: z.string() }).nullish() })
  .transform(({ Contact_Name, ...deal }) => ({ deal: toDeal(deal), contactId: Contact_Name?.id ?? null }));

function stageFields({ stage, declineReason }: CrmDealStage): ZohoFields {
  return { Stage: stage, Decline_Reason: declineReason };
}

function termFields(terms: CrmDealTerms): ZohoFields {
  return {
    Payment_Amount: dollars(terms.paymentAmountCents),
    Funded_Amount: dollars(terms.fundedAmountCents),
    Disbursement_Amount: dollars(terms.disbursementAmountCents),
    Repay_Amount: dollars(terms.repayAmountCents),
    Approved_Amount: dollars(terms.approvedAmountCents),
    Discount_Amount: dollars(terms.discountAmountCents),
    Manual_Adjustment_Reason: terms.manualAdjustmentReason,
  };
}

function dollars(cents: number | null | undefined): number | null | undefined {
  return typeof cents === "number" ? cents / 100 : cents;
}

function contactFields(fields: CrmContactFields): ZohoFields {
  return {
    First_Name: fields.firstName,
    Last_Name: fields.lastName,
    Email: fields.email,
    Phone: fields.phone,
    Date_of_Birth: fields.dateOfBirth,
    Mailing_Street: fields.street,
    Mailing_City: fields.city,
    Mailing_State: fields.state,
    Mailing_Zip: fields.zipCode,
  };
}
