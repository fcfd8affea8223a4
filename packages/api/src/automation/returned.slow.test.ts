import { randomUUID } from "node:crypto";
import { NOT_PROCESSED } from "@countinghouse/validators/automation/rules";
import { newYorkDate } from "@countinghouse/validators/new-york";
import { describe, expect, it } from "vitest";
import { automationRows, drainAutomation, press, setUpAutomation } from "../testing/automation.ts";
import { type DueCustomer, dueCustomer } from "../testing/bulk.ts";
import { JUST_LOOKED } from "../testing/confirmed.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { order, run } from "../testing/payable.ts";
import { achReturn } from "../testing/reports.ts";
import { readSchedules } from "../testing/schedules.ts";

const at = setUpAutomation();

describe("a debit that came back, by the report of the bank", () => {
  /** Somebody with an account alone. */
  async function withoutCard(): Promise<DueCustomer> {
    const customer = await dueCustomer(at.api);
    await at.api.database.unsafeTransaction((tx) => tx.card.delete({ where: { id: customer.cardId } }));
    return customer;
  }

  /** Has the bank send back what was taken from these customers, each with a code of its own. */
  async function sendBack(codes: ReadonlyMap<DueCustomer, string>): Promise<void> {
    const returns = [...codes].map(async ([{ userId }, code]) => {
      const { providerKey } = await at.api.database.read.paymentAttempt.findFirstOrThrow({
        where: { intent: { userId, state: "SUBMITTED" } },
      });
      const returnedOn = newYorkDate(at.api.clock.now());
      return achReturn(providerKey, { code, amountCents: 41_250, returnedCents: 41_250, returnedOn });
    });
    at.processors.report({ returns: await Promise.all(returns) });
    expect(await at.api.services.payments.pullReports()).toMatchObject({ applied: codes.size, problems: 0 });
  }

  it("leaves the customer out where its code blocks the account, whatever was paid since, until what lifts it is recorded", async () => {
    const closed = await withoutCard();
    const revoked = await withoutCard();
    const stopped = await withoutCard();
    const poor = await withoutCard();
    const mended = await withoutCard();
    const other = await dueCustomer(at.api);
    await press(at.api);
    await drainAutomation(at.api);
    await sendBack(
      new Map([
        [closed, "R02"],
        [revoked, "R10"],
        [stopped, "R08"],
        [poor, "R01"],
        [mended, "R04"],
        [other, "R03"],
      ]),
    );
    expect((await readSchedules(at.api, closed.userId)).map(({ status }) => status)).toEqual(["UNPAID"]);
    at.api.clock.advance({ minutes: 1 });
    await expectRefusal(run(at.api, order(closed, "DEBIT")), "RULE", /with R02 \(Account closed\)/);
    const confirmed = { ...JUST_LOOKED, balance: false, funded: true };
    await run(at.api, order(revoked, "CREDIT", { confirmed }), "SUPERADMIN");
    await expectRefusal(run(at.api, order(mended, "DEBIT")), "RULE", /with R04/);
    await (await at.api.as("ADMIN")).debitControl.record({
      requestId: randomUUID(),
      userId: mended.userId,
      instrument: { kind: "account", id: mended.accountId },
      cure: "correction",
      obtainedOn: "2026-11-20",
      how: "The bank read out the right number.",
      fileId: null,
      numbers: { account: "1111222233336780", routing: "011401533", subtype: "checking" },
    });
    at.api.clock.advance({ hours: 24 });
    const { requestedAt } = await press(at.api);
    await drainAutomation(at.api);
    const rows = (await automationRows(at.api, requestedAt)).map((row) => [
      row.userId,
      row.paymentType,
      row.notProcessedReason,
    ]);
    expect(rows.toSorted(([one], [next]) => Number(one) - Number(next))).toEqual([
      [closed.userId, null, NOT_PROCESSED.returnBlock],
      [revoked.userId, null, NOT_PROCESSED.revoked],
      [stopped.userId, null, NOT_PROCESSED.stopped],
      [poor.userId, "ACH", ""],
      [mended.userId, "ACH", ""],
      [other.userId, "CARD", ""],
    ]);
  });

  it("is presented twice more and then no more", async () => {
    const customer = await withoutCard();
    for (let times = 0; times < 3; times++) {
      await press(at.api);
      await drainAutomation(at.api);
      await sendBack(new Map([[customer, "R01"]]));
    }
    expect(await (await at.api.as("VIEWER")).automation.preview()).toMatchObject({
      customers: 0,
      groups: { blocked: { reasons: [{ reason: NOT_PROCESSED.representments, count: 1 }] } },
    });
  });
});
