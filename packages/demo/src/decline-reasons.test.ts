import { DECLINE_REASONS } from "@countinghouse/db/seed/application";
import { MANUAL_DECLINE_REASONS } from "@countinghouse/validators/deals/rules";
import { expect, it } from "vitest";

it("the demonstration data declines for the reasons that staff can choose, and for no others", () => {
  expect(DECLINE_REASONS).toEqual(MANUAL_DECLINE_REASONS);
});
