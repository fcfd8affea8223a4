import { once } from "node:events";
import { createServer } from "node:http";
import { DomainError, type DomainErrorCode } from "@countinghouse/api/errors";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createExportAnswer } from "./export-answer.ts";

let api: TestApi;
let token: string;
beforeAll(async () => {
  api = await createTestApi();
  token = await openSession(api, "VIEWER");
});
afterAll(() => api.close());

/** Returns the answer of an export that throws this error before its first byte. */
async function readRefusal(thrown: Error) {
  const answer = createExportAnswer(api.services, { trustProxy: false });
  const server = createServer(
    (request, response) =>
      void answer(request, response, {
        route: "/api/exports/test",
        write: () => Promise.reject(thrown),
        form: "csv",
      }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  const response = await fetch(`http://127.0.0.1:${address.port}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  const said: unknown = await response.json();
  server.close();
  return { status: response.status, correlationId: response.headers.get("x-correlation-id"), said };
}

const STATUSES: [DomainErrorCode, number][] = [
  ["NOT_FOUND", 404],
  ["CONFLICT", 409],
  ["RULE", 422],
  ["FORBIDDEN", 403],
  ["INVALID", 400],
  ["UNAUTHORIZED", 401],
  ["LIMITED", 429],
  ["UNAVAILABLE", 503],
];

it.each(STATUSES)(
  "an export that is refused with %s answers with the status of a call, %i",
  async (code, status) => {
    const { correlationId, ...refused } = await readRefusal(new DomainError(code, "Not now."));
    expect(refused).toEqual({ status, said: { code, message: "Not now.", correlationId } });
  },
);

it("an export with an unexpected error hides the error", async () => {
  const { status, said } = await readRefusal(new Error("relation does not exist"));
  expect(status).toBe(500);
  expect(said).toMatchObject({ code: "INTERNAL_SERVER_ERROR" });
  expect(JSON.stringify(said)).not.toContain("does not exist");
});
