import type { RequestListener } from "node:http";
import { readActor } from "@countinghouse/api/auth/sessions";
import { createCtx } from "@countinghouse/api/context";
import { appRouter } from "@countinghouse/api/router";
import type { Services } from "@countinghouse/api/services";
import { nodeHTTPRequestHandler } from "@trpc/server/adapters/node-http";
import { LARGEST_BODY } from "../call-bodies.ts";
import { type CallOptions, MOST_CALLS_IN_A_BATCH, requestFacts } from "../calls.ts";
import { bearer } from "../procedures/caller.ts";

/** Does the same as `createCallListener` with tRPC's own adapter, to compare answers and costs. */
export const createOfficialCallListener =
  (services: Services, options: CallOptions): RequestListener =>
  (request, response) => {
    const facts = requestFacts(request, services, options);
    const [address = ""] = (request.url ?? "").split("?");
    void nodeHTTPRequestHandler({
      router: appRouter,
      req: request,
      res: response,
      path: decodeURIComponent(address.slice("/trpc/".length)),
      allowMethodOverride: true,
      maxBodySize: LARGEST_BODY,
      maxBatchSize: MOST_CALLS_IN_A_BATCH,
      createContext: async () =>
        createCtx(services, await readActor(services, bearer(request), facts.ip), facts),
      responseMeta: () => {
        const headers = new Headers({
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
          "x-correlation-id": facts.correlationId,
        });
        for (const [name, value] of facts.answer) headers.append(name, value);
        return { headers };
      },
    });
  };
