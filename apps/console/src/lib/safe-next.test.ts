import { expect, it } from "vitest";
import { safeNext } from "../layout/login-frame.tsx";

it.each(["/admin/user-detail?id=7#notes", "/admin/users?q=delgado", "/re-access/logged?id=7"])(
  "returns after sign-in to %s",
  (next) => expect(safeNext(next)).toBe(next),
);

it.each([
  null,
  "https://evil.example/admin/users",
  "//evil.example/admin/x",
  "/other",
  "/admin/login",
  "/re-access/redeem",
  "javascript:alert(1)",
  "/admin/../x",
])("returns after sign-in to the users list rather than to %s", (next) =>
  expect(safeNext(next)).toBe("/admin/users"),
);
