/** What is told of a span beside its name. Never personal data: an admin or a customer stands there by id. */
export type TraceFacts = Readonly<Record<string, string | number | boolean | undefined>>;

/** Where spans go. The server has one where tracing is set up; without one nothing is traced and nothing loaded. */
export interface Tracing {
  /** The span under way as W3C trace context, to be kept beside what is done later; null where there is none. */
  carried(): string | null;
  /** Does `work` in a span of its own: of the span under way, else of the first of these traces, with one beside it for each other. */
  within<Result>(
    name: string,
    facts: TraceFacts,
    work: () => Promise<Result>,
    options: SpanOptions,
  ): Promise<Result>;
  /** Tells more of the span under way. */
  tell(facts: TraceFacts): void;
  /** A statement begins; returns what is to be called when it is over, or null where nobody traces it. */
  statement(text: string): ((error: unknown) => void) | null;
}

export interface SpanOptions {
  /** Goes on with what was carried from there. */
  from?: readonly (string | null)[];
  /**
   * That it begins a trace where nothing is under way and nothing was carried; without it `work` is then done without a span. A
   * trace of what changes something is always kept, of what only reads a part of them.
   */
  begins?: "change" | "read";
  kind?: "server" | "client";
}

let current: Tracing | null = null;

/** Has all that follows traced there; null stops it. */
export function setTracing(tracing: Tracing | null): void {
  current = tracing;
}

export const isTracing = (): boolean => current !== null;

/** The trace of what is done now, to be kept beside what is done later. */
export const carriedTrace = (): string | null => current?.carried() ?? null;

/** Does `work` in a span, where tracing is on. */
export const traced = <Result>(
  name: string,
  facts: TraceFacts,
  work: () => Promise<Result>,
  options: SpanOptions = {},
): Promise<Result> => (current === null ? work() : current.within(name, facts, work, options));

/** Tells more of the span under way, where tracing is on. */
export const tellTrace = (facts: TraceFacts): void => current?.tell(facts);

/** For the connections: see `Tracing.statement`. */
export const traceStatement = (text: string): ((error: unknown) => void) | null =>
  current?.statement(text) ?? null;
