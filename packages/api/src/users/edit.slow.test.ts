import { randomUUID } from "node:crypto";
import type { EditUserFields } from "@countinghouse/validators/edit-user/schemas";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { moveIntent } from "../payments/state.ts";
import { edit, editableCustomer, editInput, openForm, storedApplication } from "../testing/edit-user.ts";
import { expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const storedUser = (id: number) => api.database.read.user.findUniqueOrThrow({ where: { id } });
const raise = { approvedAmountCents: 550_000, manualAdjustmentReason: "Customer Request" } as const;

describe("an edit", () => {
  it("saves the customer and the terms, and returns the computed fee and disbursement", async () => {
    const { userId, applicationId } = await editableCustomer(api);
    const answer = await edit(api, userId, { ...raise, companyName: "Delgado Foods", state: "NJ" });
    expect(answer).toEqual({
      message: "User updated successfully!",
      version: 2,
      disbursementFeeCents: 1200,
      disbursementAmountCents: 550_000 - 39_875 - 1200,
      payments: [],
      stays: [],
      isCrmTold: false,
    });
    expect(await storedUser(userId)).toMatchObject({
      companyName: "Delgado Foods",
      state: "NJ",
      city: "New York",
      version: 2,
    });
    expect(await storedApplication(api, applicationId)).toMatchObject({
      approvedAmountCents: 550_000n,
      originalApprovedAmountCents: 505_000n,
      disbursementAmountCents: 508_925n,
      paybackAmountCents: 650_000n,
      manualAdjustmentReason: "Customer Request",
      version: 2,
    });
  });

  it.each([
    ["nextDayBankACH", false, 0],
    ["instantBankTransfer", false, 1200],
    ["instantBankTransfer", true, 600],
  ] as const)("to %s, renewed %s, sets a fee of %i cents", async (method, isRenewed, fee) => {
    const other = method === "nextDayBankACH" ? "instantBankTransfer" : "nextDayBankACH";
    const { userId, applicationId } = await editableCustomer(api, { fundsDispersedOption: other, isRenewed });
    await edit(api, userId, {
      fundsDispersedOption: method,
      manualAdjustmentReason: "Disbursement Method Change",
    });
    expect(await storedApplication(api, applicationId)).toMatchObject({
      fundsDispersedOption: method,
      disbursementFeeCents: BigInt(fee),
      disbursementAmountCents: BigInt(500_000 - 36_250 - fee),
    });
  });

  it("rejects a fee or a disbursement from the caller", async () => {
    const { userId } = await editableCustomer(api);
    const input = editInput(await openForm(api, userId), raise);
    const admin = await api.as("EMPLOYEE");
    for (const extra of ["disbursementAmount", "disbursementFee", "updatedBy", "initialApprovedAmount"])
      await expect(admin.users.edit({ ...input, [extra]: 1 })).rejects.toThrow(/Unrecognized key/);
  });

  it("computes the last payment date from the terms", async () => {
    const { userId, applicationId } = await editableCustomer(api);
    await edit(api, userId, { paymentAmountCents: 325_000, manualAdjustmentReason: "Payment Plan Change" });
    expect((await storedApplication(api, applicationId)).lastPaymentDate).toEqual(new Date("2026-12-09"));
  });

  it("is rejected when the terms need more weekly payments than ten years have", async () => {
    const { userId, applicationId } = await editableCustomer(api);
    const slow = {
      paybackAmountCents: 5_000_000_000,
      paymentAmountCents: 1,
      manualAdjustmentReason: "Other",
    } as const;
    await expectRefusal(edit(api, userId, slow), "RULE", "The schedule would have more than 520 payments.");
    expect((await storedApplication(api, applicationId)).version).toBe(1);
  });

  it("seals and indexes a new EIN, and does not seal an unchanged EIN again", async () => {
    const { userId } = await editableCustomer(api);
    const { einSealed } = await storedUser(userId);
    await edit(api, userId, { companyName: "Delgado Foods" });
    expect((await storedUser(userId)).einSealed).toEqual(einSealed);
    await edit(api, userId, { einTax: "987654321" });
    const after = await storedUser(userId);
    const place = { table: "users", column: "ein_sealed", rowId: userId };
    expect(after.einSealed && api.vault.open(place, after.einSealed)).toBe("987654321");
    expect(after.einIndex && Buffer.from(after.einIndex)).toEqual(
      Buffer.from(api.vault.blindIndex("ein", "987654321")),
    );
    await edit(api, userId, { einTax: "" }, "ADMIN");
    expect(await storedUser(userId)).toMatchObject({ einSealed: null, einIndex: null });
  });

  it("by a role that sees the EIN masked leaves it unchanged for an empty field, and accepts a new EIN", async () => {
    const { userId } = await editableCustomer(api);
    const { einSealed } = await storedUser(userId);
    await edit(api, userId, { einTax: "", city: "Queens" });
    expect((await storedUser(userId)).einSealed).toEqual(einSealed);
    expect((await lastAuditEvent(api, "users.edit")).after).not.toHaveProperty("ein");
    await edit(api, userId, { einTax: "987654321" });
    expect((await openForm(api, userId, "ADMIN")).contact.einTax).toBe("987654321");
  });

  it("rejects a masked EIN as a value", async () => {
    const { userId } = await editableCustomer(api);
    await expect(edit(api, userId, { einTax: "**-***6789" })).rejects.toThrow("Enter an EIN of 9 digits");
    expect((await openForm(api, userId, "ADMIN")).contact.einTax).toBe("123456789");
  });

  it.each(["SUPERADMIN", "ADMIN", "EMPLOYEE"] as const)("is open to the role %s", async (role) => {
    const { userId } = await editableCustomer(api);
    expect(await edit(api, userId, { city: "Brooklyn" }, role)).toMatchObject({ version: 2 });
  });
});

describe("an edit is rejected", () => {
  it("when the terms change while the outcome of a payout is unknown, and other edits are saved", async () => {
    const { userId, applicationId } = await editableCustomer(api);
    const begun = { userId, applicationId, kind: "CREDIT", paymentType: "CREDIT" } as const;
    await api.database.unsafeTransaction(async (tx) => {
      const { id } = await tx.paymentIntent.create({
        data: { ...begun, businessKey: randomUUID(), amountCents: 462_550 },
      });
      await moveIntent(tx, id, "CREATED", ["READY", "SENDING", "UNKNOWN"]);
    });
    const terms = { paybackAmountCents: 660_000, manualAdjustmentReason: "Customer Request" } as const;
    await expectRefusal(edit(api, userId, terms), "RULE", "A payment like this one is not finished yet.");
    expect((await storedApplication(api, applicationId)).paybackAmountCents).toBe(650_000n);
    expect(await edit(api, userId, { city: "Brooklyn" })).toMatchObject({ version: 2 });
  });

  const expectRefused = async (
    changes: Partial<EditUserFields>,
    message: string | RegExp,
    application = {},
  ) => {
    const { userId, applicationId } = await editableCustomer(api, application);
    const before = await storedApplication(api, applicationId);
    await expectRefusal(edit(api, userId, changes), "RULE", message);
    expect(await storedApplication(api, applicationId)).toEqual(before);
  };

  it("above the maximum offer limit, which is a setting", async () => {
    const message = /^Maximum Allowed Offer Limit is 10000 USD$/;
    await expectRefused({ ...raise, approvedAmountCents: 1_000_001 }, message);
    const { userId } = await editableCustomer(api);
    await edit(api, userId, { ...raise, approvedAmountCents: 1_000_000 });
    api.services.maximumOfferLimitCents = 750_050;
    try {
      await expectRefused(
        { ...raise, approvedAmountCents: 750_051 },
        /^Maximum Allowed Offer Limit is 7500.50 USD$/,
      );
    } finally {
      api.services.maximumOfferLimitCents = 1_000_000;
    }
  });

  it("when a watched field changes and the reason is None", async () => {
    for (const change of [{ approvedAmountCents: 1 }, { discountDate: "2027-02-02" }, { paymentTerms: "x" }])
      await expectRefused(change, "Choose a Manual Adjustment Reason.");
    const { userId } = await editableCustomer(api, { manualAdjustmentReason: "Term Extension" });
    expect(await edit(api, userId, { paymentTerms: "x" })).toMatchObject({ version: 2 });
  });

  it.each([
    [{ expiresAt: new Date("2026-11-01") }, "Latest application is expired."],
    [{ offerExpiresAt: new Date("2026-11-01") }, "Most recent offer has expired."],
  ])("with an amount after the expiry: %j", async (over, message) => {
    await expectRefused(raise, message, over);
    await expectRefused({ ofeeRate: "0.01", manualAdjustmentReason: "Other" }, message, over);
    const { userId } = await editableCustomer(api, over);
    expect(await edit(api, userId, { city: "Brooklyn" })).toMatchObject({ version: 2 });
  });

  it("when the fees are more than the amount", async () => {
    await expectRefused(
      { ...raise, approvedAmountCents: 1000 },
      "The fees are more than the approved amount.",
    );
  });

  it("when it changes nothing", async () => {
    await expectRefused({}, "There are no changes to save.");
  });

  it("with terms for a customer who has no application", async () => {
    const { id } = await api.user();
    await expectRefusal(edit(api, id, raise), "RULE", "This customer has no application.");
    expect(await edit(api, id, { city: "Brooklyn" })).toMatchObject({ version: 2, payments: [] });
  });

  it("for a taken e-mail address, and names the customer who has it", async () => {
    const taken = await editableCustomer(api);
    const { userId } = await editableCustomer(api);
    const details = await expectRefusal(
      edit(api, userId, { email: taken.email.toUpperCase() }),
      "CONFLICT",
      `User with same email already exists: ${taken.userId} Maria Delgado`,
    );
    expect(details).toEqual({ duplicatedUser: { id: taken.userId, fullname: "Maria Delgado" } });
    expect((await storedUser(userId)).version).toBe(1);
  });

  it("for one of two customers who get the same e-mail address at once", async () => {
    const [one, other] = [await editableCustomer(api), await editableCustomer(api)];
    const email = `${randomUUID()}@example.com`;
    const outcomes = await Promise.allSettled([one, other].map(({ userId }) => edit(api, userId, { email })));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const [lost] = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(String(lost?.reason)).toContain("User with same email already exists");
  });

  it("when another admin saved the customer or the application since the form was read", async () => {
    const { userId } = await editableCustomer(api);
    const stale = await openForm(api, userId);
    await edit(api, userId, { city: "Brooklyn" });
    const { users } = await api.as("ADMIN");
    const message = "Someone else changed this customer.";
    const details = await expectRefusal(users.edit(editInput(stale, raise)), "CONFLICT", message);
    expect(details).toEqual({ changed: "user" });
    const approval = await openForm(api, userId);
    await (await api.as("ADMIN")).users.markManuallyApproved({ requestId: randomUUID(), userId });
    await expectRefusal(users.edit(editInput(approval, raise)), "CONFLICT", message);
  });

  it("for the second of two simultaneous admins", async () => {
    const { userId } = await editableCustomer(api);
    const form = await openForm(api, userId);
    const outcomes = await Promise.allSettled(
      (["EMPLOYEE", "ADMIN"] as const).map(async (role) =>
        (await api.as(role)).users.edit(editInput(form, { city: role })),
      ),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  });
});
