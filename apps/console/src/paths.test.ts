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
    payment: paths.payment({ id: 48213 }),
    paymentProcessorOfPayment: paths.paymentProcessor({ payment: "0190c1a0" }),
    paymentProcessorOfUser: paths.paymentProcessor({ user: 48213 }),
    paymentSchedules: paths.paymentSchedules(),
    paymentSchedulesOfUser: paths.paymentSchedules({ user: 48213 }),
    settings: paths.settings(),
  }).toMatchInlineSnapshot(`
    {
      "login": "/admin/login",
      "loginThenBack": "/admin/login?next=%2Fadmin%2Fuser-detail%3Fid%3D7",
      "payment": "/admin/payment?id=48213",
      "paymentProcessorOfPayment": "/admin/payment-processor?payment=0190c1a0",
      "paymentProcessorOfUser": "/admin/payment-processor?user=48213",
      "paymentSchedules": "/admin/payment-schedules",
      "paymentSchedulesOfUser": "/admin/payment-schedules?user=48213",
      "routes": {
        "admin": "/admin",
        "home": "/",
        "loansLedger": "/admin/loans-ledger",
        "login": "/admin/login",
        "payment": "/admin/payment",
        "paymentProcessor": "/admin/payment-processor",
        "paymentSchedules": "/admin/payment-schedules",
        "reAccessLogged": "/re-access/logged",
        "settings": "/admin/settings",
        "userDetail": "/admin/user-detail",
        "users": "/admin/users",
      },
      "settings": "/admin/settings",
      "userDetail": "/admin/user-detail?id=48213",
      "userDetailSection": "/admin/user-detail?id=48213#notes",
      "users": "/admin/users",
    }
  `);
});

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
