import { modesLike } from "@countinghouse/validators/payments/kinds";
import { givingBackMode } from "@countinghouse/validators/reverts/rules";
import type { Asking } from "../bulk-jobs/engine/ask-banks.ts";
import type { RunningBatch } from "../bulk-jobs/engine/claim.ts";
import type { Runner } from "../bulk-jobs/engine/outcome.ts";
import { type Paces, type PaymentServices, pay } from "../bulk-jobs/engine/payment-runner.ts";
import { beginGiveBack } from "./begin.ts";

/** Gives back to each customer of a batch what another batch has taken from them, once. */
export function createRevertRunner(
  services: PaymentServices,
  paces: Paces,
  batch: RunningBatch,
): Runner<Asking> {
  return {
    prepare: () => Promise.resolve(new Map()),
    run: async (item, _asking, begin) => {
      const source = await services.db.read.bulkItem.findFirst({
        where: { userId: item.userId, batch: { revertedBy: { some: { id: batch.id } } } },
        select: { intent: { select: { kind: true } } },
      });
      const mode = (source?.intent && givingBackMode(source.intent.kind)) ?? "GIVE_BACK";
      const pace = mode === "REFUND" ? paces.cards : paces.ach;
      if (!(await pace.turn(1)) || !(await begin())) return null;
      return pay(services, { item, asked: null, modes: modesLike(mode) }, (tools) =>
        beginGiveBack(tools, { batch, item }),
      );
    },
  };
}
