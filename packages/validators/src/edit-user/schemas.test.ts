import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { INVALID_EIN, INVALID_PHONE } from "../contact/schemas.ts";
import { disbursement, FUNDS_DISPERSED_OPTIONS } from "../loans/disbursement.ts";
import { MAX_AMOUNT_CENTS } from "../money.ts";
import { INVALID_AMOUNT_OR_ZERO } from "../money-field.ts";
import { INVALID_DATE } from "../new-york.ts";
import {
  AMOUNT_FIELDS,
  CONTACT_FIELDS,
  changedWatchedFields,
  DEFAULT_OFEE_RATE,
  EDIT_USER_LABELS,
  knownReason,
  needsManualAdjustmentReason,
  TERM_INPUTS,
  WATCHED_FIELDS,
  whatStays,
  whyNotDisburse,
} from "./rules.ts";
import { EditUser, EditUserFields, editUserFor, INVALID_OFEE_RATE, type LoanTerms } from "./schemas.ts";

const contact = {
  email: "Ana@Mail.Example",
  phone: "(212) 555-0144",
  currentAddress: "41 Mott St",
  city: "New York",
  state: "ny",
  zipcode: "10013",
  companyName: "Diaz Catering LLC",
  einTax: "12-3456789",
  manualAdjustmentReason: "None",
} as const;
const terms = {
  approvedAmountCents: 500_000,
  discountAmountCents: 0,
  paybackAmountCents: 650_000,
  paymentAmountCents: 41_250,
  ofeeRate: "0.0725",
  paymentTerms: "16 weekly payments",
  firstPaymentDate: "2026-12-01",
  discountDate: null,
  fundsDispersedOption: "instantBankTransfer",
} as const;
const form = {
  ...contact,
  approvedAmount: "5,000",
  discountAmount: "0",
  paybackAmount: "6500.00",
  paymentAmount: "412.50",
  ofeeRate: ".0725",
  paymentTerms: "16 weekly payments",
  firstPaymentDate: "2026-12-01",
  discountDate: "",
  fundsDispersedOption: "instantBankTransfer",
} as const;

const open = {
  maximumOfferLimitCents: 1_000_000,
  expired: false,
  offerExpired: false,
  stored: { approvedAmountCents: 500_000, email: "", phone: "" },
};
const issues = (facts: typeof open, value: object) =>
  editUserFor(facts)
    .safeParse(value)
    .error?.issues.map(({ path, message }) => [path.join("."), message]);

