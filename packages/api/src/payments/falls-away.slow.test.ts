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

/** Of one advance that is paid back with $1,300. */
const ADVANCE = [30_000, 30_000, 30_000, 30_000, 10_000];
/** The customer owes so much, in one instalment, of another application, whose day is after all others. */
const OTHER = 20_000;

describe("the instalment of another application, due last of all, stays due where of an advance", () => {
  it("one of two came back: the other one's instalments end sooner, and Edit User draws them so", async () => {
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

  it("one of two came back, and what it has no room for pays others, since the customer has paid it", async () => {
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

  it("a part was sent again", async () => {
    const customer = await renewing();
    await sendBack(await fund(customer));
    await sendAgain(customer, WHOLE_CENTS / 2);
    expect(await standing(customer)).toMatchObject({
      left: [30_000, 30_000, 5_000, 0, 0, OTHER],
      owes: 85_000,
    });
  });

  it("staff took a part back by hand", async () => {
    const customer = await renewing();
    await fund(customer);
    await takeBack(customer);
    expect(await standing(customer)).toMatchObject({ left: [30_000, 10_000, 0, 0, 0, OTHER], owes: 60_000 });
  });
});
