import { type Actor, actorKey } from "@countinghouse/api/actor";
import { appRouter } from "@countinghouse/api/router";
import type { Services } from "@countinghouse/api/services";
import { tellTrace } from "@countinghouse/api/tracing";
import type { Counter, Histogram } from "prom-client";
import { callSeconds, calls } from "./metrics/metrics.ts";

/** A procedure by its sent name, which can be any text, or a route by its own constant. */
type Asked = { procedure: string } | { route: string };

export type Answered = Asked & {
  /** Null for a request that was refused before the actor was known. */
  actor: Actor | null;
  /** OK, or the code of the refusal. */
  outcome: string;
  /** The start, by `performance.now()`. */
  began: number;
  correlationId: string;
  /** A stream lasts as long as its page is open, so its duration does not count. */
  isStream?: true;
};

/**
 * Logs one line for an answered request: the actor, the procedure, the duration and the outcome. The line has no input, name or address,
 * and an admin is an id.
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

/** Caches counters, because a search by labels costs more than counting. Their number is procedures and routes times refusal codes. */
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

/** Returns the name of a known procedure, or "(none)": an unknown name can be any text. */
export const knownName = (procedure: string): string =>
  Object.hasOwn(appRouter._def.procedures, procedure) ? procedure : "(none)";
