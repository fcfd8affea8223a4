import { expect, test } from "vitest";
import { whyNotManuallyApprove } from "./manual-approval.ts";

test.each(["Denied", "Manual Review", "Pending", "Error", "Expired"])(
  "an application whose credit check is %s may be approved by hand",
  (alloyStatus) => {
    expect(whyNotManuallyApprove({ alloyStatus })).toBeNull();
  },
);

test("an approved application is not approved again", () => {
  expect(whyNotManuallyApprove({ alloyStatus: "Approved" })).toBe("The credit check is already Approved.");
});

test("without an application there is nothing to approve", () => {
  expect(whyNotManuallyApprove({ alloyStatus: null })).toBe("There is no application to approve.");
});
