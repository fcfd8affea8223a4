import { hkdfSync, randomUUID } from "node:crypto";
import { SignJWT, UnsecuredJWT } from "jose";
import { describe, expect, it } from "vitest";
import { createTestClock } from "../testing/clock.ts";
import { createTokens, refreshTokenHash, sessionOfRefreshToken } from "./tokens.ts";

const KEY = Buffer.alloc(32, "right key");
const [ADMIN, SESSION] = [randomUUID(), randomUUID()];
const clock = createTestClock();
const tokens = createTokens([KEY], clock.now);

const claims = (changed: Record<string, unknown> = {}) => {
  const at = Math.floor(clock.now().getTime() / 1000);
  return {
    sub: ADMIN,
    sid: SESSION,
    iss: "countinghouse",
    aud: "countinghouse-console",
    iat: at,
    exp: at + 300,
    ...changed,
  };
};
/** What signs access tokens, and nothing else, under a key. */
const derived = (key: Uint8Array) =>
  new Uint8Array(hkdfSync("sha256", key, "", "countinghouse:access-token", 32));
const signed = (
  payload: Record<string, unknown>,
  key: Uint8Array = derived(KEY),
  alg = "HS256",
  typ = "JWT",
) => new SignJWT(payload).setProtectedHeader({ alg, typ }).sign(key);

describe("an access token", () => {
  it("says who it was issued to", async () => {
    const token = await tokens.issue(ADMIN, SESSION);
    expect(await tokens.verify(token)).toEqual({ adminId: ADMIN, sessionId: SESSION });
  });

  it("names no role and nothing else about the admin", async () => {
    const [, payload = ""] = (await tokens.issue(ADMIN, SESSION)).split(".");
    const content: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    expect(content).toEqual(claims());
  });

  it("works for five minutes, also when it was seen before", async () => {
    const [seen, unseen] = [await tokens.issue(ADMIN, SESSION), await tokens.issue(SESSION, ADMIN)];
    expect(await tokens.verify(seen)).not.toBeNull();
    clock.advance({ minutes: 4, seconds: 59 });
    expect(await tokens.verify(seen)).not.toBeNull();
    clock.advance({ seconds: 1 });
    expect(await tokens.verify(seen)).toBeNull();
    expect(await tokens.verify(unseen)).toBeNull();
  });

  it("that a former key has signed is taken while that key is there, and new ones are signed by the newest", async () => {
    const newer = Buffer.alloc(32, "newer key");
    const rotated = createTokens([newer, KEY], clock.now);
    expect(await rotated.verify(await tokens.issue(ADMIN, SESSION))).not.toBeNull();
    expect(await tokens.verify(await rotated.issue(ADMIN, SESSION))).toBeNull();
    expect(await createTokens([newer], clock.now).verify(await rotated.issue(ADMIN, SESSION))).not.toBeNull();
    expect(await createTokens([newer], clock.now).verify(await tokens.issue(ADMIN, SESSION))).toBeNull();
  });

  it("is not signed by the key itself, which signs links as well", async () => {
    expect(await tokens.verify(await signed(claims(), KEY))).toBeNull();
  });

  it("is the only thing taken: one made like it by hand with our key is too", async () => {
    expect(await tokens.verify(await signed(claims()))).toEqual({ adminId: ADMIN, sessionId: SESSION });
  });

  it.each<[string, () => string | Promise<string>]>([
    ["another key", () => signed(claims(), Buffer.alloc(32, "other key"))],
    ["no signature (alg none)", () => new UnsecuredJWT(claims()).encode()],
    ["another algorithm", () => signed(claims(), Buffer.alloc(64, KEY), "HS512")],
    ["another issuer", () => signed(claims({ iss: "someone" }))],
    ["another audience", () => signed(claims({ aud: "portal" }))],
    ["another type", () => signed(claims(), KEY, "HS256", "at+jwt")],
    ["no expiry", () => signed(claims({ exp: undefined }))],
    ["a subject that is no id", () => signed(claims({ sub: "admin" }))],
    ["no session", () => signed(claims({ sid: undefined }))],
    ["an expiry in the past", () => signed(claims({ exp: claims().iat - 1 }))],
    ["nothing", () => ""],
    ["no token at all", () => "a.b.c"],
  ])("with %s is refused", async (_what, forge) => {
    expect(await tokens.verify(await forge())).toBeNull();
  });

  it("with one changed character anywhere is refused", async () => {
    const token = await tokens.issue(ADMIN, SESSION);
    const lastOfSignature = token.length - 1; // its low bits may be padding
    for (let index = 0; index < lastOfSignature; index += 7) {
      const changed = token.slice(0, index) + (token[index] === "A" ? "B" : "A") + token.slice(index + 1);
      expect(await tokens.verify(changed)).toBeNull();
    }
  });
});

describe("a refresh token", () => {
  it("names its session, is never the same twice, and is known by its hash", () => {
    const [one, other] = [tokens.issueRefresh(SESSION), tokens.issueRefresh(SESSION)];
    expect(sessionOfRefreshToken(one)).toBe(SESSION);
    expect(one).not.toBe(other);
    expect(refreshTokenHash(one)).toEqual(refreshTokenHash(one));
    expect(refreshTokenHash(one)).not.toEqual(refreshTokenHash(other));
  });

  it("is known as ours while one of our keys made it, for its own session and as it was given out", () => {
    const token = tokens.issueRefresh(SESSION);
    const newer = Buffer.alloc(32, "newer");
    expect(tokens.hasIssued(token)).toBe(true);
    expect(createTokens([newer, KEY], clock.now).hasIssued(token)).toBe(true);
    expect(createTokens([newer], clock.now).hasIssued(token)).toBe(false);
    expect(tokens.hasIssued(token.replace(SESSION, ADMIN))).toBe(false);
    const at = SESSION.length + 1;
    expect(tokens.hasIssued(token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1))).toBe(
      false,
    );
    expect(tokens.hasIssued(SESSION)).toBe(false);
  });

  it("in any other shape names no session", () => {
    const token = tokens.issueRefresh(SESSION);
    for (const text of [
      "",
      SESSION,
      `${SESSION}.`,
      ` ${token}`,
      `${token}x`,
      token.toUpperCase(),
      `${token}\n`,
    ]) {
      expect(sessionOfRefreshToken(text)).toBeNull();
    }
  });
});
