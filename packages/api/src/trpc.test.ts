import { setImmediate as macrotask } from "node:timers/promises";
import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DomainError } from "./errors.ts";
import type { ProcedureCtx } from "./services.ts";
import { publicProcedure, router } from "./trpc.ts";

const uncaught: unknown[] = [];
const keep = (reason: unknown) => void uncaught.push(reason);
beforeEach(() => void process.on("unhandledRejection", keep));
afterEach(() => {
  process.off("unhandledRejection", keep);
  uncaught.length = 0;
});

/** A stream that is refused after so many news, and a browser that has taken nothing of it yet. */
async function refusedAfter(news: number): Promise<Response> {
  const over = Promise.withResolvers<void>();
  const app = router({
    live: publicProcedure.subscription(async function* () {
      for (let nth = 0; nth < news; nth++) yield nth;
      await over.promise;
      throw new DomainError("UNAUTHORIZED", "Unauthorized User");
    }),
  });
  const response = await fetchRequestHandler({
    endpoint: "/trpc",
    router: app,
    req: new Request("http://console.test/trpc/live"),
    createContext: () => ({ request: {}, services: { vendorsOff: [] } }) as unknown as ProcedureCtx,
  });
  await quiet();
  over.resolve();
  await quiet();
  return response;
}

/** Until everything that does not wait for a reader has happened. */
async function quiet(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await macrotask();
}

it.each([0, 1, 2, 3, 4, 5])(
  "a stream that is refused while its browser takes nothing ends no process, and says so once it does (%i news)",
  async (news) => {
    const response = await refusedAfter(news);
    expect(uncaught).toEqual([]);
    expect(await response.text()).toContain("Unauthorized User");
  },
);
