import type { PaymentKind } from "../../packages/db/src/index.ts";
import type { Random } from "../../packages/db/src/seed/random.ts";
import { FUNDING_MODES } from "../../packages/validators/src/payments/kinds.ts";
import type { Outage } from "./fates.ts";
import type { Press } from "./intents.ts";
import { HOUR, LAST_PRESS_MS } from "./settings.ts";
import type { World } from "./world.ts";

const MINUTE = 60_000;
const APPLICATIONS = [1, 2] as const;
const TAKING_KINDS: readonly PaymentKind[] = ["SALE", "DEBIT"];

/**
 * Who presses what and when: several requests for the same funding, the same due payment or the same refund of it, at
 * the same moment or apart, and each of them once or several times under the same request id. Refunds ask for more
 * together than their sale took.
 */
export function drawPresses(random: Random): (Press & { at: number })[] {
  const presses: (Press & { at: number })[] = [];
  const add = (
    subject: Omit<Press, "requestId" | "kind" | "saleKey"> & { saleKey?: string },
    kinds: readonly PaymentKind[],
    from = 0,
  ): number => {
    const start = random.int(from, LAST_PRESS_MS / 2);
    for (let request = random.int(1, 3); request > 0; request--) {
      const requestId = `request ${presses.length + 1}`;
      const kind = random.pick(kinds);
      for (let press = random.pick([1, 1, 2, 3]); press > 0; press--) {
        const at = start + random.pick([0, 0, 1, 100, 20_000, random.int(0, LAST_PRESS_MS / 2)]);
        presses.push({ saleKey: null, ...subject, requestId, kind, at });
      }
    }
    return start;
  };
  for (const applicationId of APPLICATIONS.slice(0, random.int(0, APPLICATIONS.length)))
    add(
      { userId: applicationId, applicationId, businessKey: null, amountCents: random.int(1, 500_000) },
      FUNDING_MODES,
    );
  for (let schedule = presses.length === 0 ? 1 : random.int(0, 2); schedule > 0; schedule--) {
    const saleKey = `bulk-debit:${schedule}`;
    const subject = { userId: schedule, applicationId: null, amountCents: random.int(1, 50_000) };
    const start = add({ ...subject, businessKey: saleKey }, TAKING_KINDS);
    for (let refund = random.pick([0, 1, 2, 3]); refund > 0; refund--) {
      const amountCents = random.pick([subject.amountCents, random.int(1, subject.amountCents)]);
      const businessKey = `refund:${schedule}:${refund}`;
      add({ ...subject, amountCents, businessKey, saleKey }, ["REFUND"], start);
    }
  }
  return presses;
}

/** Do Not Fund and expiry come and go at any moment; the reason why an application may not be paid out now. */
export function flipRules({ random, scheduler, say }: World): ReadonlyMap<number, string> {
  const rules = new Map<number, string>();
  for (const applicationId of APPLICATIONS) {
    const flip = (): void => {
      if (rules.has(applicationId)) rules.delete(applicationId);
      else rules.set(applicationId, random.pick(["Do Not Fund is set.", "The offer has expired."]));
      say(() => `application ${applicationId}: ${rules.get(applicationId) ?? "may be paid out"}`);
    };
    for (let flips = random.pick([0, 0, 1, 2, 6]); flips > 0; flips--)
      scheduler.after(random.int(0, random.pick([MINUTE, LAST_PRESS_MS, 4 * HOUR])), flip);
  }
  return rules;
}

/** When the processor cannot be reached: for a while, now and then for most of a day. */
export function drawOutages(random: Random): Outage[] {
  return Array.from({ length: random.pick([0, 0, 1, 2]) }, () => {
    const from = random.int(0, random.pick([LAST_PRESS_MS, 30 * HOUR]));
    return { from, to: from + random.pick([MINUTE, 20 * MINUTE, 5 * HOUR]) };
  });
}
