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
  /** Sends what is left, and stops. */
  stop(): Promise<void>;
}

const LONGEST_STATEMENT = 300;
const CARRIED = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Sends spans to a collector by OTLP over HTTP. One of it a process: it keeps what is under way for the whole of it. */
export function createOpenTelemetry({ url, headers, serviceName, ratio }: OtlpSettings): RunningTracing {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName, "service.version": VERSION }),
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler() }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) })],
  });
  const manager = new AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(manager);
  const tracer = provider.getTracer("countinghouse", VERSION);
  // Of a read that is not kept nothing is made at all: most are none.
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

/** The trace that was carried from elsewhere, as what is under way. */
function readCarried(text: string | null): Context | null {
  const [, traceId, spanId, flags] = CARRIED.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : null;
}

type Begins = NonNullable<SpanOptions["begins"]>;

/** Where spans are made, and which traces are begun. */
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
  // Of a trace that is not kept elsewhere nothing below its root is made.
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

/** One for each trace: messages of one trace that go out together are one delivery. */
function distinct(contexts: readonly (Context | null)[]): Context[] {
  const known = new Map(
    contexts.flatMap((each) => {
      const span = each === null ? undefined : trace.getSpanContext(each);
      return each === null || span === undefined ? [] : [[span.traceId, each] as const];
    }),
  );
  return [...known.values()];
}

/** A statement outside of any span, such as the look of a job that finds nothing to do, is not told of. */
function beginStatement(tracer: Tracer, text: string): ((error: unknown) => void) | null {
  if (trace.getActiveSpan()?.isRecording() !== true) return null;
  const statement = text.length > LONGEST_STATEMENT ? `${text.slice(0, LONGEST_STATEMENT)}…` : text;
  const span = tracer.startSpan("postgresql", {
    kind: SpanKind.CLIENT,
    attributes: { "db.system.name": "postgresql", "db.query.text": statement },
  });
  return (error) => over(span, error);
}

/** What an error says may name a customer: its kind alone is told. */
function over(span: Span, error: unknown): void {
  if (error !== null) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute("error.type", error instanceof Error ? error.name : typeof error);
  }
  span.end();
}
