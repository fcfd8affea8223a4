import { z } from "zod";
import { ProviderError } from "../provider-error.ts";
import type { Crm, CrmContactFields, CrmDeal, CrmDealLookup, CrmDealStage, CrmDealTerms } from "./port.ts";
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
}

const DEAL_FIELDS = "Stage,Decline_Reason";

/** The CRM in Zoho CRM v8: customers are contacts there. What starts on a change of a record there does start. */
export function createZohoCrm(config: ZohoCrmConfig): Crm {
  const records = createZohoRecords(config);
  return {
    effectWindowMs: config.effectWindowMs,
    dealOf: (crmId) => newestDealOf(records, crmId),
    deal: (dealId) => dealById(records, dealId),
    setDealStage: (dealId, stage) => records.update("Deals", dealId, stageFields(stage)),
    updateDealTerms: (dealId, terms) => records.update("Deals", dealId, termFields(terms)),
    requestDeal: async ({ crmId, name, stage, source }) => {
      const found = await newestDealOf(records, crmId);
      if (found.inDeals) return { dealId: found.deal.dealId, created: false };
      const dealId = await records.create("/Deals", {
        Deal_Name: name,
        Stage: stage,
        Lead_Source: source,
        Contact_Name: { id: crmId },
      });
      return { dealId, created: true };
    },
    setDoNotFund: (crmId, reason) =>
      records.update("Contacts", crmId, { DNF: reason !== null, DNF_Reason: reason }),
    editContact: (crmId, fields) => records.update("Contacts", crmId, contactFields(fields)),
    ...createZohoNotes(records),
  };
}

async function newestDealOf(records: ZohoRecords, crmId: string): Promise<CrmDealLookup> {
  const [deal] = await dealsAt(records, `${recordPath("Contacts", crmId)}/Deals`, {
    fields: DEAL_FIELDS,
    sort_by: "Created_Time",
    sort_order: "desc",
    per_page: "1",
  });
  return deal ? { inDeals: true, deal } : { inDeals: false };
}

async function dealById(records: ZohoRecords, dealId: string): Promise<CrmDeal | null> {
  const [deal] = await dealsAt(records, recordPath("Deals", dealId), { fields: DEAL_FIELDS });
  return deal ?? null;
}

/** Zoho says that there is no such record in one of two ways: no content, or that the id is invalid. */
async function dealsAt(
  records: ZohoRecords,
  path: string,
  query: { [parameter: string]: string },
): Promise<CrmDeal[]> {
  try {
    return (await records.read({ path, query, record: dealSchema })).records;
  } catch (error) {
    if (error instanceof ProviderError && error.vendorCode === "INVALID_DATA") return [];
    throw error;
  }
}

/** Zoho shows an empty pick list as "-None-". */
const NO_REASON = new Set(["", "None", "-None-"]);

const dealSchema = z
  .object({ id: z.string().min(1), Stage: z.string(), Decline_Reason: z.string().nullish() })
  .transform(
    ({ id, Stage, Decline_Reason }): CrmDeal => ({
      dealId: id,
      stage: Stage,
      declineReason: NO_REASON.has(Decline_Reason ?? "") ? null : (Decline_Reason ?? null),
    }),
  );

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
