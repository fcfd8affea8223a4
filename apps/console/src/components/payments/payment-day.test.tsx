import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { PaymentDay } from "./payment-day.tsx";

it.each([
  ["2026-11-24", false, "2026-11-24"],
  ["2026-11-26", false, "2026-11-26Not a banking day. ACH runs on 2026-11-27"],
  ["2026-11-28", false, "2026-11-28Not a banking day. ACH runs on 2026-11-30"],
  ["2026-11-28", true, "2026-11-28"],
])("shows for the payment of %s (paid: %s) the day on which its transfer goes out", (day, isPaid, said) => {
  const { container } = render(<PaymentDay day={day} isPaid={isPaid} />);
  expect(container.textContent).toBe(said);
});
