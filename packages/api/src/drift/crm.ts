import type { Crm, CrmSubject } from "@countinghouse/providers/crm/port";
import { CLOSED_LOST, DO_NOT_FUND_DECLINE } from "@countinghouse/validators/deals/rules";
import type { Core } from "../core.ts";
import { CrmMessage, NOT_IN_DEALS } from "../deals/message.ts";
import { CRM_TEXT_LENGTH } from "../do-not-fund/crm-steps.ts";
import { payloadPlace } from "../outbox/queue.ts";
import { type Asked, askEach, type Held, LATELY_DAYS, MONTH_DAYS, MOST_COMPARED } from "./found.ts";
import { whyUnanswered } from "./unanswered.ts";

type CrmServices = Pick<Core, "db" | "vault" | "now">;

interface Told {
  id: string;
  message: CrmMessage;
  receipt: string;
}

/** The lanes that were told something lately, or are due this day of the month, and of which nothing is on its way. */
const LANES = `
  SELECT m.lane FROM outbox_message m
  WHERE m.topic = 'CRM' AND m.state = 'DELIVERED' AND m.lane <> ''
  GROUP BY m.lane
  HAVING max(m.delivered_at) > $1::timestamptz - interval '${LATELY_DAYS} days'
    OR abs(hashtext(m.lane)) % ${MONTH_DAYS} = extract(day FROM $1::timestamptz)::int % ${MONTH_DAYS}
  ORDER BY max(m.delivered_at) DESC LIMIT ${MOST_COMPARED}`;

/**
 * Holds the CRM against what it was told last: the flag of each customer, the deal where it was closed or opened again, and
 * each note. A customer of whom something is still on its way is left out.
 */
export async function compareCrm(services: CrmServices, crm: Crm): Promise<Asked> {
  const { db, now } = services;
  const lanes = await db.read.sql<{ lane: string }>({ name: "drift.lanes", text: LANES }, [now()]);
  const held: Held[] = [];
  const unanswered = await askEach(
    lanes,
    async ({ lane }) => {
      const told = await readTold(services, lane);
      if (told !== null) held.push(...(await compareCustomer(services, crm, told)));
    },
    whyUnanswered,
  );
  return { held, unanswered };
}

/** All that a lane delivered, in its order; null while something of it waits. */
async function readTold({ db, vault }: CrmServices, lane: string): Promise<Told[] | null> {
  const messages = await db.read.outboxMessage.findMany({
    where: { lane, deletedAt: null },
    orderBy: { position: "asc" },
    select: { id: true, state: true, payload: true, receipt: true },
  });
  if (messages.some(({ state }) => state === "QUEUED")) return null;
  return messages.flatMap(({ id, state, payload, receipt }) => {
    if (state !== "DELIVERED") return [];
    const { data } = CrmMessage.safeParse(JSON.parse(vault.open(payloadPlace(id), payload)));
    return data ? [{ id, message: data, receipt }] : [];
  });
}

async function compareCustomer(services: CrmServices, crm: Crm, told: readonly Told[]): Promise<Held[]> {
  const held: Held[] = [];
  const last = (step: CrmMessage["step"]) => told.findLast(({ message }) => message.step === step);
  const flag = last("flag");
  if (flag) held.push(await compareFlag(services, crm, flag.message));
  const stage = last("stage");
  if (stage?.message.step === "stage" && stage.receipt !== NOT_IN_DEALS)
    held.push(await compareStage(crm, stage.receipt, stage.message));
  // A note on a deal stands on the one that was moved with it: the customer may have a newer one since.
  let dealId: string | null = null;
  for (const { id, message, receipt } of told) {
    if (message.step === "stage") dealId = receipt === NOT_IN_DEALS ? null : receipt;
    if (message.step !== "note" || receipt === NOT_IN_DEALS) continue;
    const on = message.on === "lead" ? ({ kind: "lead", id: message.crmId } as const) : onDeal(dealId);
    if (on !== null) held.push(await compareNote(crm, id, message, on));
  }
  return held;
}

const flagText = (reason: string | null): string => (reason === null ? "not set" : `set: ${reason}`);

async function compareFlag({ db }: CrmServices, crm: Crm, told: CrmMessage): Promise<Held> {
  const { userId, crmId } = told;
  const user = await db.read.user.findUniqueOrThrow({
    where: { id: userId },
    select: { doNotFund: true, doNotFundReason: true },
  });
  const found = await crm.doNotFund(crmId);
  const ours = user.doNotFund ? user.doNotFundReason.slice(0, CRM_TEXT_LENGTH).toWellFormed() : null;
  const theirs = found?.isSet ? (found.reason ?? "") : null;
  const differs =
    found !== null && ours === theirs
      ? null
      : {
          ours: flagText(ours),
          theirs: found === null ? "the CRM does not know the customer" : flagText(theirs),
        };
  return { what: "flag", subject: String(userId), userId, differs };
}

/**
 * A deal that was closed is to stay so. One that was opened again may have been moved on in the CRM, but it may not still be
 * closed for Do Not Fund.
 */
async function compareStage(
  crm: Crm,
  dealId: string,
  { userId, stage, declineReason }: Extract<CrmMessage, { step: "stage" }>,
): Promise<Held> {
  const deal = await crm.deal(dealId);
  const isSame =
    deal !== null &&
    (stage === CLOSED_LOST
      ? deal.stage === stage && deal.declineReason === declineReason
      : deal.declineReason !== DO_NOT_FUND_DECLINE);
  const inWords = (name: string, why: string | null) => (why === null ? name : `${name} (${why})`);
  const differs = isSame
    ? null
    : {
        ours: inWords(stage, declineReason),
        theirs: deal === null ? "there is no such deal" : inWords(deal.stage, deal.declineReason),
      };
  return { what: "stage", subject: String(userId), userId, differs };
}

async function compareNote(
  crm: Crm,
  id: string,
  { userId, on, title }: Extract<CrmMessage, { step: "note" }>,
  subject: CrmSubject,
): Promise<Held> {
  const found = await crm.findNote(subject, id);
  const differs =
    found === null ? { ours: `a note “${title}” on the ${on}`, theirs: "there is no such note" } : null;
  return { what: "note", subject: id, userId, differs };
}

const onDeal = (id: string | null): CrmSubject | null => (id === null ? null : { kind: "deal", id });
