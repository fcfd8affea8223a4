import { COLLECTING_MODES } from "@countinghouse/validators/payments/kinds";
import { type Asking, askBanks, readLinks } from "../bulk-jobs/engine/ask-banks.ts";
import type { ClaimedItem, RunningBatch } from "../bulk-jobs/engine/claim.ts";
import type { Runner } from "../bulk-jobs/engine/outcome.ts";
import { type Paces, type PaymentServices, pay } from "../bulk-jobs/engine/payment-runner.ts";
import { writeAsJob } from "../job-writes.ts";
import { beginAutomation } from "./begin.ts";

/**
 * Takes what is due from each customer that payment automation has chosen: from the account, whose bank is asked first
 * what is in it, or from the card, and from the other one once that has failed for good.
 */
export function createAutomationRunner(
  services: PaymentServices,
  paces: Paces,
  batch: RunningBatch,
): Runner<Asking> {
  return {
    prepare: async (items) => {
      const rails = await services.db.read.automationItem.findMany({
        where: { itemId: { in: items.map(({ id }) => id) }, rail: "ACH" },
        select: { itemId: true },
      });
      const byAch = new Set(rails.map(({ itemId }) => itemId));
      const debited = items.filter(({ id }) => byAch.has(id));
      const askings = await readLinks(
        services,
        debited.map(({ userId }) => userId),
      );
      return new Map(
        debited.map((item) => [item.id, askings.get(item.userId) ?? nothingToAsk(item)] as const),
      );
    },
    run: async (item, asking, begin) => {
      const isAsked = asking !== undefined && asking.links.length > 0;
      if (isAsked && !(await paces.banks.turn(asking.links.length))) return null;
      if (isAsked && !(await begin())) return null;
      const asked = isAsked ? await askBanks(services, asking) : null;
      const pace = asking === undefined ? paces.cards : paces.ach;
      if (!(await pace.turn(1))) return null;
      if (!isAsked && !(await begin())) return null;
      let plaidBalanceCents: number | null = null;
      const onBalance = (cents: number) => {
        plaidBalanceCents = cents;
      };
      const outcome = await pay(services, { item, asked, modes: COLLECTING_MODES }, (tools) =>
        beginAutomation(tools, { batch, item, asked, onBalance }),
      );
      // Apart from the payment: where too little is in the account none is written down.
      if (plaidBalanceCents !== null) await keepBalance(services, item, plaidBalanceCents);
      return outcome;
    },
  };
}

const keepBalance = (services: PaymentServices, { id, userId }: ClaimedItem, plaidBalanceCents: number) =>
  writeAsJob(services, "bulk-jobs", async ({ tx }) => {
    await tx.automationItem.update({ where: { itemId: id }, data: { plaidBalanceCents } });
    const event = { subject: { type: "user", id: userId }, after: { itemId: id, plaidBalanceCents } };
    return {
      result: null,
      audit: { action: "automation.keepBalance", requestId: id, events: [event] },
    };
  }).catch((error: unknown) => {
    services.log.warn({ itemId: id, error: String(error) }, "balance of a bulk row not kept");
  });

const nothingToAsk = ({ userId }: ClaimedItem): Asking => ({ userId, links: [], last4: new Map() });
