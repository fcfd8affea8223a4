import { describe, expect, it } from "vitest";
import { actionLabel, eventSentence } from "./event-sentence.ts";

const event = { who: "Erin Novak", customer: "Luis Delgado", before: null, after: null };

describe("the sentence of an event", () => {
  it.each([
    ["SALE", "charged $25.00 to card •••• 4242 of Luis Delgado"],
    ["DEBIT", "debited $25.00 from bank account •••• 4242 of Luis Delgado"],
    ["REFUND", "refunded $25.00 to card •••• 4242 of Luis Delgado"],
  ])("of a %s says who moved how much, and from where", (mode, text) => {
    const after = { mode, amountCents: 2_500, last4: "4242" };
    expect(eventSentence({ ...event, action: "payments.run", after })).toBe(`Erin Novak ${text}`);
  });

  it("has values from before and after", () => {
    const moved = { before: { paymentDate: "2026-11-30" }, after: { paymentDate: "2026-12-06" } };
    expect(eventSentence({ ...event, ...moved, action: "paymentSchedules.move" })).toBe(
      "Erin Novak moved the payment of Luis Delgado from 2026-11-30 to 2026-12-06",
    );
  });

  it("does not fill a slot that comes from a value", () => {
    const after = { mode: "SALE", amountCents: 2_500, last4: "4242" };
    expect(eventSentence({ ...event, customer: "[{last4}]", action: "payments.run", after })).toBe(
      "Erin Novak charged $25.00 to card •••• 4242 of [{last4}]",
    );
  });

  it("leaves out the customer where there is none", () => {
    expect(eventSentence({ ...event, customer: null, action: "notes.create" })).toBe(
      "Erin Novak created a note",
    );
  });

  it("is the name of the action when a value is missing", () => {
    expect(eventSentence({ ...event, action: "payments.run" })).toBe(
      "Erin Novak made a payment for Luis Delgado",
    );
  });

  it("names nobody where the action tells what happened", () => {
    expect(eventSentence({ ...event, who: "Job bank links", action: "bankLinks.failed" })).toBe(
      "A bank link failed for Luis Delgado",
    );
  });
});

it("a former action is spelled in words", () => {
  expect(actionLabel("re-access.create-link")).toBe("Re access: create link");
});
