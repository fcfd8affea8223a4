import { expect, it } from "vitest";
import { paths, routes, safeNext } from "./paths.ts";

it("spells every address of the console", () => {
  expect({
    routes,
    login: paths.login(),
    loginThenBack: paths.login({ next: paths.userDetail({ id: 7 }) }),
    users: paths.users(),
    userDetail: paths.userDetail({ id: 48213 }),
    userDetailSection: paths.userDetail({ id: 48213, section: "notes" }),
  }).toMatchInlineSnapshot(`
    {
      "login": "/admin/login",
      "loginThenBack": "/admin/login?next=%2Fadmin%2Fuser-detail%3Fid%3D7",
      "routes": {
        "admin": "/admin",
        "home": "/",
        "login": "/admin/login",
        "userDetail": "/admin/user-detail",
        "users": "/admin/users",
      },
      "userDetail": "/admin/user-detail?id=48213",
      "userDetailSection": "/admin/user-detail?id=48213#notes",
      "users": "/admin/users",
    }
  `);
});

it.each(["/admin/user-detail?id=7#notes", "/admin/users?q=delgado"])("returns after sign-in to %s", (next) =>
  expect(safeNext(next)).toBe(next),
);

it.each([
  null,
  "https://evil.example/admin/users",
  "//evil.example/admin/x",
  "/other",
  "/admin/login",
  "javascript:alert(1)",
  "/admin/../x",
])("returns after sign-in to the users list rather than to %s", (next) =>
  expect(safeNext(next)).toBe("/admin/users"),
);
