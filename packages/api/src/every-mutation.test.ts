import { randomUUID } from "node:crypto";
import { type Capability, can } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AdminActor, actorKey } from "./actor.ts";
import { expectRefusal } from "./testing/expectations.ts";
import { type WatchedLocks, watchLocks } from "./testing/lock-order.ts";
import { type MutationBook, openMutationBook } from "./testing/mutations/book.ts";
import { CUSTOMER_EXAMPLES } from "./testing/mutations/customers.ts";
import { DESK_EXAMPLES } from "./testing/mutations/desk.ts";
import { shownEvents } from "./testing/mutations/events.ts";
import { MONEY_EXAMPLES } from "./testing/mutations/money.ts";
import { STAFF_EXAMPLES } from "./testing/mutations/staff.ts";
import { callProcedure, PROCEDURES } from "./testing/procedures.ts";
import { rowCounts } from "./testing/tables.ts";

type Prepare = (book: MutationBook) => Promise<{ input: object; other: object; as?: AdminActor }>;

const EXAMPLES = { ...CUSTOMER_EXAMPLES, ...DESK_EXAMPLES, ...MONEY_EXAMPLES, ...STAFF_EXAMPLES } as Record<
  string,
  Prepare
>;

/** Mutations without an example: the reason, and the test file of their replay and audit. */
const TESTED_ELSEWHERE: Record<string, string> = {
  "admins.changeOwnPassword": "A replay proves no password: admins/own.slow.test.ts.",
  "admins.confirmApp": "Its recovery codes are shown once: admins/own-factors.slow.test.ts.",
  "admins.forgotPassword": "It has no request id: admins/forgot-password.slow.test.ts.",
  "admins.renewRecoveryCodes": "Its codes are shown once: admins/own-factors.slow.test.ts.",
  "admins.setPassword": "It has no request id: admins/forgot-password.slow.test.ts.",
  "approvals.approve": "A replay returns no result of what was approved: approvals/decide.test.ts.",
  "approvals.approveMany": "Each approval has a request id of its own: approvals/decide.test.ts.",
  "approvals.setRule": "It always waits for a second person: approvals/rule-table.slow.test.ts.",
  "assetReports.pdf": "The provider makes the file: asset-reports/asset-reports.slow.test.ts.",
  "auth.refresh": "It has no request id: auth/sessions.test.ts.",
  "auth.resendCode": "It has no request id: auth/resend-code.test.ts.",
  "auth.signIn": "It has no request id: auth/sign-in.test.ts.",
  "auth.signOut": "It has no request id: auth/sessions.test.ts.",
  "auth.verifyCode": "It has no request id: auth/verify-code.slow.test.ts.",
  "auth.verifyFactor": "It has no request id: auth/verify-factor.slow.test.ts.",
  "institutions.refresh": "It has no input to change: institutions/institutions.test.ts.",
  "reconciledDays.ignore": "It needs a compared day: reconciled-days/reconciled-days.slow.test.ts.",
  "reconciledDays.match": "It needs a compared day: reconciled-days/reconciled-days.slow.test.ts.",
  "reconciledDays.repair": "It needs a compared day: reconciled-days/reconciled-days.slow.test.ts.",
  "reconciledDays.run": "It needs a compared day: reconciled-days/reconciled-days.slow.test.ts.",
  "reconciledDays.sign": "It needs a compared day: reconciled-days/reconciled-days.slow.test.ts.",
  "reconciledDays.undo": "It needs a compared day: reconciled-days/reconciled-days.slow.test.ts.",
  "recovery.book": "It needs a restored database: recovery/book.slow.test.ts.",
  "recovery.confirm": "It needs a restored database: recovery/stands-in-place.slow.test.ts.",
  "recovery.release": "It needs a restored database: recovery/book.slow.test.ts.",
  "users.reveal": "Each replay leaves an event of its own: users/reveal.test.ts.",
};

