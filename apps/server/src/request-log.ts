import { type Actor, actorKey } from "@countinghouse/api/actor";
import { appRouter } from "@countinghouse/api/router";
import type { Services } from "@countinghouse/api/services";
import { tellTrace } from "@countinghouse/api/tracing";
import type { Counter, Histogram } from "prom-client";
import { callSeconds, calls } from "./metrics/metrics.ts";

/** A procedure by the name that was sent, which may be any text, or the address of what is none: a constant of ours. */
type Asked = { procedure: string } | { route: string };

export type Answered = Asked & {
  /** Null where the request was refused before it was known. */
  actor: Actor | null;
  /** OK, or the code of the refusal. */
  outcome: string;
  /** When it began, by `performance.now()`. */
  began: number;
  correlationId: string;
  /** It lasted as long as its page was open: that is no measure of how fast we are. */
  isStream?: true;
};

/**
 * One line for a request that was answered: who asked for what, how long it took, what came of it. No input, no name, no
 * address: an admin stands there by id.
 */
export function logRequest({ log }: Pick<Services, "log">, answered: Answered): void {
  const { outcome, correlationId } = answered;
  const procedure = "route" in answered ? answered.route : knownName(answered.procedure);
  const ms = Math.round((performance.now() - answered.began) * 10) / 10;
  const actor = answered.actor === null ? "unknown" : actorKey(answered.actor);
  countCall(procedure, outcome);
  if (!answered.isStream) timeCall(procedure, ms / 1000);
  tellTrace({ "countinghouse.outcome": outcome });
  log.info({ procedure, actor, ms, outcome, correlationId }, "call");
}

/** To find a counter by its labels takes longer than to count. There are as many as procedures and routes, times the codes of a refusal. */
const counted = new Map<string, Counter.Internal>();
const timed = new Map<string, Histogram.Internal<"procedure">>();

function countCall(procedure: string, outcome: string): void {
  const name = `${procedure} ${outcome}`;
  const known = counted.get(name) ?? calls.labels({ procedure, outcome });
  counted.set(name, known);
  known.inc();
}

function timeCall(procedure: string, seconds: number): void {
  const known = timed.get(procedure) ?? callSeconds.labels({ procedure });
  timed.set(procedure, known);
  known.observe(seconds);
}

/** The name of a call as it is told: what nobody of ours asks for may be any text. */
export const knownName = (procedure: string): string =>
  Object.hasOwn(appRouter._def.procedures, procedure) ? procedure : "(none)";
