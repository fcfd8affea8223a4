import { randomBytes } from "node:crypto";
import type { Prisma } from "@countinghouse/db";
import { NOT_PROCESSED } from "@countinghouse/validators/automation/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setRules } from "../testing/approvals.ts";
import { drainAutomation, listAutomation, press } from "../testing/automation.ts";
import { linkedAccount, withBanks } from "../testing/bulk.ts";
import { JUST_LOOKED } from "../testing/confirmed.ts";
import { edit, editableCustomer } from "../testing/edit-user.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import {
  openPayments,
  order,
  type Payable,
  payableCustomer,
  run,
  withProcessors,
} from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { addSchedule, payEverything } from "../testing/schedules.ts";
import { whyDoNotFundUser } from "./person.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
  withBanks(api, () => [linkedAccount()]);
});
afterAll(() => api.close());

const change = (id: number, data: Prisma.UserUncheckedUpdateInput) =>
  api.database.unsafeTransaction((tx) => tx.user.update({ where: { id }, data }));

type Kinship = (banned: Payable, other: Payable) => Promise<unknown>;

const sealed =
  (column: "ssnIndex" | "einIndex"): Kinship =>
  async (banned, other) => {
    const index = randomBytes(16);
    await change(banned.userId, { [column]: index });
    await change(other.userId, { [column]: index });
  };

const KINSHIPS: [how: string, tie: Kinship][] = [
  ["has the same SSN", sealed("ssnIndex")],
  ["has the same EIN", sealed("einIndex")],
  ["was renewed by them", (banned, other) => change(banned.userId, { refUserId: other.userId })],
  ["is a renewal of them", (banned, other) => change(other.userId, { refUserId: banned.userId })],
  [
    "is another renewal of the same customer",
    async (banned, other) => {
      const { userId: refUserId } = await payableCustomer(api);
      await change(banned.userId, { refUserId });
      await change(other.userId, { refUserId });
    },
  ],
];

async function tied(tie: Kinship) {
  const [banned, other] = [await payableCustomer(api), await payableCustomer(api)];
  await tie(banned, other);
  await change(banned.userId, { doNotFund: true, firstname: "Luis", lastname: "Delgado" });
  return { other, banned, why: `The same person is flagged Do Not Fund: Luis Delgado #${banned.userId}.` };
}

describe.each(KINSHIPS)("a customer who %s who is flagged Do Not Fund", (_how, tie) => {
  it("is not paid out anything by any mode, with the person named", async () => {
    const { other, why } = await tied(tie);
    const { whyNotFund } = await (await api.as("VIEWER")).payments.options({ userId: other.userId });
    expect(whyNotFund).toBe(why);
    for (const mode of ["FUND", "CREDIT", "RECREDIT"] as const)
      await expectRefusal(run(api, order(other, mode)), "RULE", why);
    expect(processors.calls()).toBe(0);
  });

  it("is named before the flag is set, with the payment dates that are left to automation of both", async () => {
    const { other, banned } = await tied(tie);
    const before = await (await api.as("VIEWER")).doNotFund.effect({ userId: other.userId });
    await payEverything(api);
    await addSchedule(api, other, ["2026-11-24", "2026-12-01"]);
    await addSchedule(api, banned, ["2026-11-24"]);
    const effect = await (await api.as("VIEWER")).doNotFund.effect({ userId: other.userId });
    expect(before.samePerson).toEqual(effect.samePerson);
    expect(effect.samePerson).toContainEqual({ userId: banned.userId, name: "Luis Delgado" });
    expect(effect.samePerson.map(({ userId }) => userId)).not.toContain(other.userId);
    expect(effect).toMatchObject({ unpaidDates: 3, unpaidCents: 3 * 41_250 });
  });

  it("is left out by automation and pointed at in a list", async () => {
    const { other, banned, why } = await tied(tie);
    await payEverything(api);
    await addSchedule(api, other, ["2026-11-19"]);
    await addSchedule(api, await payableCustomer(api), ["2026-11-19"]);
    const { requestedAt } = await press(api);
    await drainAutomation(api);
    const { transactions } = await listAutomation(api, { requestedAt });
    expect(transactions.find(({ userId }) => userId === other.userId)).toMatchObject({
      notProcessedReason: NOT_PROCESSED.doNotFund,
    });
    const asked = { kind: "BULK_DEBIT", version: 2, userIds: `${other.userId}` } as const;
    const { rows } = await (await api.as("EMPLOYEE")).bulkJobs.preview(asked);
    expect(rows[0]?.reasons).toContainEqual({
      code: "do-not-fund",
      level: "look",
      message: why,
      fact: { place: "doNotFund", userId: banned.userId },
    });
  });
});

it("a funding that was ordered is not sent once the person is flagged", async () => {
  const [banned, other] = [await payableCustomer(api), await payableCustomer(api)];
  await sealed("ssnIndex")(banned, other);
  processors.onCall(() => change(banned.userId, { doNotFund: true }).then(() => {}));
  processors.next("unavailable");
  const { paymentId } = await run(
    api,
    order(other, "CREDIT", { confirmed: { ...JUST_LOOKED, balance: false, funded: false } }),
  );
  await api.services.payments.step(paymentId);
  expect(processors.books).toEqual([]);
});

it("nobody else is held: strangers, and those who have no SSN at all", async () => {
  const [banned, other] = [await payableCustomer(api), await payableCustomer(api)];
  await change(banned.userId, { doNotFund: true });
  expect(await run(api, order(other, "CREDIT"))).toMatchObject({ state: "SUBMITTED" });
});

describe("another EIN", () => {
  const pair = async () => {
    const [banned, other] = [await editableCustomer(api), await editableCustomer(api)];
    await change(banned.userId, { doNotFund: true, doNotFundReason: "Defaulted" });
    return { banned, other };
  };
  const stopped = (userId: number) => whyDoNotFundUser(api.database.read, userId);
  const isRefused = (userId: number) =>
    expectRefusal(edit(api, userId, { einTax: "555443333" }), "RULE", "Lift the ban first");

  it("ends no ban of one person, of the customer or of who has the same, where that waits for a second one", async () => {
    await setRules(api, { LIFT_BAN: { always: true } });
    const { banned, other } = await pair();
    await isRefused(other.userId);
    await isRefused(banned.userId);
    expect(await stopped(other.userId)).toMatch("The same person is flagged Do Not Fund");
    // By nothing but the EIN it would: who is flagged themselves stays so.
    await change(other.userId, { doNotFund: true });
    expect(await edit(api, other.userId, { einTax: "555443333" })).toMatchObject({ version: 2 });
    await change(other.userId, { doNotFund: false });
    expect(await stopped(other.userId)).toBeNull();
  });

  it("may be written down where one person lifts bans", async () => {
    await setRules(api, {});
    const { other } = await pair();
    expect(await edit(api, other.userId, { einTax: "555442222" })).toMatchObject({ version: 2 });
  });
});
