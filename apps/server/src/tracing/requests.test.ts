import { setTracing } from "@countinghouse/api/tracing";
import { afterEach, expect, it } from "vitest";
import { listenOnce } from "../testing/serve.ts";
import { createRouteNames, tracedRequests } from "./requests.ts";

const ROUTES = [
  "POST /trpc",
  "GET /api/files/packets",
  "GET /api/files/zip",
  "POST /api/exports/import-files",
  "POST /api/exports/users",
  "POST /api/webhooks/plaid",
] as const;

afterEach(() => setTracing(null));

it("a request is named by its route, so that no ticket and no text of a visitor is in a trace", async () => {
  const names: string[] = [];
  setTracing({
    carried: () => null,
    within: (name, _facts, work) => {
      names.push(name);
      return work();
    },
    tell: () => {},
    statement: () => null,
  });
  const { origin, close } = await listenOnce(
    tracedRequests(
      { trustProxy: false },
      createRouteNames(ROUTES),
      (_request, response) => void response.end(),
    ),
  );
  const ask = (method: string, path: string) => fetch(origin + path, { method });
  await ask("GET", "/api/files/packets/a-ticket");
  await ask("GET", "/api/files/zip/a-ticket?as=zip");
  await ask("POST", "/api/exports/import-files/a-ticket");
  await ask("POST", "/api/exports/users?list=a-ticket");
  await ask("POST", "/api/webhooks/plaid");
  await ask("POST", "/trpc/a-ticket,admins.me?batch=1");
  await ask("GET", "/api/a-ticket");
  await ask("POST", "/a-ticket");
  await close();
  expect(names).toEqual([
    "GET /api/files/packets",
    "GET /api/files/zip",
    "POST /api/exports/import-files",
    "POST /api/exports/users",
    "POST /api/webhooks/plaid",
    "POST /trpc",
    "GET (none)",
    "POST (none)",
  ]);
});
