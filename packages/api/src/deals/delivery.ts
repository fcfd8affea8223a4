import { randomUUID } from "node:crypto";
import type { Tx } from "@countinghouse/db";
import type { Crm, CrmDeal, CrmSubject } from "@countinghouse/providers/crm/port";
import { createCommand } from "../command.ts";
import type { Core } from "../core.ts";
import type { Claimed, Delivery, Hold } from "../outbox/deliver.ts";
import { holdLeases, type Leased, leaseFrom } from "../outbox/lease.ts";
import { CrmMessage, NOT_IN_DEALS } from "./message.ts";

type CrmServices = Pick<Core, "db" | "vault" | "now">;

/**
 * Does each step in the CRM. Setting a value is repeated without harm; a note that was tried before is looked for by
 * its marker first, because a call that timed out may have written it. A worker that was frozen, while another one went on
 * in the customer's lane, sets nothing back to what it was.
 */
export const deliverCrm = (
  services: CrmServices,
  crm: Crm,
  claimed: Claimed[],
  hold: Hold,
): Promise<Delivery[]> =>
  Promise.all(
    claimed.map(async ({ id, attempts, payload }) => {
      try {
        const held = heldBefore(crm, () => hold([{ id, attempts }]));
        return { id, receipt: await doStep(services, held, CrmMessage.parse(payload), { id, attempts }) };
      } catch (error) {
        return { id, error };
      }
    }),
  );

/** The CRM, for one message: it changes nothing before `hold` has said that the message still is ours. */
const heldBefore = (crm: Crm, hold: () => Promise<void>): Crm => ({
  ...crm,
  setDealStage: (...order) => hold().then(() => crm.setDealStage(...order)),
  updateDealTerms: (...order) => hold().then(() => crm.updateDealTerms(...order)),
  requestDeal: (...order) => hold().then(() => crm.requestDeal(...order)),
  setDoNotFund: (...order) => hold().then(() => crm.setDoNotFund(...order)),
  editContact: (...order) => hold().then(() => crm.editContact(...order)),
  createNote: (...order) => hold().then(() => crm.createNote(...order)),
});

/** Returns the receipt. */
function doStep(services: CrmServices, crm: Crm, message: CrmMessage, attempt: Leased): Promise<string> {
  switch (message.step) {
    case "flag":
      return flag(crm, message);
    case "note":
      return writeNote(crm, message, attempt);
    case "stage":
      return setStage(services, crm, message, attempt);
    case "terms":
      return setTerms(crm, message);
    case "contact":
      return editContact(crm, message);
    default:
      return requestDeal(services, crm, message, attempt);
  }
}

type Step<Name> = Extract<CrmMessage, { step: Name }>;

async function flag(crm: Crm, { crmId, reason }: Step<"flag">): Promise<string> {
  await crm.setDoNotFund(crmId, reason);
  return crmId;
}

async function writeNote(
  crm: Crm,
  { crmId, on, title, content }: Step<"note">,
  { id: marker, attempts }: Leased,
): Promise<string> {
  const subject = await findSubject(crm, crmId, on);
  if (subject === null) return NOT_IN_DEALS;
  const written = attempts > 1 ? await crm.findNote(subject, marker) : null;
  return written ?? crm.createNote({ subject, title, content, marker });
}

async function findSubject(crm: Crm, crmId: string, on: "lead" | "deal"): Promise<CrmSubject | null> {
  if (on === "lead") return { kind: "lead", id: crmId };
  const found = await crm.findDeal(crmId);
  return found.inDeals ? { kind: "deal", id: found.deal.dealId } : null;
}

async function setStage(
  services: CrmServices,
  crm: Crm,
  { userId, crmId, stage, declineReason, ...named }: Step<"stage">,
  attempt: Leased,
): Promise<string> {
  const dealId = named.dealId ?? (await newestDealId(crm, crmId));
  if (dealId === null) return NOT_IN_DEALS;
  await crm.setDealStage(dealId, { stage, declineReason });
  await recordDeal(services, userId, { dealId, stage, declineReason }, { attempt, isRequested: false });
  return dealId;
}

async function setTerms(crm: Crm, { crmId, terms }: Step<"terms">): Promise<string> {
  const dealId = await newestDealId(crm, crmId);
  if (dealId === null) return NOT_IN_DEALS;
  await crm.updateDealTerms(dealId, terms);
  return dealId;
}

async function editContact(crm: Crm, { crmId, fields }: Step<"contact">): Promise<string> {
  await crm.editContact(crmId, fields);
  return crmId;
}

async function newestDealId(crm: Crm, crmId: string): Promise<string | null> {
  const found = await crm.findDeal(crmId);
  return found.inDeals ? found.deal.dealId : null;
}

async function requestDeal(
  services: CrmServices,
  crm: Crm,
  { userId, ...request }: Step<"request">,
  attempt: Leased,
): Promise<string> {
  const { dealId } = await crm.requestDeal(request);
  const deal = (await crm.deal(dealId)) ?? { dealId, stage: request.stage, declineReason: null };
  await recordDeal(services, userId, deal, { attempt, isRequested: true });
  return dealId;
}

/**
 * Writes down the deal as the CRM has it now. The newest application is what a requested deal is about, unless it has one. A worker
 * that was frozen since its call, while another one went on, writes nothing over what that one has. Throws LeaseLost then.
 */
async function recordDeal(
  services: CrmServices,
  userId: number,
  { dealId, stage, declineReason }: CrmDeal,
  { attempt, isRequested }: { attempt: Leased; isRequested: boolean },
): Promise<void> {
  const command = createCommand({ ...services, wakeOutbox: () => {} }, { kind: "job", name: "outbox" });
  const spec = { action: "deals.record", capability: null, input: { requestId: randomUUID() } } as const;
  await command(spec, async ({ tx, now }) => {
    await holdLeases(tx, [attempt], leaseFrom(now));
    const before = await tx.deal.findUnique({
      where: { userId },
      select: { dealId: true, stage: true, declineReason: true },
    });
    const after = { dealId, stage, declineReason: declineReason ?? "" };
    const deal = { ...after, readAt: now };
    await tx.deal.upsert({ where: { userId }, create: { userId, ...deal }, update: deal });
    const applicationId = isRequested ? await nameDealOnApplication(tx, userId, dealId) : null;
    const named = applicationId !== null && { applicationId };
    return {
      result: null,
      audit: {
        subject: { type: "user", id: userId },
        ...(before && { before }),
        after: { ...after, ...named },
      },
    };
  });
}

/** Returns the application that is named; null when there is none without a deal. */
async function nameDealOnApplication(tx: Tx, userId: number, dealId: string): Promise<number | null> {
  const newest = await tx.application.findFirst({
    where: { userId },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  if (newest === null) return null;
  const { count } = await tx.application.updateMany({
    where: { id: newest.id, dealId: "" },
    data: { dealId },
  });
  return count > 0 ? newest.id : null;
}
