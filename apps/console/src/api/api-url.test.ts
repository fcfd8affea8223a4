import { expect, it } from "vitest";
import { readApiOrigin } from "./api-url.ts";

it("takes this page's own origin when no API is named", () => {
  expect(readApiOrigin(undefined)).toBe("");
  expect(readApiOrigin("")).toBe("");
});

it("takes the origin of a named API", () => {
  expect(readApiOrigin("https://api.example.com/")).toBe("https://api.example.com");
});

it.each(["   ", "api.example.com", "ftp://api.example.com"])("knows no API in %j", (setting) =>
  expect(readApiOrigin(setting)).toBeNull(),
);
