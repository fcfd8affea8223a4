import { DEMONSTRATION_RULES } from "@countinghouse/db/seed/approval-rules";
import { STANDARD_RULES } from "@countinghouse/validators/approvals/rules";
import { expect, it } from "vitest";

it("the demonstration pays out by the standard rule, but for accounts that are new", () => {
  expect(DEMONSTRATION_RULES.PAY_OUT).toEqual({ ...STANDARD_RULES.PAY_OUT, newAccount: false });
});
