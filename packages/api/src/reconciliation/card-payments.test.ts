import { ProviderError } from "@countinghouse/providers/provider-error";
import { expect, it } from "vitest";
import { createTestProcessors } from "../testing/processors.ts";
import { readCards } from "./card-payments.ts";
import type { ProductPayment } from "./product.ts";

const DAY = "2026-11-20";

it("the other fundings by card are read where the processor refuses the reference of one, which somebody typed", async () => {
  const { cards } = createTestProcessors();
  const refused = new ProviderError({ kind: "refused", provider: "x", message: "no such path" });
  const found = { state: "paid", reference: "good", amountCents: 90_000, code: null, raw: {} } as const;
  cards.find = (reference) => (reference === "good" ? Promise.resolve(found) : Promise.reject(refused));
  const by = (reference: string): ProductPayment => ({
    paymentId: reference,
    userId: 7,
    kind: "FUND",
    amountCents: 90_000,
    rail: "CARD",
    key: reference,
    reference,
    originalReference: null,
    uniqueRef: reference,
    standing: "paid",
    sentOn: DAY,
    fundedDate: DAY,
  });
  const [good, typed] = [by("good"), by("see Ann's e-mail")];
  const compared = {
    days: { start: DAY, end: DAY },
    today: "2026-11-23",
    kinds: ["FUND"],
    directions: ["out"],
  } as const;
  const read = (payments: ProductPayment[]) =>
    readCards(cards, payments, compared, () => Promise.resolve([]));
  expect(await read([typed, good])).toMatchObject({
    transactions: [{ uniqueRef: "good", disbursementAmountCents: 90_000 }],
    reasons: new Map([[typed.uniqueRef, "The processor rejects our reference."]]),
  });
  // The processor refuses every key.
  await expect(read([typed])).rejects.toBe(refused);
});
