import { expect, it, onTestFinished, vi } from "vitest";
import { tokenFor } from "@/test/render-page.tsx";
import { clearSession, interruptSession, keepToken, readSession, readToken } from "./session.ts";

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

it("leaves a window that waits for its admin no moment without one while the admin signs in again", () => {
  const held = new Map<string, string>();
  const seen: unknown[] = [];
  // Another window reads the storage after each change of it.
  const change = (write: () => void) => {
    write();
    seen.push(readSession()?.adminId);
  };
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => change(() => held.set(key, value)),
    removeItem: (key: string) => change(() => held.delete(key)),
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  keepToken(tokenFor({ sub: "admin-1" }));
  interruptSession();
  keepToken(tokenFor({ sub: "admin-1", exp: 2_000_000_000 }));
  expect([...new Set(seen)]).toEqual(["admin-1"]);
});
