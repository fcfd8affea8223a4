import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { fundedTerms, openEditPage, reviewed, someForm } from "./testing/edit-page.tsx";

it("the payback of each advance is drawn where the application was paid out more than once", async () => {
  const twice = [1, 2].map(() => ({ sentCents: 462_550, wholeCents: 462_550 }));
  const application = { ...fundedTerms(), paidOut: { advances: twice, droppedCents: 0 } };
  const { type, submit } = openEditPage({ form: someForm({ application }) });
  await type("Payment Amount", "5000");
  await submit();
  await screen.findByRole("dialog", { name: "Manual Adjustment Reason" });
  expect(await reviewed("Unpaid payments")).toEqual([
    ["2099-12-16", "$1,625.00", "$5,000.00"],
    ["2099-12-23", "$1,625.00", "$4,750.00"],
  ]);
});
