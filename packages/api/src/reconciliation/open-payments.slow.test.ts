import { ProviderError } from "@countinghouse/providers/provider-error";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestProcessors } from "../testing/processors.ts";
import {
  cardRow,
  openReconciliation,
  PAID,
  type Reconciliation,
  SENT_ON,
} from "../testing/reconciliation.ts";

let desk: Reconciliation;
let processors: TestProcessors;
beforeAll(async () => {
  desk = await openReconciliation();
});
beforeEach(() => {
  processors = desk.reset();
});
afterAll(() => desk.close());

describe("in the report of all payments", () => {
  it("has those of unknown outcome, with what the processor says of them", async () => {
    expect(await desk.readRow("open funding")).toMatchObject({
      status: "Unknown Outcome",
      kind: "FUND",
      userName: "Maria Delgado",
      reason: `The outcome is not known here. It is not in the processor's report of ${SENT_ON}.`,
    });
    expect(await desk.readRow("open debit")).toMatchObject({
      status: "Unknown Outcome",
      reason: "The outcome is not known here. The processor has no record of it.",
    });
    const { key } = desk.of("open funding");
    desk.reportCards([...desk.cardRows(), cardRow(key, { type: "push", settledCents: 90_000 })]);
    expect(await desk.readRow("open funding")).toMatchObject({
      status: "Unknown Outcome",
      reason: "The outcome is not known here. The processor has moved the money.",
    });
    desk.reportCards([
      ...desk.cardRows(),
      cardRow(key, { type: "push", state: "declined", settledCents: 0 }),
    ]);
    expect(await desk.readRow("open funding")).toMatchObject({
      reason: "The outcome is not known here. The processor reports the status declined.",
    });
    // Needs Review is no other thing than Unknown here.
    await desk.api.database.unsafeTransaction((tx) =>
      tx.paymentIntent.update({
        where: { id: desk.of("open funding").paymentId },
        data: { state: "NEEDS_REVIEW" },
      }),
    );
    expect(await desk.readRow("open funding")).toMatchObject({ status: "Unknown Outcome" });
  });

  it("says of no payment by card without a reference that it is missing while there is no report of its day", async () => {
    processors.report({ transactions: {} });
    expect(await desk.readRow("open funding")).toMatchObject({
      status: "Unknown Outcome",
      compared: ["giggle", "ledger"],
      reason: "The outcome is not known here, and the processor could not be asked.",
    });
    expect(await desk.readRow("sale")).toMatchObject({ status: "Match" });
    expect((await desk.report()).daysWithoutReport).toEqual([SENT_ON]);
    desk.reportCards(desk.cardRows(), null);
    expect(await desk.readRow("open funding")).toMatchObject({ compared: ["giggle", "ledger"] });
  });

  it("takes a report that can be read in part for what it tells, and never for what it lacks", async () => {
    const rows = desk.cardRows();
    processors.cards.findTransactions = () =>
      Promise.resolve(
        (async function* () {
          yield* rows;
          throw new ProviderError({ kind: "refused", provider: "x", message: "unreadable" });
        })(),
      );
    const { daysWithoutReport, unanswered } = await desk.report();
    expect({ daysWithoutReport, unanswered }).toEqual({ daysWithoutReport: [SENT_ON], unanswered: [] });
    expect(await desk.readRow("sale")).toMatchObject({ status: "Match" });
    expect(await desk.readRow("open funding")).toMatchObject({ compared: ["giggle", "ledger"] });
  });
});

describe("the report of fundings", () => {
  const openFunding = async () =>
    (await desk.fundings()).transactions.find(
      ({ paymentId }) => paymentId === desk.of("open funding").paymentId,
    );

  it("has a funding of unknown outcome, and never as a Match", async () => {
    expect(await openFunding()).toMatchObject({
      status: "Not Found",
      odd: ["ledger", "payliance"],
      reason: `The outcome is not known here. It is not in the processor's report of ${SENT_ON}.`,
    });
    const { key } = desk.of("open funding");
    desk.reportCards([...desk.cardRows(), cardRow(key, { type: "push", settledCents: 80_000 })]);
    expect(await openFunding()).toMatchObject({ status: "Not Found", odd: ["ledger", "payliance"] });
    desk.withoutSheet();
    desk.reportCards([...desk.cardRows(), cardRow(key, { type: "push", settledCents: 90_000 })]);
    expect(await openFunding()).toMatchObject({ status: "Mismatch", odd: ["giggle"] });
  });

  it("has no sale, debit or refund, and a push that nobody here knows", async () => {
    desk.reportCards([
      ...desk.cardRows(),
      cardRow("", { reference: "nobody's", type: "push", settledCents: 700 }),
    ]);
    const { transactions } = await desk.fundings();
    const names = transactions.map(({ paymentId }) =>
      PAID.find((name) => desk.of(name).paymentId === paymentId),
    );
    expect(names.filter((name) => name !== undefined).toSorted()).toEqual(["credit", "funding"]);
    expect(transactions.filter(({ paymentId }) => paymentId === null)).toMatchObject([
      { status: "Not Found", transactions: [{ uniqueRef: "nobody's", disbursementAmountCents: 700 }] },
    ]);
  });
});
