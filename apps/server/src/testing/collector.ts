import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

/** A span that a collector received by OTLP in JSON. */
export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  /** The service name of the process. */
  service: string;
  facts: Record<string, string>;
}

export interface Collector {
  /** The value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  origin: string;
  /** All received spans. */
  spans: CollectedSpan[];
  headers: () => Record<string, unknown>;
  close(): Promise<void>;
}

/** A value of one of OTLP's types, without lists, which the server never sends. */
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

/** Starts a collector of traces by OTLP over HTTP, like in the specification of OpenTelemetry. */
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
