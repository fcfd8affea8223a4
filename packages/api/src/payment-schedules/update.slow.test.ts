import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { addSchedule, readSchedules, type ScheduleRow, toProcess } from "../testing/schedules.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api, processors } = await openPayments());
});
afterAll(() => api.close());

type Update = RouterInputs["paymentSchedules"]["update"];

const toChange = (row: ScheduleRow | undefined, changed: Partial<Update> = {}): Update => ({
  requestId: randomUUID(),
  id: row?.id ?? 0,
  version: row?.version ?? 0,
  paymentDate: row?.paymentDate ?? "2026-11-24",
  amountCents: 10_000,
  ...changed,
});

const update = async (input: Update, role: Role = "EMPLOYEE") =>
  (await api.as(role)).paymentSchedules.update(input);

const aSchedule = async (days = ["2026-11-17", "2026-11-24", "2026-12-01"], owesCents = 50_000) =>
  addSchedule(api, await payableCustomer(api, { owesCents }), days);

describe("changing a payment", () => {
  it("sets day and amount, and answers with the message for the screen", async () => {
    const [, row] = await aSchedule();
    const input = toChange(row, { paymentDate: "2026-11-30", amountCents: 123_450 });
    expect(await update(input)).toEqual({
      id: row?.id,
      version: 2,
      message: "Payment schedule updated successfully!",
    });
    const [, changed] = await readSchedules(api, row?.userId ?? 0);
    expect(changed).toMatchObject({ paymentDate: "2026-11-30", amountCents: 123_450, version: 2 });
  });

  it("may leave a day where it is that is past already", async () => {
    const [row] = await aSchedule();
    expect(await update(toChange(row))).toMatchObject({ version: 2 });
  });

  it.each([
    ["2026-11-19", "The date can not be before today."],
    ["2026-12-01", "There is already a payment on 2026-12-01."],
    ["2026-12-02", "The date can not be after 2026-12-01."],
  ])("to %s is refused, the amount too: %s", async (paymentDate, message) => {
    const [, row] = await aSchedule();
    await expectRefusal(update(toChange(row, { paymentDate })), "RULE", message);
    const [, same] = await readSchedules(api, row?.userId ?? 0);
    expect(same).toEqual(row);
  });

  it.each([0, -5, 0.5, Number.NaN, 1e12])(
    "to the amount of %d cents is refused with the words of the form",
    async (amountCents) => {
      const [row] = await aSchedule();
      await expect(update(toChange(row, { amountCents }))).rejects.toThrow(
        "Enter an amount of at least 0.01",
      );
    },
  );

  it("is refused once it is paid, and while a payment of it is under way", async () => {
    const [first] = await aSchedule(["2026-11-24", "2026-12-01"], 100_000);
    const admin = await api.as("EMPLOYEE");
    await admin.paymentSchedules.process(toProcess(first));
    processors.next("lostAfter");
    const [, next] = await readSchedules(api, first?.userId ?? 0);
    await admin.paymentSchedules.process(toProcess(next));
    const [paid, open] = await readSchedules(api, first?.userId ?? 0);
    await expectRefusal(update(toChange(paid)), "RULE", "This payment is already paid.");
    await expectRefusal(update(toChange(open)), "RULE", "not finished yet");
    await expectRefusal(
      admin.paymentSchedules.move({
        requestId: randomUUID(),
        id: open?.id ?? 0,
        version: open?.version ?? 0,
        paymentDate: "2026-12-02",
      }),
      "RULE",
      "not finished yet",
    );
  });

  it("is told to the second of two admins as someone else's change", async () => {
    const [row] = await aSchedule(["2026-11-24"]);
    const outcomes = await Promise.allSettled([
      update(toChange(row)),
      update(toChange(row, { amountCents: 20_000 }), "ADMIN"),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expectRefusal(update(toChange(row)), "CONFLICT", /Someone else changed this payment/);
  });

  it("is refused for a payment that does not exist", async () => {
    await expectRefusal(update(toChange(undefined, { id: 999_999, version: 1 })), "NOT_FOUND");
  });
});