describe("the edit-user form", () => {
  test("becomes what is sent: cents, digits and calendar dates", () => {
    const sent = editUserFor(open).parse(form);
    expect(sent).toEqual({
      ...contact,
      ...terms,
      email: "ana@mail.example",
      phone: "2125550144",
      state: "NY",
      einTax: "123456789",
    });
    expect(EditUserFields.parse(sent)).toEqual(sent);
  });

  test("keeps an empty contact field empty and an empty amount unknown", () => {
    const sent = editUserFor(open).parse({
      ...form,
      email: "",
      phone: " ",
      einTax: "",
      state: "",
      paymentAmount: "",
    });
    expect(sent).toMatchObject({ email: "", phone: "", einTax: "", state: "", paymentAmountCents: null });
  });

  test.each([
    [{ einTax: "1234" }, "einTax", INVALID_EIN],
    [{ phone: "555-0144" }, "phone", INVALID_PHONE],
    [{ firstPaymentDate: "12/01/2026" }, "firstPaymentDate", INVALID_DATE],
    [{ discountDate: "2026-02-30" }, "discountDate", INVALID_DATE],
    [{ paymentAmount: "1.234" }, "paymentAmount", INVALID_AMOUNT_OR_ZERO],
    [{ ofeeRate: "7.25" }, "ofeeRate", INVALID_OFEE_RATE],
    [{ ofeeRate: "0.07255" }, "ofeeRate", INVALID_OFEE_RATE],
    [{ fundsDispersedOption: "" }, "fundsDispersedOption", "Please Input Funds Disbursed Method!"],
    [{ manualAdjustmentReason: "" }, "manualAdjustmentReason", "Please Input Manual Adjustment Reason!"],
  ])("refuses %j", (change, field, message) => {
    expect(issues(open, { ...form, ...change })).toEqual([[field, message]]);
  });

  test.each(["alloyOriginalApprovedAmount", "disbursementAmount", "disbursementFee", "updatedBy"])(
    "does not take %s, which is computed",
    (field) => {
      const read = { userId: 7, version: 3, application: null, schedule: null };
      const sent = { ...editUserFor(open).parse(form), ...read };
      expect(EditUser.safeParse(sent).success).toBe(true);
      expect(EditUser.safeParse({ ...sent, [field]: 1 }).success).toBe(false);
    },
  );

  test("refuses an approved amount above the limit and takes one at the limit", () => {
    expect(issues(open, { ...form, approvedAmount: "10000.01" })).toEqual([
      ["approvedAmount", "Maximum Allowed Offer Limit is 10000 USD"],
    ]);
    expect(issues(open, { ...form, approvedAmount: "10000" })).toBeUndefined();
  });

  test.each([
    [{ expired: true }, "Latest application is expired. Please ask user to start a new application."],
    [{ offerExpired: true }, "Most recent offer has expired. Please ask user to generate a new offer."],
  ])("takes no amounts when %j, and says why at each", (expiry, message) => {
    expect(issues({ ...open, ...expiry }, form)).toEqual(
      AMOUNT_FIELDS.map((term) => [TERM_INPUTS[term], message]),
    );
  });

  test("still takes the contact fields after expiry", () => {
    expect(issues({ ...open, expired: true, offerExpired: true }, contact)).toBeUndefined();
  });
});

test("the labels are the specification's, in its order", () => {
  expect(Object.values(EDIT_USER_LABELS)).toEqual([
    "Email",
    "Address",
    "Zip Code",
    "City",
    "State",
    "Company Name",
    "EIN Number",
    "Approved Amount",
    "Phone",
    "Initial Approved Amount",
    "Discount Amount",
    "Payback Amount",
    "Payment Amount",
    "Ofee (0.0725)",
    "Payment Terms",
    "First Payment Date",
    "Discount Date",
    "Funds Disbursed Method",
    "Disbursement Fee",
    "Disbursement Amount",
    "Manual Adjustment Reason",
  ]);
});

describe("what an edit does not change", () => {
  const agreed = { contractSignedOn: "2026-09-22", fundedOn: "2026-09-23" };
  const contract = "The contract signed on 2026-09-22 keeps the earlier terms until it is signed again.";

  test.each([
    [["approvedAmountCents"], [contract, "The payout of 2026-09-23 does not change."]],
    [["paybackAmountCents"], [contract, "The customer's balance in the ledger does not change."]],
    [["discountDate"], [contract]],
    [[], []],
  ] as const)("of %j is told", (changed, sentences) => {
    expect(whatStays(changed, agreed)).toEqual(sentences);
  });

  test("is nothing where nothing was signed or paid out", () => {
    expect(
      whatStays(["approvedAmountCents", "paybackAmountCents"], { contractSignedOn: null, fundedOn: null }),
    ).toEqual([]);
  });
});

test("fees above the amount are no disbursement; nothing left, or no amount at all, is none to refuse", () => {
  expect([-1, 0, null].map(whyNotDisburse)).toEqual([
    "The fees are more than the approved amount.",
    null,
    null,
  ]);
});

test("a stored reason that the list has not is Other", () => {
  expect(["None", "Term Extension", "", "Some older reason"].map(knownReason)).toEqual([
    "None",
    "Term Extension",
    "None",
    "Other",
  ]);
});

