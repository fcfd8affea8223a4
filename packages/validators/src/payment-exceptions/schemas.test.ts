import { expect, it } from "vitest";
import { MatchForm, matchChoice, matchedBy } from "./schemas.ts";

const ID = "0190c1a0-0000-7000-8000-00000000000a";
const form = (changed: Partial<MatchForm>): MatchForm => ({
  choice: "",
  paymentId: "",
  userId: "",
  isAnother: false,
  ...changed,
});

it.each([
  [
    { choice: matchChoice.payment(ID), userId: "7" },
    { paymentId: ID, userId: null },
  ],
  [{ choice: matchChoice.customer(10_001) }, { paymentId: null, userId: 10_001 }],
  [
    { choice: "payment", paymentId: ` ${ID} `, userId: "7" },
    { paymentId: ID, userId: null },
  ],
  [
    { choice: "customer", userId: " 10001 " },
    { paymentId: null, userId: 10_001 },
  ],
])("%j says whom or what a report is about", (changed, said) => {
  expect(MatchForm.safeParse(form(changed)).success).toBe(true);
  expect(matchedBy(form(changed))).toEqual(said);
});

it.each([
  [{}, "choice", "Choose the payment or customer that this report is about."],
  [{ choice: "payment", paymentId: "12" }, "paymentId", "Enter the complete payment id."],
  [{ choice: "customer", userId: "1e3" }, "userId", "Enter the customer id."],
  [{ choice: "customer", userId: "2147483648" }, "userId", "Enter the customer id."],
])("%j is refused on its field", (changed, path, message) => {
  const { error } = MatchForm.safeParse(form(changed));
  expect(error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[path, message]]);
});
