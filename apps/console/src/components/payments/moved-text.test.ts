import { expect, it } from "vitest";
import { movedText } from "./moved-text.ts";

it("says to which day a payment was moved, and when a transfer of a Sunday goes out", () => {
  expect(movedText("2026-11-30", "2026-12-04")).toBe("2026-11-30 → 2026-12-04.");
  expect(movedText("2026-11-30", "2026-12-06")).toBe(
    "2026-11-30 → 2026-12-06. No banking day: by ACH on 2026-12-07.",
  );
});
