import { isCardKind } from "../../packages/validators/src/payments/kinds.ts";
import { isUnknown } from "../../packages/validators/src/payments/states.ts";
import type { Flaws } from "./flaws.ts";
import type { Intents, Report } from "./intents.ts";
import type { ModelProcessor, Payment } from "./processor.ts";
import { DAY_REPORT_MS, END_MS, HOUR, QUIET_FROM_MS } from "./settings.ts";
import type { World } from "./world.ts";

/** What a processor tells later of a payment that moved money, and what a person finds out in the end. */
export interface Reports {
  /** Draws what befalls a payment that has just moved money, and when that is told: several times, in any order. */
  tellAbout: (payment: Payment) => void;
  cameBack(intentId: string): boolean;
  isSettled(intentId: string): boolean;
  /** Lets a person look into the processor's books, now and then, for what is left to a person. */
  lookInPerson(processor: ModelProcessor): void;
  /** Holds the reports of the days, hour by hour, against what nobody knows the outcome of. */
  accountFor(processor: ModelProcessor): void;
}

const TOLD_WITHIN_MS = 10 * HOUR;
/** In the report of a day, whenever that is read. */
const TOLD_AFTER_HOURS = [1, 12, 40, 45];
const LATE_HOURS = [26, 30, 38, 44];
const TAKES: readonly string[] = ["SALE", "DEBIT"];

export function createReports(world: World, intents: Intents, flaws: Flaws): Reports {
  const { random, scheduler, say, now, settings } = world;
  const settled = new Set<string>();
  const cameBack = new Set<string>();
  const tell = (report: Report): void => {
    for (let times = random.pick([1, 1, 2, 4]); times > 0; times--)
      scheduler.after(random.pick([0, random.int(0, TOLD_WITHIN_MS)]), () => intents.report(report));
  };
  const lookAtAll = (processor: ModelProcessor): void => {
    for (const intent of intents.all.filter(({ state }) => state === "NEEDS_REVIEW")) {
      if (random.chance(0.3)) continue;
      say(() => `a person looks after ${intent.id}`);
      const isPaid = processor.captured.some(({ intentId }) => intentId === intent.id);
      // What was taken stands in the report of the day, even where the person was mistaken.
      const isMistaken = settings.hasDayReports && TAKES.includes(intent.kind) && random.chance(0.8);
      intent.isFailedByHand = !isPaid || isMistaken;
      if (intent.isFailedByHand) intents.move(intent, "FAILED");
      else intents.movePaid(intent, isCardKind(intent.kind) ? "SUCCEEDED" : "SUBMITTED");
    }
  };

  const accountForAll = (processor: ModelProcessor, afterMs: number): void => {
    for (const intent of intents.all) {
      const { state, attempt } = intent;
      if (!isUnknown(state) || attempt === null) continue;
      if (attempt.leasedUntil + afterMs > now()) continue;
      const reported = processor.reported(attempt.key);
      if (reported !== null && !reported.isDeclined) continue;
      say(() => `the reports do not hold ${intent.id}`);
      intents.move(intent, "FAILED");
      intents.setDue(intent, null);
    }
  };

  return {
    tellAbout: ({ intentId, kind }) => {
      if (settings.hasDayReports) {
        const told = { eventKey: `${intentId}-taken`, intentId, state: "TAKEN" } as const;
        const latest = Math.max(1, END_MS - HOUR - now());
        const toldAfter = random.pick(TOLD_AFTER_HOURS) * HOUR + random.int(0, HOUR);
        scheduler.after(Math.min(latest, toldAfter), () => intents.report(told));
      }
      if (now() > QUIET_FROM_MS) return;
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
    accountFor: (processor) => {
      if (!settings.hasDayReports) return;
      const after = flaws.earlyReports ? 0 : DAY_REPORT_MS;
      for (let at = HOUR; at < END_MS; at += HOUR) scheduler.after(at, () => accountForAll(processor, after));
    },
  };
}
