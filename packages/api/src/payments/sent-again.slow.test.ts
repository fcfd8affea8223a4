import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { advanceSteps, WHOLE_CENTS } from "../testing/advance-steps.ts";
import type { TestApi } from "../testing/harness.ts";
import { openPayments, payableCustomer, withProcessors } from "../testing/payable.ts";
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

const HALF_CENTS = WHOLE_CENTS / 2;

const { renewing, fund, sendAgain, pay, giveBack, sendBack, chargeBack, takeBack, standing } = advanceSteps(
  () => api,
  () => processors,
);

describe("an advance that came back and is sent again is due in full", () => {
  it("after staff took a part of it back by hand", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    const key = await fund(customer);
    await takeBack(customer);
    expect((await standing(customer)).left).toEqual([30_000, 10_000, 0, 0, 0]);
    await sendBack(key);
    await sendAgain(customer, WHOLE_CENTS);
    expect(await standing(customer)).toMatchObject({
      left: [30_000, 30_000, 30_000, 30_000, 10_000],
      owes: 130_000,
    });
  });

  it("once its two halves are sent", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    await sendBack(await fund(customer));
    await sendAgain(customer, HALF_CENTS);
    expect(await standing(customer)).toMatchObject({ left: [30_000, 30_000, 5_000, 0, 0], owes: 65_000 });
    await sendAgain(customer, HALF_CENTS);
    expect(await standing(customer)).toMatchObject({
      left: [30_000, 30_000, 30_000, 30_000, 10_000],
      owes: 130_000,
    });
  });

  it("in addition to a part of it that was sent before", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    await sendBack(await fund(customer));
    await sendAgain(customer, WHOLE_CENTS / 3);
    expect(await standing(customer)).toMatchObject({ left: [30_000, 13_333, 0, 0, 0], owes: 43_333 });
    await sendAgain(customer, WHOLE_CENTS);
    expect(await standing(customer)).toMatchObject({
      left: [30_000, 30_000, 30_000, 30_000, 10_000, 30_000, 13_333],
      owes: 173_333,
    });
  });

  it("after a half that was sent again came back as well", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    await sendBack(await fund(customer));
    await sendBack(await sendAgain(customer, HALF_CENTS), HALF_CENTS);
    await sendAgain(customer, WHOLE_CENTS);
    expect(await standing(customer)).toMatchObject({
      left: [30_000, 30_000, 30_000, 30_000, 10_000],
      owes: 130_000,
    });
  });

  it("less the amount that the customer has paid", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    const key = await fund(customer);
    await pay(customer, 45_000);
    await sendBack(key);
    await sendAgain(customer, WHOLE_CENTS);
    expect(await standing(customer)).toMatchObject({
      left: [0, 15_000, 30_000, 30_000, 10_000],
      owes: 85_000,
    });
  });

  it("less the amount that is left of a refunded payment", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    const key = await fund(customer);
    const { paymentId } = await pay(customer, 45_000);
    await sendBack(key);
    await giveBack(customer, paymentId, 40_000);
    expect((await standing(customer)).left).toEqual([25_000, 30_000, 30_000, 30_000, 10_000]);
    await sendAgain(customer, WHOLE_CENTS);
    expect(await standing(customer)).toMatchObject({
      left: [25_000, 30_000, 30_000, 30_000, 10_000],
      owes: 125_000,
    });
  });

  it("without the early-payment discount that its return ended", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    await api.database.unsafeTransaction((tx) =>
      tx.application.update({
        where: { id: customer.applicationId },
        data: { discountAmountCents: 20_000n, discountDate: new Date("2026-12-31") },
      }),
    );
    const key = await fund(customer);
    await pay(customer, 110_000);
    expect(await standing(customer)).toMatchObject({ left: [0, 0, 0, 0, 0], owes: 0 });
    await sendBack(key);
    await sendAgain(customer, WHOLE_CENTS);
    expect(await standing(customer)).toMatchObject({ left: [0, 0, 0, 10_000, 10_000], owes: 20_000 });
  });
});

describe("with two advances on one application", () => {
  it("one that staff took back in part, that came back and is sent again, is due in full with the other", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    await fund(customer);
    const second = await sendAgain(customer, WHOLE_CENTS);
    await takeBack(customer);
    await sendBack(second);
    expect(await standing(customer)).toMatchObject({ dueCents: 130_000, owes: 130_000 });
    await sendAgain(customer, WHOLE_CENTS);
    expect(await standing(customer)).toMatchObject({ dueCents: 260_000, owes: 260_000 });
  });

  it("Edit User leaves out the returned one until it is sent again", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    await fund(customer);
    await sendBack(await sendAgain(customer, WHOLE_CENTS));
    const one = { sentCents: WHOLE_CENTS, wholeCents: WHOLE_CENTS };
    const drawn = () => readPaidOut(api.database.read, customer.applicationId);
    expect(await drawn()).toEqual({ advances: [one], droppedCents: 130_000 });
    await sendAgain(customer, WHOLE_CENTS);
    expect(await drawn()).toEqual({ advances: [one, one], droppedCents: 0 });
    expect(await standing(customer)).toMatchObject({ dueCents: 260_000, owes: 260_000 });
  });

  it("Edit User draws one of them and the half of the other that was sent again", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    const first = await fund(customer);
    await sendAgain(customer, WHOLE_CENTS);
    await sendBack(first);
    await sendAgain(customer, HALF_CENTS);
    expect(await standing(customer)).toMatchObject({ dueCents: 195_000, owes: 195_000 });
    expect(await readPaidOut(api.database.read, customer.applicationId)).toMatchObject({
      droppedCents: 65_000,
    });
  });

  it("Edit User leaves out exactly the returned one when a credit had paid a part of it", async () => {
    const customer = await payableCustomer(api, { owesCents: -5_000 });
    const first = await fund(customer);
    await sendAgain(customer, WHOLE_CENTS);
    await sendBack(first);
    expect(await standing(customer)).toMatchObject({ dueCents: 125_000, owes: 125_000 });
    expect(await readPaidOut(api.database.read, customer.applicationId)).toMatchObject({
      droppedCents: 130_000,
    });
  });

  it("one that staff took back in part is not due again when a further one is sent", async () => {
    const customer = await payableCustomer(api, { owesCents: 0 });
    await fund(customer);
    await takeBack(customer);
    await sendAgain(customer, WHOLE_CENTS);
    expect(await standing(customer)).toMatchObject({
      left: [30_000, 10_000, 0, 0, 0, 30_000, 30_000, 30_000, 30_000, 10_000],
      owes: 170_000,
    });
  });
});

describe("a payment for an advance that came back", () => {
  it("pays another advance until the first is sent again", async () => {
    const customer = await renewing();
    const key = await fund(customer);
    await pay(customer, 45_000);
    await sendBack(key);
    expect(await standing(customer)).toMatchObject({
      left: [0, 15_000, 30_000, 30_000, 10_000, 0],
      owes: -25_000,
    });
    await sendAgain(customer, WHOLE_CENTS);
    expect(await standing(customer)).toMatchObject({
      left: [0, 15_000, 30_000, 30_000, 10_000, 20_000],
      owes: 105_000,
    });
  });

  it("leaves the other advance due again when the payment comes back as well", async () => {
    const customer = await renewing();
    const key = await fund(customer);
    const sale = await pay(customer, 45_000);
    await sendBack(key);
    expect(await standing(customer)).toMatchObject({ dueCents: 0, owes: -25_000 });
    await chargeBack(sale.key, 45_000);
    expect(await standing(customer)).toMatchObject({ dueCents: 20_000, owes: 20_000 });
  });
});
