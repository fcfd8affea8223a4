import { expect, test } from "vitest";
import { INVALID_ZIPCODE } from "../contact/schemas.ts";
import { whyNotOfferAmount } from "./rules.ts";
import { editUserFor } from "./schemas.ts";

const form = {
  email: "ana@mail.example",
  phone: "(212) 555-0144",
  currentAddress: "41 Mott St",
  city: "New York",
  state: "NY",
  zipcode: "10013",
  companyName: "Diaz Catering LLC",
  einTax: "",
  manualAdjustmentReason: "None",
  approvedAmount: "5,000",
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

test("holds the limit against an amount that was changed, not against the stored one", () => {
  const lowered = { ...open, stored: { ...open.stored, approvedAmountCents: 1_200_000 } };
  expect(issues(lowered, { ...form, approvedAmount: "12000" })).toBeUndefined();
  expect(issues(lowered, { ...form, approvedAmount: "12000.01" })).toHaveLength(1);
});

test("tells the limit together with what is wrong with other fields", () => {
  expect(issues(open, { ...form, approvedAmount: "10000.01", zipcode: "1" })).toEqual([
    ["zipcode", INVALID_ZIPCODE],
    ["approvedAmount", "Maximum Allowed Offer Limit is 10000 USD"],
  ]);
});

test("does not let e-mail and phone be emptied once they are known", () => {
  const known = { ...open, stored: { ...open.stored, email: "ana@mail.example", phone: "2125550144" } };
  expect(issues(known, { ...form, email: "", phone: " " })).toEqual([
    ["email", "Please Input Email!"],
    ["phone", "Please Input Phone!"],
  ]);
});

test("names a limit in cents when it has cents", () => {
  expect(whyNotOfferAmount(751, 750, null)).toBe("Maximum Allowed Offer Limit is 7.50 USD");
});
