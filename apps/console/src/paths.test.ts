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
    editUser: paths.editUser({ id: 48213 }),
    applications: paths.applications({ id: 48213 }),
    applicationDetail: paths.applicationDetail({ id: 501 }),
    primaryAccount: paths.primaryAccount({ id: 48213 }),
    addManually: paths.addManually({ id: 48213 }),
    payment: paths.payment({ id: 48213 }),
    userGraph: paths.userGraph({ id: 48213 }),
    paymentProcessorOfPayment: paths.paymentProcessor({ payment: "0190c1a0" }),
    paymentProcessorOfUser: paths.paymentProcessor({ user: 48213 }),
    paymentSchedules: paths.paymentSchedules(),
    paymentSchedulesOfUser: paths.paymentSchedules({ user: 48213 }),
    settings: paths.settings(),
    bulkBalance: paths.bulkJobs({ kind: "BULK_BALANCE", version: 1 }),
    bulkAchV2Batch: paths.bulkJobs({ kind: "BULK_ACH", version: 2, batch: "0190c1a0" }),
  }).toMatchInlineSnapshot(`
    {
      "addManually": "/admin/add-manually?id=48213",
      "applicationDetail": "/admin/application-detail?id=501",
      "applications": "/admin/applications?id=48213",
      "bulkAchV2Batch": "/admin/bulk-ach-payment-v2?batch=0190c1a0",
      "bulkBalance": "/admin/bulk-balance",
      "editUser": "/admin/edit-user?id=48213",
      "login": "/admin/login",
      "loginThenBack": "/admin/login?next=%2Fadmin%2Fuser-detail%3Fid%3D7",
      "payment": "/admin/payment?id=48213",
      "paymentProcessorOfPayment": "/admin/payment-processor?payment=0190c1a0",
      "paymentProcessorOfUser": "/admin/payment-processor?user=48213",
      "paymentSchedules": "/admin/payment-schedules",
      "paymentSchedulesOfUser": "/admin/payment-schedules?user=48213",
      "primaryAccount": "/admin/primary-account?id=48213",
      "routes": {
        "addManually": "/admin/add-manually",
        "admin": "/admin",
        "applicationDetail": "/admin/application-detail",
        "applications": "/admin/applications",
        "bulkAch": "/admin/bulk-ach-payment",
        "bulkAchV2": "/admin/bulk-ach-payment-v2",
        "bulkBalance": "/admin/bulk-balance",
        "bulkBalanceV2": "/admin/bulk-balance-v2",
        "bulkDebit": "/admin/bulk-debit-payment",
        "bulkDebitV2": "/admin/bulk-debit-payment-v2",
        "editUser": "/admin/edit-user",
        "home": "/",
        "loansLedger": "/admin/loans-ledger",
        "login": "/admin/login",
        "payment": "/admin/payment",
        "paymentProcessor": "/admin/payment-processor",
        "paymentSchedules": "/admin/payment-schedules",
        "primaryAccount": "/admin/primary-account",
        "reAccessLogged": "/re-access/logged",
        "settings": "/admin/settings",
        "userDetail": "/admin/user-detail",
        "userGraph": "/admin/user-graph",
        "users": "/admin/users",
      },
      "settings": "/admin/settings",
      "userDetail": "/admin/user-detail?id=48213",
      "userDetailSection": "/admin/user-detail?id=48213#notes",
      "userGraph": "/admin/user-graph?id=48213",
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
