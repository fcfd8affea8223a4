import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { addAdmin, credentials, newestCode } from "@countinghouse/api/testing/signing-in";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

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

const input = (value: unknown) => JSON.stringify({ json: value });

describe("signing in over HTTP", () => {
  async function mailedCode() {
    const { email } = await addAdmin(api);
    const first = await served.post("/trpc/auth.signIn", input(credentials(email)));
    const { challengeId } = (
      JSON.parse(first.text) as { result: { data: { json: { challengeId: string } } } }
    ).result.data.json;
    return { challengeId, code: await newestCode(api, email) };
  }
  async function signIn() {
    const { headers, text } = await served.post("/trpc/auth.verifyCode", input(await mailedCode()));
    return { text, cookie: headers.getSetCookie()[0] ?? "" };
  }
  const refresh = (cookie: string, headers: Record<string, string> = {}) =>
    served.post("/trpc/auth.refresh", "", { cookie: `theme=dark; ${cookie.split(";")[0]}`, ...headers });

  it("sends the refresh token in the cookie only, and reads it from there", async () => {
    const { text, cookie } = await signIn();
    expect(cookie).toMatch(/^refresh=[\w.-]{60,}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/);
    expect(text).not.toContain(/refresh=([^;]+)/.exec(cookie)?.[1]);
    const { status, headers } = await refresh(cookie);
    expect(status).toBe(200);
    expect(headers.getSetCookie()).toHaveLength(1);
  });

  it.each([
    ["by a form", { "content-type": "text/plain" }, 415],
    ["by a script", { "sec-fetch-site": "cross-site" }, 401],
    ["from a neighbouring host", { "sec-fetch-site": "same-site" }, 401],
    ["by an old browser", { origin: "https://elsewhere.example" }, 401],
  ])(
    "signs no one in for a page of another site, %s, and does not change the browser's cookie",
    async (_how, from, refused) => {
      const sent = input(await mailedCode());
      const { status, headers } = await served.post("/trpc/auth.verifyCode", sent, from);
      expect(status).toBe(refused);
      expect(headers.getSetCookie()).toEqual([]);
      const own = await served.post("/trpc/auth.verifyCode", sent, { "sec-fetch-site": "same-origin" });
      expect(own.headers.getSetCookie()).toHaveLength(2);
    },
  );

  it.each(["cross-site", "same-site"])("refuses a refresh from another site (%s)", async (site) => {
    const { cookie } = await signIn();
    expect((await refresh(cookie, { "sec-fetch-site": site })).status).toBe(401);
    expect((await refresh(cookie, { "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  it("uses the origin when a browser does not send the site of a refresh", async () => {
    const { cookie } = await signIn();
    expect((await refresh(cookie, { origin: "https://elsewhere.example" })).status).toBe(401);
    const { origin } = new URL(api.services.consoleUrl);
    expect((await refresh(cookie, { origin })).status).toBe(200);
  });
});
