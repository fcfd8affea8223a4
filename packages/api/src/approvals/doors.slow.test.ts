import { randomUUID } from "node:crypto";
import type { Matter } from "@countinghouse/validators/approvals/rules";
import { ENTRIES } from "@countinghouse/validators/contract/contracts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GATED_ACTIONS, type GatedAction } from "../approval-gate/gated.ts";
import { addAdvance } from "../testing/advances.ts";
import { approve, expectToWait, look, setRules } from "../testing/approvals.ts";
import { press as pressAutomation } from "../testing/automation.ts";
import {
  dueCustomer,
  endRunning,
  linkedAccount,
  reviewed,
  startPayments,
  withBanks,
} from "../testing/bulk.ts";
import { addApplication } from "../testing/customers.ts";
import { countAuditEvents } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { type WatchedLocks, watchLocks } from "../testing/lock-order.ts";
import { lookedAtOrder, openPayments, order, payableCustomer, withProcessors } from "../testing/payable.ts";
import { lookedAtPayment, payment } from "../testing/payments.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { takenBatch, toGiveBack } from "../testing/reverts.ts";
import { addSchedule, payEverything, toProcess } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
let locks: WatchedLocks;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
  locks = watchLocks(api);
});
beforeEach(() => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
});
afterEach(async () => {
  for (const kind of ["AUTOMATION", "BULK_ACH", "BULK_DEBIT", "REVERT"] as const) await endRunning(api, kind);
  await payEverything(api);
});
afterAll(() => api.close());

/** A gated procedure. `press` always sends the same request; `isDone` returns true once its work is done. */
interface Door {
  action: GatedAction;
  matter: Matter;
  make: () => Promise<{ press: () => Promise<unknown>; isDone: () => Promise<boolean> }>;
}

const intents = (userId: number) => api.database.read.paymentIntent.count({ where: { userId } });

const payments = async (mode: "FUND" | "SALE" | "CREDIT") => {
  const customer = await payableCustomer(api);
  const input = await lookedAtOrder(api, order(customer, mode));
  const before = await intents(customer.userId);
  return {
    press: async () => (await api.as("EMPLOYEE")).payments.run(input),
    isDone: async () => (await intents(customer.userId)) > before,
  };
};

const bulk = async (kind: "BULK_ACH" | "BULK_DEBIT") => {
  const list = reviewed(kind, [await dueCustomer(api), await dueCustomer(api)]);
  return {
    press: () => startPayments(api, list),
    isDone: async () => (await (await api.as("VIEWER")).bulkJobs.running({ kind })).isRunning,
  };
};

