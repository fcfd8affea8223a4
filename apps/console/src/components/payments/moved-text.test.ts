import { expect, it } from "vitest";
import { movedText } from "./moved-text.ts";

it("names the old and the new day of a payment, and the day on which a Sunday's transfer goes out", () => {
  expect(movedText("2026-11-30", "2026-12-04")).toBe("2026-11-30 → 2026-12-04.");
  expect(movedText("2026-11-30", "2026-12-06")).toBe(
    "2026-11-30 → 2026-12-06. Not a banking day. ACH runs on 2026-12-07.",
  );
});
