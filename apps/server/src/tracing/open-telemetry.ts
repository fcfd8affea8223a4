import type { SpanOptions, TraceFacts, Tracing } from "@countinghouse/api/tracing";
import {
  type Context,
  context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { VERSION } from "../version.ts";
import type { OtlpSettings } from "./settings.ts";

export interface RunningTracing extends Tracing {
  /** Sends the remaining spans, and stops. */
  stop(): Promise<void>;
}

const LONGEST_STATEMENT = 300;
const CARRIED = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Sends spans to a collector by OTLP over HTTP. A process creates one only, because it sets the global context manager. */
export function createOpenTelemetry({ url, headers, serviceName, ratio }: OtlpSettings): RunningTracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": VERSION }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) })],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const tracer = provider.getTracer("countinghouse", VERSION);
  // A read outside the sample creates no span at all, and most reads are outside.
  const isKept = (begins: Begins) => begins === "change" || Math.random() < ratio;
  return {
    carried,
    within: (name, facts, work, options) => within({ tracer, isKept }, name, facts, work, options),
    tell: (facts) => void trace.getActiveSpan()?.setAttributes(facts),
    statement: (text) => beginStatement(tracer, text),
    stop: async () => {
      await provider.shutdown();
      context.disable();
      manager.disable();
    },
  };
}

function carried(): string | null {
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined || !isSpanContextValid(span)) return null;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, "0")}`;
}

/** Returns the context of a trace from another process, or null. */
function readCarried(text: string | null): Context | null {
  const [, traceId, spanId, flags] = CARRIED.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : null;
}

type Begins = NonNullable<SpanOptions["begins"]>;

/** The tracer, and the decision which traces begin. */
interface Traces {
  tracer: Tracer;
  isKept: (begins: Begins) => boolean;
}

async function within<Result>(
  { tracer, isKept }: Traces,
  name: string,
  facts: TraceFacts,
  work: () => Promise<Result>,
  { from = [], begins, kind }: SpanOptions,
): Promise<Result> {
  const above = trace.getActiveSpan();
  // A trace that its first process does not record has no spans here.
  if (above?.isRecording() === false) return work();
  const parents = above === undefined ? distinct(from.map(readCarried)) : [context.active()];
  if (parents.length === 0 && (begins === undefined || !isKept(begins))) return work();
  const [first = ROOT_CONTEXT, ...others] = parents;
  const options = { attributes: { ...facts }, kind: KINDS[kind ?? "internal"] };
  const span = tracer.startSpan(name, options, first);
  const links: Link[] = [{ context: span.spanContext() }];
  const beside = others.map((parent) => tracer.startSpan(name, { ...options, links }, parent));
  const end = (error: unknown) => {
    for (const each of [span, ...beside]) over(each, error);
  };
  try {
    const result = await context.with(trace.setSpan(first, span), work);
    end(null);
    return result;
  } catch (error) {
    end(error ?? "thrown");
    throw error;
  }
}

const KINDS = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Returns one context for each trace: messages of one trace in one delivery have one span. */
function distinct(contexts: readonly (Context | null)[]): Context[] {
  const known = new Map(
    contexts.flatMap((each) => {
      const span = each === null ? undefined : trace.getSpanContext(each);
      return each === null || span === undefined ? [] : [[span.traceId, each] as const];
    }),
  );
  return [...known.values()];
}

/** Begins the span of a statement. A statement outside of any span, such as the poll of an idle job, has none. */
function beginStatement(tracer: Tracer, text: string): ((error: unknown) => void) | null {
  if (trace.getActiveSpan()?.isRecording() !== true) return null;
  const statement = text.length > LONGEST_STATEMENT ? `${text.slice(0, LONGEST_STATEMENT)}…` : text;
  const span = tracer.startSpan("postgresql", {
    kind: SpanKind.CLIENT,
    attributes: { "db.system.name": "postgresql", "db.query.text": statement },
  });
  return (error) => over(span, error);
}

/** Ends a span. An error is recorded by its type only, because its message can name a customer. */
function over(span: Span, error: unknown): void {
  if (error !== null) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
  }
  span.end();
}