const DOORS: Door[] = [
  { action: "payments.run", matter: "PAY_OUT", make: () => payments("FUND") },
  { action: "payments.run", matter: "PAY_OUT", make: () => payments("CREDIT") },
  { action: "payments.run", matter: "COLLECT", make: () => payments("SALE") },
  { action: "bulkJobs.start.BULK_ACH", matter: "BULK", make: () => bulk("BULK_ACH") },
  { action: "bulkJobs.start.BULK_DEBIT", matter: "BULK", make: () => bulk("BULK_DEBIT") },
  {
    action: "bulkJobs.start.REVERT",
    matter: "REVERT",
    make: async () => {
      const { batchId } = await takenBatch(api);
      const input = await toGiveBack(api, batchId);
      const runs = () => api.database.read.bulkBatch.count({ where: { revertsId: batchId } });
      return {
        press: async () => (await api.as("SUPERADMIN")).reverts.start(input),
        isDone: async () => (await runs()) > 0,
      };
    },
  },
  {
    action: "automation.run",
    matter: "AUTOMATION",
    make: async () => {
      await dueCustomer(api);
      const requestId = randomUUID();
      const runs = () =>
        api.database.read.bulkBatch.count({ where: { kind: "AUTOMATION", state: "RUNNING" } });
      // An ADMIN sends it, so the SUPERADMIN approves it.
      return { press: () => pressAutomation(api, requestId), isDone: async () => (await runs()) > 0 };
    },
  },
  {
    action: "paymentSchedules.process",
    matter: "COLLECT",
    make: async () => {
      const customer = await payableCustomer(api);
      const [row] = await addSchedule(api, customer);
      const input = toProcess(row);
      const before = await intents(customer.userId);
      return {
        press: async () => (await api.as("EMPLOYEE")).paymentSchedules.process(input),
        isDone: async () => (await intents(customer.userId)) > before,
      };
    },
  },
  {
    action: "payments.recordManual",
    matter: "MANUAL_POSTING",
    make: async () => {
      const { userId } = await payableCustomer(api);
      const input = await lookedAtPayment(api, payment(userId));
      const before = await intents(userId);
      return {
        press: async () => (await api.as("EMPLOYEE")).payments.recordManual(input),
        isDone: async () => (await intents(userId)) > before,
      };
    },
  },
  {
    action: "loans.return",
    matter: "LOAN_RETURN",
    make: async () => {
      const advance = await addAdvance(api);
      const input = { requestId: randomUUID(), ...advance, isDA: true, isOF: true, isDF: true };
      return {
        press: async () => (await api.as("EMPLOYEE")).loans.return(input),
        isDone: async () => (await intents(advance.userId)) > 1,
      };
    },
  },
  {
    action: "users.manualApprove",
    matter: "MANUAL_APPROVE",
    make: async () => {
      const { id: userId } = await api.user();
      const { id } = await addApplication(api, userId, {
        stage: "underwriting",
        alloyStatus: "ManualReview",
      });
      const input = { userId, requestId: randomUUID(), reason: "The income was proven by phone." };
      const status = () => api.database.read.application.findUniqueOrThrow({ where: { id } });
      return {
        press: async () => (await api.as("SUPERADMIN")).users.markManuallyApproved(input),
        isDone: async () => (await status()).alloyStatus === "Approved",
      };
    },
  },
  {
    action: "doNotFund.clear",
    matter: "LIFT_BAN",
    make: async () => {
      const { id: userId } = await api.user({ zohoId: "1", doNotFund: true, doNotFundReason: "Defaulted" });
      const input = { requestId: randomUUID(), userId, doNotFund: false as const };
      return {
        press: async () => (await api.as("EMPLOYEE")).doNotFund.clear(input),
        isDone: async () =>
          !(await api.database.read.user.findUniqueOrThrow({ where: { id: userId } })).doNotFund,
      };
    },
  },
  {
    action: "remarks.end",
    matter: "LIFT_BAN",
    make: async () => {
      const { id: userId } = await api.user();
      const remark = { userId, category: "Fraud" as const, remarkDate: "2026-11-19", note: "Forged papers" };
      const admin = await api.as("SUPERADMIN");
      const { remarkId } = await admin.remarks.add({ ...remark, requestId: randomUUID() });
      const input = { requestId: randomUUID(), remarkId, reason: "It was another person." };
      const row = () => api.database.read.derogatoryRemark.findUniqueOrThrow({ where: { id: remarkId } });
      return {
        press: async () => (await api.as("SUPERADMIN")).remarks.end(input),
        isDone: async () => (await row()).endedAt !== null,
      };
    },
  },
  {
    action: "settings.set",
    matter: "LIMITS",
    make: async () => {
      const name = "typedTotalFromCents" as const;
      const held = (await (await api.as("VIEWER")).settings.list()).find((each) => each.name === name);
      const version = held?.version ?? 0;
      const input = { requestId: randomUUID(), name, amountCents: 900_000 + version, version };
      return {
        press: async () => (await api.as("SUPERADMIN")).settings.set(input),
        isDone: async () =>
          (await api.database.read.setting.count({ where: { name, version: version + 1 } })) > 0,
      };
    },
  },
  {
    action: "payments.setHold",
    matter: "LIMITS",
    make: async () => {
      const { version } = await (await api.as("VIEWER")).payments.hold();
      const input = { requestId: randomUUID(), minutes: 0, runMinutes: 0, version };
      return {
        press: async () => (await api.as("SUPERADMIN")).payments.setHold(input),
        isDone: async () => (await (await api.as("VIEWER")).payments.hold()).version > version,
      };
    },
  },
  {
    action: "approvals.setRules",
    matter: "RULES",
    make: async () => {
      const { version } = await (await api.as("VIEWER")).approvals.rules();
      const rule = { always: true, overCents: null, dayOverCents: null, atRisk: false, newAccount: false };
      const input = { requestId: randomUUID(), matter: "COLLECT" as const, rule, version };
      return {
        press: async () => (await api.as("SUPERADMIN")).approvals.setRule(input),
        isDone: async () => (await (await api.as("VIEWER")).approvals.rules()).version > version,
      };
    },
  },
];

/** Returns the role of an admin other than the maker. */
const decider = (action: GatedAction) => (action === "automation.run" ? "SUPERADMIN" : "ADMIN");

it("every gated command has an entry here", () => {
  expect([...new Set(DOORS.map(({ action }) => action))].sort()).toEqual([...GATED_ACTIONS].sort());
});

it("the contract of a gated command names the matter of each door", () => {
  const named = ENTRIES.flatMap((entry) => (entry.kind === "command" && entry.matters ? [entry] : []));
  const ofDoors = (action: string) =>
    DOORS.filter((door) => door.action === action).map(({ matter }) => matter);
  for (const { action, matters } of named) expect(matters).toEqual(expect.arrayContaining(ofDoors(action)));
});

describe.each(DOORS)("$action ($matter)", ({ action, matter, make }) => {
  const bySecondPerson = async () => {
    await setRules(api, { [matter]: { always: true } });
    return make();
  };

  it("only waits at first, and runs once after the approval of another admin", async () => {
    const { press, isDone } = await bySecondPerson();
    const called = processors.calls();
    const shown = await expectToWait(api, press());
    expect(shown).toMatchObject({ action, state: "WAITING" });
    expect(await isDone()).toBe(false);
    expect(processors.calls()).toBe(called);
    // The same request again returns the same approval.
    expect((await expectToWait(api, press())).id).toBe(shown.id);
    const events = await countAuditEvents(api, action);
    expect(await approve(api, shown, decider(action))).toMatchObject({ state: "DONE" });
    expect(await isDone()).toBe(true);
    expect(await countAuditEvents(api, action)).toBe(events + 1);
    // A repeated request of the maker now returns the result.
    const moved = processors.books.length;
    expect(await press()).toBeDefined();
    expect(processors.books).toHaveLength(moved);
    expect((await look(api, shown.id)).state).toBe("DONE");
  });
});

// A change of the rules always waits.
const LET_THROUGH = DOORS.filter(({ matter }) => matter !== "RULES");
it.each(LET_THROUGH)(
  "$action runs at once when the rule of $matter lets it through without approval",
  async ({ make }) => {
    await setRules(api, {});
    const { press, isDone } = await make();
    await press();
    expect(await isDone()).toBe(true);
  },
);

it("no gated command locks rows out of order, not even in the simulation of its effects", () => {
  expect(locks.orders).toContain("users, user_balance, payment_schedule");
  expect(locks.outOfOrder).toEqual([]);
});
