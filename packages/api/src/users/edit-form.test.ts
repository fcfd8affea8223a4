import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { editableCustomer, openForm } from "../testing/edit-user.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe("the form", () => {
  it("has every value with its limits, the reasons and the versions", async () => {
    const { userId, applicationId, email } = await editableCustomer(api, { isRenewed: true });
    const form = await openForm(api, userId, "ADMIN");
    const { contact, einMasked } = await openForm(api, userId, "EMPLOYEE");
    expect([contact.einTax, einMasked]).toEqual(["", "*****6789"]);
    expect(form).toMatchObject({
      userId,
      version: 1,
      einMasked: null,
      maximumOfferLimitCents: 1_000_000,
      contact: {
        email,
        currentAddress: "41 Mott St",
        zipcode: "10013",
        city: "New York",
        state: "NY",
        companyName: "Delgado Catering",
        einTax: "123456789",
        phone: "2125550144",
      },
      application: {
        id: applicationId,
        version: 1,
        expired: false,
        offerExpired: false,
        isRenewed: true,
        fundedOn: null,
        contractSignedOn: null,
        initialApprovedAmountCents: 505_000,
        terms: {
          approvedAmountCents: 500_000,
          discountAmountCents: 20_000,
          paybackAmountCents: 650_000,
          paymentAmountCents: 41_250,
          ofeeRate: "0.0725",
          paymentTerms: "16 weekly payments",
          firstPaymentDate: "2026-12-02",
          discountDate: "2027-01-20",
          fundsDispersedOption: "instantBankTransfer",
        },
        disbursementFeeCents: 1200,
        disbursementAmountCents: 462_550,
        manualAdjustmentReason: "None",
        payments: [],
      },
      crm: null,
    });
    expect(form.manualAdjustmentReasons[0]).toEqual({ reason: "None" });
    expect(form.manualAdjustmentReasons).toHaveLength(16);
  });

  it("shows that the application or the offer has expired", async () => {
    const gone = api.clock.in({ hours: -1 });
    const expired = await editableCustomer(api, { expiresAt: gone });
    const offerExpired = await editableCustomer(api, { offerExpiresAt: gone });
    expect((await openForm(api, expired.userId)).application).toMatchObject({ expired: true });
    expect((await openForm(api, offerExpired.userId)).application).toMatchObject({
      expired: false,
      offerExpired: true,
    });
  });

  it("has no terms without an application, and is rejected for an unknown customer", async () => {
    const { id } = await api.user();
    expect((await openForm(api, id)).application).toBeNull();
    await expectRefusal(openForm(api, 2_000_000_000), "NOT_FOUND");
  });
});
