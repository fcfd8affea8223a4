import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

/** A span as a collector is sent it by OTLP in JSON. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  /** Which process it is of, by what it calls itself. */
  service: string;
  facts: Record<string, string>;
}

export interface Collector {
  /** What `OTEL_EXPORTER_OTLP_ENDPOINT` is set to. */
  origin: string;
  /** Everything it was sent, with the headers of the last post. */
  spans: CollectedSpan[];
  headers: () => Record<string, unknown>;
  close(): Promise<void>;
}

/** Of one of the types of OTLP; a list is none that we send. */
const Value = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .transform((value) => String(Object.values(value)[0] ?? ""));
const Attributes = z
  .array(z.object({ key: z.string(), value: Value }))
  .default([])
  .transform((list) => Object.fromEntries(list.map(({ key, value }) => [key, value])));
const Posted = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().default(""),
              name: z.string(),
              attributes: Attributes,
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A collector of traces: OTLP over HTTP, as the specification of OpenTelemetry has it. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  let headers: Record<string, unknown> = {};
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      headers = request.headers;
      const isRight = request.method === "POST" && request.url === "/v1/traces";
      for (const { resource, scopeSpans } of isRight ? Posted.parse(body).resourceSpans : [])
        for (const { attributes: facts, ...span } of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, facts, service: resource.attributes["service.name"] ?? "" });
      response.writeHead(isRight ? 200 : 404, { "content-type": "application/json" }).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    spans,
    headers: () => headers,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
