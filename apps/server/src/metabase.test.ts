import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { addAdmin, signInFully } from "@countinghouse/api/testing/signing-in";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

const ADDRESS = "https://metabase.example.test/";

let api: TestApi;
let served: Served;
beforeAll(async () => {
  api = await createTestApi();
  served = await serve(api.services);
});
afterAll(async () => {
  await served.close();
  await api.close();
});

type Role = "SUPERADMIN" | "ADMIN";

/** Signs in an admin of this role. Returns the answer to the console, and that of the address. */
async function asked(role: Role, isListed = false) {
  const { id, email } = await addAdmin(api, { role });
  const { token, refreshToken } = await signInFully(api, email);
  if (isListed) api.services.metabase = { url: ADDRESS, emails: [email] };
  const claims = await api.services.tokens.verify(token);
  const actor = { kind: "admin", id, email, fullName: "", role, sessionId: claims?.sessionId ?? "" } as const;
  const { isOffered } = await api.callAs(actor).admins.metabase();
  return { isOffered, sessionId: actor.sessionId, refreshToken, ...(await open(refreshToken)) };
}

async function open(refreshToken: string) {
  const { status, headers } = await fetch(`${served.origin}/metabase/`, {
    redirect: "manual",
    headers: { cookie: `refresh=${refreshToken}` },
  });
  return { status, location: headers.get("location") };
}

it.each<[string, Role, boolean]>([
  ["a SUPERADMIN", "SUPERADMIN", false],
  ["whoever has a listed e-mail address", "ADMIN", true],
])("%s sees the button of Metabase, and is redirected to it", async (_who, role, isListed) => {
  expect(await asked(role, isListed)).toMatchObject({ isOffered: true, status: 302, location: ADDRESS });
});

it("any other admin or visitor is refused without the address", async () => {
  expect(await asked("ADMIN")).toMatchObject({ isOffered: false, status: 403, location: null });
  expect(await open("")).toEqual({ status: 403, location: null });
});

it("an admin whose session has ended is refused", async () => {
  const { sessionId, refreshToken } = await asked("SUPERADMIN");
  await api.database.pool.query("UPDATE admin_session SET revoked_at = $2 WHERE id = $1", [
    sessionId,
    api.clock.now(),
  ]);
  expect(await open(refreshToken)).toEqual({ status: 403, location: null });
});

it("without METABASE_URL no one sees the button, and the path is a page of the console", async () => {
  api.services.metabase = { url: null, emails: [] };
  const without = await serve(api.services);
  expect((await asked("SUPERADMIN")).isOffered).toBe(false);
  const answer = await fetch(`${without.origin}/metabase/`);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining("Countinghouse")]);
  await without.close();
});
