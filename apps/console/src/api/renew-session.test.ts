import type { AppRouter } from "@countinghouse/api";
import { createTRPCClient } from "@trpc/client";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { keepToken, readSession, readToken } from "@/lib/session.ts";
import { deliverToasts } from "@/lib/toast.ts";
import { guardUnsavedChanges } from "@/lib/unsaved-changes.ts";
import { ADMIN, signIn, signOut, tokenFor } from "@/test/render-page.tsx";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { makeLinks } from "./client.ts";

const makeClient = () => createTRPCClient<AppRouter>({ links: makeLinks(`${window.location.origin}/trpc`) });
const fresh = tokenFor({ sub: ADMIN.id, exp: 2_000_000_000 });

function answerOnlyTo(token: string) {
  let refused = 0;
  mockTrpc.query("admins.me", ({ request }) => {
    if (request.headers.get("authorization") === `Bearer ${token}`) return ADMIN;
    refused += 1;
    throw mockTrpc.refusal("UNAUTHORIZED", { message: "Unauthorized User" });
  });
  return () => refused;
}

it("renews an expired session once for all the calls it refused, and repeats them", async () => {
  signIn();
  const refused = answerOnlyTo(fresh);
  let renewals = 0;
  mockTrpc.mutation("auth.refresh", () => {
    renewals += 1;
    return { token: fresh };
  });
  const client = makeClient();
  const answers = await Promise.all([client.admins.me.query(), client.admins.me.query()]);
  expect(answers).toEqual([ADMIN, ADMIN]);
  expect(refused()).toBe(2);
  expect(renewals).toBe(1);
  expect(readToken()).toBe(fresh);
});

it("renews a token that is over before it is sent, by the clock of the server, so that no call is refused", async () => {
  const second = Math.floor(Date.now() / 1000) - 3_600;
  const over = tokenFor({ sub: ADMIN.id, iat: second, exp: second + 4 });
  keepToken(over);
  const next = tokenFor({ sub: ADMIN.id, iat: second, exp: second + 300 });
  const refused = answerOnlyTo(next);
  let renewals = 0;
  mockTrpc.mutation("auth.refresh", () => {
    renewals += 1;
    return { token: next };
  });
  const client = makeClient();
  await Promise.all([client.admins.me.query(), client.admins.me.query()]);
  await client.admins.me.query();
  expect([refused(), renewals]).toEqual([0, 1]);
});

it("ends the session with 'Unauthorized User' when the renewal fails, and does not change other windows", async () => {
  signIn();
  answerOnlyTo(fresh);
  mockTrpc.mutation("auth.refresh", () => {
    throw mockTrpc.refusal("UNAUTHORIZED");
  });
  const said: string[] = [];
  const stop = deliverToasts(({ message }) => said.push(message));
  await expect(makeClient().admins.me.query()).rejects.toThrow("Unauthorized User");
  stop();
  expect(readToken()).toBeNull();
  expect(readSession()).toBeNull();
  expect(localStorage.getItem("interrupted")).toBe("1");
  expect(said).toEqual(["Unauthorized User"]);
});

it("ends the session when what renews it is somebody else's, and asks nothing in their name", async () => {
  signIn();
  const theirs = tokenFor({ sub: "somebody else", exp: 2_000_000_000 });
  const refused = answerOnlyTo(theirs);
  mockTrpc.mutation("auth.refresh", () => ({ token: theirs }));
  const said: string[] = [];
  const stop = deliverToasts(({ message }) => said.push(message));
  await expect(makeClient().admins.me.query()).rejects.toThrow("Unauthorized User");
  stop();
  expect(refused()).toBe(1);
  expect(readToken()).toBeNull();
  expect(said).toEqual(["Unauthorized User"]);
});

it("repeats nothing as somebody else who has signed in in another window meanwhile", async () => {
  signIn();
  const theirs = tokenFor({ sub: "somebody else", exp: 2_000_000_000 });
  let asked = 0;
  mockTrpc.query("admins.me", () => {
    asked += 1;
    keepToken(theirs);
    throw mockTrpc.refusal("UNAUTHORIZED", { message: "Unauthorized User" });
  });
  await expect(makeClient().admins.me.query()).rejects.toThrow("Unauthorized User");
  expect(asked).toBe(1);
  expect(readToken()).toBe(theirs);
});

it("interrupts the session where something typed would be lost, and leaves the page as it is", async () => {
  signIn();
  answerOnlyTo(fresh);
  mockTrpc.mutation("auth.refresh", () => {
    throw mockTrpc.refusal("UNAUTHORIZED");
  });
  const release = guardUnsavedChanges(() => undefined);
  readSession();
  const stop = deliverToasts(() => undefined);
  await expect(makeClient().admins.me.query()).rejects.toThrow("Unauthorized User");
  stop();
  release();
  expect(readToken()).toBeNull();
  expect(readSession()).toMatchObject({ adminId: ADMIN.id });
  signOut();
  expect(readSession()).toBeNull();
});

it("keeps the session when the server cannot be reached", async () => {
  signIn();
  const token = readToken();
  server.use(mockTrpc.offline);
  await expect(makeClient().admins.me.query()).rejects.toThrow("fetch");
  expect(readToken()).toBe(token);
});

it("keeps the session when only the renewal goes unanswered", async () => {
  signIn();
  const token = readToken();
  answerOnlyTo(fresh);
  server.use(http.post("*/trpc/auth.refresh", () => HttpResponse.error()));
  await expect(makeClient().admins.me.query()).rejects.toThrow("Unauthorized User");
  expect(readToken()).toBe(token);
});

it("keeps the session when the server fails to renew it", async () => {
  signIn();
  const token = readToken();
  answerOnlyTo(fresh);
  mockTrpc.mutation("auth.refresh", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  await expect(makeClient().admins.me.query()).rejects.toThrow("Unauthorized User");
  expect(readToken()).toBe(token);
});

it("takes a wrong password for what it is, and renews nothing", async () => {
  signOut();
  mockTrpc.mutation("auth.signIn", () => {
    throw mockTrpc.refusal("UNAUTHORIZED", { message: "You have provided an invalid credentials!" });
  });
  const attempt = makeClient().auth.signIn.mutate({ email: "a@b.co", password: "secret", botCheck: "x" });
  await expect(attempt).rejects.toThrow("You have provided an invalid credentials!");
});

it("sends queries as POST, with nothing of them in the address", async () => {
  signIn();
  const seen: Request[] = [];
  mockTrpc.query("admins.me", ({ request }) => {
    seen.push(request);
    return ADMIN;
  });
  await makeClient().admins.me.query();
  expect(seen[0]?.method).toBe("POST");
  expect(new URL(seen[0]?.url ?? "").searchParams.get("input")).toBeNull();
});
