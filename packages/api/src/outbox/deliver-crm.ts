import type { Tx } from "@countinghouse/db";
import type { Crm, CrmDeal, CrmSubject } from "@countinghouse/providers/crm/port";
import { CrmMessage, NOT_IN_DEALS } from "./crm-message.ts";
import type { Claimed, Delivery, Hold } from "./deliver.ts";

/**
 * Does each step in the CRM. Setting a value is repeated without harm; a note that was tried before is looked for by
 * its marker first, because a call that timed out may have written it. A worker that was frozen, while another one went on
 * in the customer's lane, sets nothing back to what it was.
 */
export const deliverCrm = (crm: Crm, claimed: Claimed[], hold: Hold): Promise<Delivery[]> =>
  Promise.all(
    claimed.map(async ({ id, attempts, payload }) => {
      try {
        const held = heldBefore(crm, () => hold({ id, attempts }));
        const done = await doStep(held, CrmMessage.parse(payload), { marker: id, isRepeat: attempts > 1 });
        return { id, ...done };
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

type Done = { receipt: string; record?: (tx: Tx, at: Date) => Promise<void> };
type Attempt = { marker: string; isRepeat: boolean };

function doStep(crm: Crm, message: CrmMessage, attempt: Attempt): Promise<Done> {
  switch (message.step) {
    case "flag":
      return flag(crm, message);
    case "note":
      return writeNote(crm, message, attempt);
    case "stage":
      return setStage(crm, message);
    case "terms":
      return setTerms(crm, message);
    case "contact":
      return editContact(crm, message);
    default:
      return requestDeal(crm, message);
  }
}

type Step<Name> = Extract<CrmMessage, { step: Name }>;

async function flag(crm: Crm, { crmId, reason }: Step<"flag">): Promise<Done> {
  await crm.setDoNotFund(crmId, reason);
  return { receipt: crmId };
}

async function writeNote(
  crm: Crm,
  { crmId, on, title, content }: Step<"note">,
  { marker, isRepeat }: Attempt,
): Promise<Done> {
  const subject = await subjectOf(crm, crmId, on);
  if (subject === null) return { receipt: NOT_IN_DEALS };
  const written = isRepeat ? await crm.findNote(subject, marker) : null;
  return { receipt: written ?? (await crm.createNote({ subject, title, content, marker })) };
}

async function subjectOf(crm: Crm, crmId: string, on: "lead" | "deal"): Promise<CrmSubject | null> {
  if (on === "lead") return { kind: "lead", id: crmId };
  const found = await crm.dealOf(crmId);
  return found.inDeals ? { kind: "deal", id: found.deal.dealId } : null;
}

async function setStage(crm: Crm, { userId, crmId, stage, declineReason, ...named }: Step<"stage">) {
  const dealId = named.dealId ?? (await newestDealId(crm, crmId));
  if (dealId === null) return { receipt: NOT_IN_DEALS };
  await crm.setDealStage(dealId, { stage, declineReason });
  return { receipt: dealId, record: keepDeal(userId, { dealId, stage, declineReason }) };
}

async function setTerms(crm: Crm, { crmId, terms }: Step<"terms">): Promise<Done> {
  const dealId = await newestDealId(crm, crmId);
  if (dealId === null) return { receipt: NOT_IN_DEALS };
  await crm.updateDealTerms(dealId, terms);
  return { receipt: dealId };
}

async function editContact(crm: Crm, { crmId, fields }: Step<"contact">): Promise<Done> {
  await crm.editContact(crmId, fields);
  return { receipt: crmId };
}

async function newestDealId(crm: Crm, crmId: string): Promise<string | null> {
  const found = await crm.dealOf(crmId);
  return found.inDeals ? found.deal.dealId : null;
}

async function requestDeal(crm: Crm, { userId, ...request }: Step<"request">): Promise<Done> {
  const { dealId } = await crm.requestDeal(request);
  const deal = await crm.deal(dealId);
  const keep = keepDeal(userId, deal ?? { dealId, stage: request.stage, declineReason: null });
  return {
    receipt: dealId,
    record: async (tx, at) => {
      await keep(tx, at);
      await nameDealOnApplication(tx, userId, dealId);
    },
  };
}

/** Keeps the deal as it was last written. */
const keepDeal =
  (userId: number, { dealId, stage, declineReason }: CrmDeal) =>
  async (tx: Tx, readAt: Date): Promise<void> => {
    const deal = { dealId, stage, declineReason: declineReason ?? "", readAt };
    await tx.deal.upsert({ where: { userId }, create: { userId, ...deal }, update: deal });
  };

/** The newest application is what the deal is about, unless it has one. */
async function nameDealOnApplication(tx: Tx, userId: number, dealId: string): Promise<void> {
  const newest = await tx.application.findFirst({
    where: { userId },
    orderBy: { id: "desc" },
    select: { id: true },
  });
  if (newest) await tx.application.updateMany({ where: { id: newest.id, dealId: "" }, data: { dealId } });
}
