import type { Prisma } from "@countinghouse/db";
import type { Delivery } from "./delivery.ts";
import type { TestApi } from "./harness.ts";

/** Each test has a customer of its own: the sandbox makes up a record for every id. */
let lastCustomer = 0;

export interface CrmCustomer {
  userId: number;
  crmId: string;
}

/** A customer the CRM knows. Those whose id there ends in 9 are not in deals. */
export async function addCrmCustomer(
  api: TestApi,
  { inDeals = true, ...facts }: { inDeals?: boolean } & Partial<Prisma.UserCreateInput> = {},
): Promise<CrmCustomer> {
  const crmId = `57257670100${String(++lastCustomer).padStart(7, "0")}${inDeals ? 1 : 9}`;
  const { id: userId } = await api.user({ zohoId: crmId, ...facts });
  return { userId, crmId };
}

/** The fields of the customer's newest deal in the CRM. */
export const dealFields = ({ sandbox }: Delivery, crmId: string) =>
  sandbox.zoho.records.listDeals(crmId)[0]?.fields;

/** Puts the customer's deal where the test needs it; returns its id. */
export function placeDeal({ sandbox }: Delivery, crmId: string, stage: string, reason: string | null = null) {
  const [deal] = sandbox.zoho.records.listDeals(crmId);
  if (!deal) throw new Error("This customer is not in deals.");
  sandbox.zoho.records.change(deal, { Stage: stage, Decline_Reason: reason });
  return deal.id;
}

/** The texts of the notes on the customer's lead and deals. */
export const notesOn = ({ sandbox }: Delivery, crmId: string) => ({
  lead: sandbox.zoho.records.listNotes("Leads", crmId).map(({ content }) => content),
  deal: sandbox.zoho.records
    .listDeals(crmId)
    .flatMap(({ id }) => sandbox.zoho.records.listNotes("Deals", id).map(({ content }) => content)),
});
