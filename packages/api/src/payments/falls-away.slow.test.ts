import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { advanceSteps, WHOLE_CENTS } from "../testing/advance-steps.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, withProcessors } from "../testing/payable.ts";
import type { TestProcessors } from "../testing/processors.ts";
import { readPaidOut } from "../users/edit-schedule.ts";

let api: TestApi;
let processors: TestProcessors;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["SUPERADMIN", "EMPLOYEE"], passcodes: true }));
});
beforeEach(() => {
  processors = withProcessors(api);
});
afterAll(() => api.close());

const { renewing, fund, sendAgain, pay, sendBack, takeBack, standing } = advanceSteps(
  () => api,
  () => processors,
);

/** The instalments of one advance with a payback of $1,300, in cents. */
const ADVANCE = [30_000, 30_000, 30_000, 30_000, 10_000];
/** The one instalment of another application, due after all others, in cents. */
const OTHER = 20_000;

describe("the last instalment, which belongs to another application, stays due when", () => {
  it("one of two advances comes back: the schedule ends sooner, in Edit User as well", async () => {
    const customer = await renewing();
    await fund(customer);
    const key = await sendAgain(customer, WHOLE_CENTS);
    expect((await standing(customer)).left).toEqual([...ADVANCE, ...ADVANCE, OTHER]);
    await sendBack(key);
    expect(await standing(customer)).toMatchObject({
      left: [...ADVANCE, 0, 0, 0, 0, 0, OTHER],
      owes: 150_000,
    });
    expect(await readPaidOut(api.database.read, customer.applicationId)).toMatchObject({
      droppedCents: 130_000,
    });
  });

  it("one of two advances comes back, except for the part that the customer's surplus pays", async () => {
    const customer = await renewing();
    await fund(customer);
    const key = await sendAgain(customer, WHOLE_CENTS);
    await pay(customer, 140_000);
    await sendBack(key);
    expect(await standing(customer)).toMatchObject({
      left: [...ADVANCE.map(() => 0), 0, 0, 0, 0, 0, 10_000],
      owes: 10_000,
    });
  });

  it("a part of an advance is sent again", async () => {
    const customer = await renewing();
    await sendBack(await fund(customer));
    await sendAgain(customer, WHOLE_CENTS / 2);
    expect(await standing(customer)).toMatchObject({
      left: [30_000, 30_000, 5_000, 0, 0, OTHER],
      owes: 85_000,
    });
  });

  it("staff take a part of an advance back by hand", async () => {
    const customer = await renewing();
    await fund(customer);
    await takeBack(customer);
    expect(await standing(customer)).toMatchObject({ left: [30_000, 10_000, 0, 0, 0, OTHER], owes: 60_000 });
  });
});
