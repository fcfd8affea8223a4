import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let served: Served;
const forget = vi.fn<() => void>();
beforeAll(async () => {
  api = await createTestApi();
  const actor = await api.admin("EMPLOYEE");
  // This cache returns the same admin for every token, without a session in the database.
  const knownSessions = {
    readActor: () => Promise.resolve(actor),
    forget,
    isHearing: () => true,
    close: () => Promise.resolve(),
  };
  served = await serve({ ...api.services, knownSessions });
});
afterAll(async () => {
  await served.close();
  await api.close();
});

const readStatus = async (paths: string, token = "") => {
  const response = await fetch(`${served.origin}/trpc/${paths}?batch=1`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: "{}",
  });
  const answers = (await response.json()) as object[];
  return answers.map((answer) => ("error" in answer ? "refused" : "answered"));
};

it("answers a read from the cache of sessions", async () => {
  expect(await readStatus("admins.me")).toEqual(["answered"]);
  expect(forget).not.toHaveBeenCalled();
});

it("reads the caller of a change, or of a batch with one, from the database", async () => {
  expect(await readStatus("auth.signOut")).toEqual(["refused"]);
  expect(await readStatus("admins.me,auth.signOut")).toEqual(["refused", "refused"]);
  expect(await readStatus("admins.me,no.such")).toEqual(["refused", "refused"]);
});

it("clears the cache after its own change, before the notice arrives", async () => {
  forget.mockClear();
  const token = await openSession(api, "EMPLOYEE");
  expect(await readStatus("auth.signOut", token)).toEqual(["answered"]);
  expect(forget).toHaveBeenCalledOnce();
});
