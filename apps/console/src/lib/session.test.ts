import { expect, it } from "vitest";
import { tokenFor } from "@/test/render-page.tsx";
import { clearSession, keepToken, readSession, readToken } from "./session.ts";

it("reads who is signed in from the stored token", () => {
  keepToken(tokenFor({ sub: "admin-1", exp: 1_800_000_000 }));
  expect(readSession()).toEqual({ adminId: "admin-1" });
});

it("decodes names outside ASCII and base64url", () => {
  const payload = btoa(String.fromCharCode(...new TextEncoder().encode('{"sub":"ü?>~~"}')))
    .replace(/\+/g, "-")
    .replace(/\//g, "_");
  keepToken(`e30.${payload}.x`);
  expect(readSession()?.adminId).toBe("ü?>~~");
});

it.each([
  ["not a token", "garbage"],
  ["a payload that is no JSON", "e30.bm8.x"],
  ["a payload that names no admin", tokenFor({ exp: 1 })],
  ["an empty token", ""],
])("removes a token that does not decode to an admin: %s", (_, token) => {
  keepToken(token);
  expect(readSession()).toBeNull();
  expect(readToken()).toBeNull();
});

it("keeps the preferences and nothing else when the session is cleared", () => {
  keepToken(tokenFor({ sub: "admin-1" }));
  localStorage.setItem("preferences", '{"theme":"dark"}');
  localStorage.setItem("draft", "secret");
  clearSession();
  expect(Object.keys(localStorage)).toEqual(["preferences"]);
});
