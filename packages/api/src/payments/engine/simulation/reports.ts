import { isCardKind } from "../processors.ts";
import type { Intents, Report } from "./intents.ts";
import type { ModelProcessor, Payment } from "./processor.ts";
import { HOUR, QUIET_FROM_MS } from "./settings.ts";
import type { World } from "./world.ts";

/** What a processor tells later of a payment that moved money, and what a person finds out in the end. */
export interface Reports {
  /** Draws what befalls a payment that has just moved money, and when that is told: several times, in any order. */
  tellOf: (payment: Payment) => void;
  cameBack(intentId: string): boolean;
  isSettled(intentId: string): boolean;
  /** Lets a person look into the processor's books, now and then, for what is left to a person. */
  lookInPerson(processor: ModelProcessor): void;
}

const TOLD_WITHIN_MS = 10 * HOUR;
const LATE_HOURS = [26, 30, 38, 44];

export function createReports({ random, scheduler, say, now }: World, intents: Intents): Reports {
  const settled = new Set<string>();
  const cameBack = new Set<string>();
  const tell = (report: Report): void => {
    for (let times = random.pick([1, 1, 2, 4]); times > 0; times--)
      scheduler.after(random.pick([0, random.int(0, TOLD_WITHIN_MS)]), () => intents.report(report));
  };
  const lookAtAll = (processor: ModelProcessor): void => {
    for (const intent of intents.all.filter(({ state }) => state === "NEEDS_REVIEW")) {
      if (random.chance(0.5)) continue;
      say(() => `a person looks after ${intent.id}`);
      const isPaid = processor.captured.some(({ intentId }) => intentId === intent.id);
      if (!isPaid) intents.move(intent, "FAILED");
      else intents.movePaid(intent, isCardKind(intent.kind) ? "SUCCEEDED" : "SUBMITTED");
    }
  };

  return {
    tellOf: ({ intentId }) => {
      if (now() > QUIET_FROM_MS) return;
      const { kind } = intents.get(intentId);
      if (kind === "REFUND") return;
      if (isCardKind(kind)) {
        if (random.chance(0.8)) return;
        cameBack.add(intentId);
        tell({ eventKey: `${intentId}-chargeback`, intentId, state: "CHARGED_BACK" });
        if (kind === "SALE" && random.chance(0.4)) {
          cameBack.delete(intentId);
          tell({ eventKey: `${intentId}-chargeback-reversal`, intentId, state: "SUCCEEDED" });
        }
        return;
      }
      if (random.chance(0.6)) {
        settled.add(intentId);
        tell({ eventKey: `${intentId}-settlement`, intentId, state: "SETTLED" });
      }
      if (random.chance(0.8)) return;
      cameBack.add(intentId);
      tell({ eventKey: `${intentId}-return`, intentId, state: "RETURNED" });
    },
    cameBack: (intentId) => cameBack.has(intentId),
    isSettled: (intentId) => settled.has(intentId),
    lookInPerson: (processor) => {
      for (const hours of LATE_HOURS) scheduler.after(hours * HOUR, () => lookAtAll(processor));
    },
  };
}
