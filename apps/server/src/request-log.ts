import { type Actor, actorKey } from "@countinghouse/api/actor";
import { appRouter } from "@countinghouse/api/router";
import type { Services } from "@countinghouse/api/services";
import { tellTrace } from "@countinghouse/api/tracing";
import { callSeconds, calls } from "./metrics/metrics.ts";

export interface Answered {
  /** A procedure, or the address of what is none. */
  procedure: string;
  /** Null where the request was refused before it was known. */
  actor: Actor | null;
  /** OK, or the code of the refusal. */
  outcome: string;
  /** When it began, by `performance.now()`. */
  began: number;
  correlationId: string;
  /** It lasted as long as its page was open: that is no measure of how fast we are. */
  isStream?: true;
}

/**
 * One line for a request that was answered: who asked for what, how long it took, what came of it. No input, no name, no
 * address: an admin stands there by id.
 */
export function logRequest({ log }: Pick<Services, "log">, answered: Answered): void {
  const { outcome, correlationId } = answered;
  const procedure = knownName(answered.procedure);
  const ms = Math.round((performance.now() - answered.began) * 10) / 10;
  const actor = answered.actor === null ? "unknown" : actorKey(answered.actor);
  calls.inc({ procedure, outcome });
  if (!answered.isStream) callSeconds.observe({ procedure }, ms / 1000);
  tellTrace({ "countinghouse.outcome": outcome });
  log.info({ procedure, actor, ms, outcome, correlationId }, "call");
}

/** The name of a call as it is told: what nobody of ours asks for may be any text. */
export const knownName = (procedure: string): string =>
  Object.hasOwn(appRouter._def.procedures, procedure) || procedure.startsWith("/") ? procedure : "(none)";