describe("the manual adjustment reason", () => {
  const before: LoanTerms = terms;

  test("is needed as soon as a watched field changes", () => {
    expect(needsManualAdjustmentReason(before, { ...before, approvedAmountCents: 550_000 }, "None")).toBe(
      true,
    );
    expect(needsManualAdjustmentReason(before, { ...before, discountDate: "2027-01-01" }, "None")).toBe(true);
  });

  test("is not needed when nothing changed, or when one is chosen", () => {
    expect(needsManualAdjustmentReason(before, before, "None")).toBe(false);
    expect(needsManualAdjustmentReason(before, { ...terms }, "None")).toBe(false);
    expect(needsManualAdjustmentReason(before, { ...before, approvedAmountCents: 1 }, "Term Extension")).toBe(
      false,
    );
  });

  test("is not needed for a field that was left out", () => {
    expect(needsManualAdjustmentReason(before, {}, "None")).toBe(false);
  });

  test("is asked for with the names of the changed fields", () => {
    expect(changedWatchedFields(before, { ...before, paymentAmountCents: null, ofeeRate: "0.05" })).toEqual([
      "paymentAmountCents",
      "ofeeRate",
    ]);
  });

  test("watches every term of the loan and no contact field", () => {
    expect([...WATCHED_FIELDS].toSorted()).toEqual(Object.keys(terms).toSorted());
    expect([...WATCHED_FIELDS, ...CONTACT_FIELDS, "manualAdjustmentReason"].toSorted()).toEqual(
      Object.keys(EditUserFields.shape).toSorted(),
    );
  });
});

describe("a disbursement", () => {
  test.each([
    ["nextDayBankACH", false, 0, 463_750],
    ["nextDayBankACH", true, 0, 463_750],
    ["instantBankTransfer", false, 1200, 462_550],
    ["instantBankTransfer", true, 600, 463_150],
  ] as const)("by %s, renewed %s, costs %i", (method, isRenewed, fee, amount) => {
    expect(
      disbursement({ approvedAmountCents: 500_000, ofeeRate: DEFAULT_OFEE_RATE, method, isRenewed }),
    ).toEqual({ ofeeCents: 36_250, disbursementFeeCents: fee, disbursementAmountCents: amount });
  });

  test.each([
    [200, "0.0725", 15],
    [600, "0.0725", 44],
    [100, "0.0725", 7],
    [102, "0.5", 51],
    [101, "0.5", 51],
    [115, "0.1", 12],
    [0, "0.0725", 0],
  ])("rounds the fee of %i cents at %s half up to %i", (approvedAmountCents, ofeeRate, ofeeCents) => {
    const facts = { approvedAmountCents, ofeeRate, method: "nextDayBankACH", isRenewed: false } as const;
    expect(disbursement(facts).ofeeCents).toBe(ofeeCents);
  });

  test("adds up to the approved amount, in whole cents", () => {
    const cases = fc.record({
      approvedAmountCents: fc.integer({ min: 0, max: MAX_AMOUNT_CENTS }),
      ofeeRate: fc.integer({ min: 0, max: 9999 }).map((rate) => `0.${String(rate).padStart(4, "0")}`),
      method: fc.constantFrom(...FUNDS_DISPERSED_OPTIONS),
      isRenewed: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, (facts) => {
        const { ofeeCents, disbursementFeeCents, disbursementAmountCents } = disbursement(facts);
        expect(Number.isInteger(ofeeCents)).toBe(true);
        expect(ofeeCents + disbursementFeeCents + disbursementAmountCents).toBe(facts.approvedAmountCents);
      }),
    );
  });

  test("takes a fee within half a cent of the exact one", () => {
    const rates = fc.integer({ min: 0, max: 9999 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000_000 }), rates, (approvedAmountCents, rate) => {
        const ofeeRate = `0.${String(rate).padStart(4, "0")}`;
        const { ofeeCents } = disbursement({
          approvedAmountCents,
          ofeeRate,
          method: "nextDayBankACH",
          isRenewed: false,
        });
        const excess = ofeeCents * 10_000 - approvedAmountCents * rate;
        expect(excess).toBeGreaterThan(-5000);
        expect(excess).toBeLessThanOrEqual(5000);
      }),
    );
  });
});