/** Mutations whose audit action has another name than their path. */
const ACTIONS: Record<string, string> = {
  "admins.setStatus": "admins.disable",
  "bulkJobs.startBalance": "bulkJobs.start.BULK_BALANCE",
  "bulkJobs.startPayments": "bulkJobs.start.BULK_DEBIT",
  "chargebacks.deleteUnprocessed": "chargebacks.delete",
  "chargebacks.restoreUnprocessed": "chargebacks.restore",
  "chargebacks.retryUnprocessed": "chargebacks.retry",
  "collections.exportCsv": "collections.export",
  "funnel.recordExport": "funnel.exported",
  "loans.transactionSheet": "loans.exportSheet",
  "loans.transactionsPdf": "loans.exportStatement",
  "reconciliation.recordExport": "reconciliation.exported",
  "reverts.start": "bulkJobs.start.REVERT",
  "users.markManuallyApproved": "users.manualApprove",
};

/** Mutations that leave an event for each of several rows. */
const SEVERAL_EVENTS: Record<string, number> = {
  "businesses.lienPdfs": 2,
  "businesses.register": 2,
  "collections.zip": 3,
  "files.zip": 2,
  "packets.create": 2,
};

const MUTATIONS = PROCEDURES.filter(({ kind }) => kind === "mutation");
const WITH_EXAMPLE = MUTATIONS.filter(({ path }) => path in EXAMPLES);

let book: Awaited<ReturnType<typeof openMutationBook>>;
let locks: WatchedLocks;
const events: string[] = [];
beforeAll(async () => {
  book = await openMutationBook();
  locks = watchLocks(book.api);
});
afterAll(() => book.close());

/** The admin of the lowest role that holds the capability, without VIEWER and AUDITOR. */
const callerOf = async (access: unknown): Promise<AdminActor> =>
  book.api.admin(
    (["EMPLOYEE", "ADMIN"] as const).find((role) => can(role, access as Capability)) ?? "SUPERADMIN",
  );

it("every mutation has an example or a reason to have none", () => {
  expect([...Object.keys(EXAMPLES), ...Object.keys(TESTED_ELSEWHERE)].toSorted()).toEqual(
    MUTATIONS.map(({ path }) => path).toSorted(),
  );
});

// Roles: every-procedure.test.ts, and over HTTP apps/server/src/who-may.test.ts.
describe.each(WITH_EXAMPLE)("$path", ({ path, access }) => {
  const requestId = randomUUID();
  let actor: AdminActor;
  let example: Awaited<ReturnType<Prepare>>;
  let first: unknown;
  const call = (changed: object = {}) =>
    callProcedure(book.api, path, actor, { ...example.input, ...changed, requestId });

  beforeAll(async () => {
    book.resetClock();
    example = (await EXAMPLES[path]?.(book)) ?? { input: {}, other: {} };
    actor = example.as ?? (await callerOf(access));
    first = await call();
  });

  it("leaves its audit event with the caller and the request id", async () => {
    const left = await book.api.database.read.auditEvent.findMany({
      where: { requestId },
      orderBy: { id: "asc" },
    });
    const event = { action: ACTIONS[path] ?? path, actor: actorKey(actor) };
    expect(left).toMatchObject(Array(SEVERAL_EVENTS[path] ?? 1).fill(event));
    events.push(shownEvents(path, example.input, left));
  });

  it("returns the first result to a repeated request, and writes nothing", async () => {
    const before = await rowCounts(book.api);
    expect(await call()).toEqual(first);
    expect(await rowCounts(book.api)).toEqual(before);
  });

  it("refuses the request id with another input", async () => {
    await expectRefusal(call(example.other), "CONFLICT", /already made with other values/);
  });
});

it("the audit events are as reviewed: a change of one changes testing/audit-events.txt", async () => {
  await expect(events.join("")).toMatchFileSnapshot("testing/audit-events.txt");
});

it("no mutation locks a customer after an application, or an application after balance or instalments", () => {
  expect(locks.outOfOrder).toEqual([]);
  expect(locks.orders).toContain("users, application, payment_schedule");
});
