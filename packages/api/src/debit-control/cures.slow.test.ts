import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cameBack } from "../testing/came-back.ts";
import { collectionDoors } from "../testing/collection-doors.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, withProcessors } from "../testing/payable.ts";
import { payEverything } from "../testing/schedules.ts";

let api: TestApi;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER"], passcodes: true }));
});
beforeEach(async () => {
  withProcessors(api);
  await payEverything(api);
});
afterAll(() => api.close());

const { customerWith, charge, process } = collectionDoors(() => api);
type Customer = Awaited<ReturnType<typeof customerWith>>;

describe("recording what lifts a block", () => {
  const blocked = async (code = "R10") => {
    const customer = await customerWith("account");
    await cameBack(api, customer, { code });
    return customer;
  };
  const toCure = ({ userId, accountId }: Customer, changed: object = {}) => ({
    requestId: randomUUID(),
    userId,
    instrument: { kind: "account" as const, id: accountId },
    cure: "authorisation" as const,
    obtainedOn: "2026-11-19",
    how: "Signed on paper.",
    fileId: null,
    ...changed,
  });
  const record = async (input: ReturnType<typeof toCure>) =>
    (await api.as("ADMIN")).debitControl.record(input);

  it("has the account debited again, and shows no block any more", async () => {
    const customer = await blocked();
    const { debitControl } = await api.as("VIEWER");
    expect(await debitControl.ofUser({ userId: customer.userId })).toMatchObject([
      {
        instrument: { kind: "account" },
        name: "Checking •••• 6789",
        block: { code: "R10", cure: "authorisation" },
      },
    ]);
    await record(toCure(customer));
    expect(await debitControl.ofUser({ userId: customer.userId })).toEqual([]);
    expect(await charge("DEBIT")(customer)).toBeNull();
  });

  it.each(["by its schedule", "by the payment page"])(
    "lets an instalment that came back too often %s be collected again",
    async (door) => {
      const customer = await customerWith("account");
      const scheduleId = door === "by its schedule" ? customer.scheduleId : null;
      for (let nth = 0; nth < 3; nth++) await cameBack(api, customer, { code: "R01", scheduleId });
      expect(await process(customer)).toMatch(/returned 3 times/);
      await record(toCure(customer));
      expect(await process(customer)).toBeNull();
    },
  );

  it("refuses what does not lift it, what nothing lifts, a day to come, and a document of somebody else", async () => {
    const customer = await blocked();
    await expectRefusal(
      record(toCure(customer, { cure: "correction" })),
      "RULE",
      "A new authorization is needed",
    );
    await expectRefusal(record(toCure(customer, { obtainedOn: "2026-11-21" })), "RULE", "after today");
    await expectRefusal(record(toCure(customer, { fileId: randomUUID() })), "NOT_FOUND", "no such document");
    await expectRefusal(
      record(toCure(customer, { obtainedOn: "2026-11-09" })),
      "RULE",
      "The return was on 2026-11-10",
    );
    await expectRefusal(record(toCure(await blocked("R02"))), "RULE", "This block cannot be lifted.");
    await expectRefusal(
      record(toCure(await customerWith("account"))),
      "RULE",
      "This account or card is not blocked.",
    );
  });

  it("lifts nothing that the bank told of later, of the same day either", async () => {
    const customer = await blocked();
    const { debitControl } = await api.as("VIEWER");
    const blocks = () => debitControl.ofUser({ userId: customer.userId });
    await record(toCure(customer, { obtainedOn: "2026-11-20" }));
    expect(await blocks()).toEqual([]);
    api.clock.advance({ seconds: 60 });
    await cameBack(api, customer, { code: "R10", daysAgo: 0 });
    expect(await blocks()).toMatchObject([{ block: { code: "R10", since: "2026-11-20" } }]);
    await record(toCure(customer, { obtainedOn: "2026-11-20" }));
    expect(await blocks()).toEqual([]);
  });

  it("of an instalment lifts nothing that the bank told of later, for the database either", async () => {
    const customer = await customerWith("account");
    const { scheduleId } = customer;
    for (let nth = 0; nth < 3; nth++) await cameBack(api, customer, { code: "R01", scheduleId });
    await record(toCure(customer, { obtainedOn: "2026-11-20" }));
    api.clock.advance({ seconds: 60 });
    for (let nth = 0; nth < 3; nth++) await cameBack(api, customer, { code: "R01", scheduleId, daysAgo: 0 });
    expect(await process(customer)).toMatch(/returned 3 times/);
    await expect(cameBack(api, customer, { code: "R01", scheduleId, daysAgo: 0 })).rejects.toThrow(
      "it is not presented again",
    );
  });
});
