import { expect, it } from "vitest";
import type { OurPayment } from "./books.ts";
import { type Cuts, stormFigures } from "./figures.ts";

const at = (seconds: number) => new Date(1_000_000 + seconds * 1000);
const TIMES = { leftAloneMs: () => 14_000, effectWindowMs: () => 2_000 };
const CALM: Cuts = { at: [], last: new Map(), endedAt: new Map(), unattended: [] };

/** Called at second 0 by a process. */
const payment = (endsAt: number, changed: Partial<OurPayment> = {}): OurPayment => ({
  id: "payment",
  businessKey: "storm:1",
  kind: "SALE",
  paymentType: "DEBIT",
  userId: 1,
  state: "SUCCEEDED",
  amountCents: 1000,
  movedCents: 1000,
  scheduleId: null,
  lookUps: 0,
  attempts: [
    {
      provider: "tabapay",
      providerKey: "key",
      providerReference: null,
      processId: "process",
      sentAt: at(0),
      finishedAt: at(endsAt),
    },
  ],
  ...changed,
});
const beyond = (payments: OurPayment[], cuts: Partial<Cuts>, onceUnknown: string[] = []) =>
  stormFigures(payments, [], new Set(onceUnknown), { ...CALM, ...cuts }, TIMES).beyond;

it("a payment whose process was declared gone before it had its outcome was cut off, and one that was finished first was not", () => {
  const cuts = { at: [at(1)], endedAt: new Map([["process", at(3)]]) };
  expect(beyond([payment(8)], cuts)).toMatchObject({ payments: 1, mostSeconds: 5 });
  expect(beyond([payment(2)], cuts)).toMatchObject({ payments: 0 });
});

it("a payment that was looked after later on was cut off too, unless its processor had left its answer out", () => {
  const looked = payment(8, { lookUps: 1 });
  expect(beyond([looked], { at: [at(1)] })).toMatchObject({ payments: 1, mostSeconds: 5 });
  expect(beyond([looked], { at: [at(1)] }, ["payment"])).toMatchObject({ payments: 0 });
});

it("counts from the first kill after the call began, without the effect window and without the time nobody was at work", () => {
  const looked = payment(20, { lookUps: 1 });
  expect(beyond([looked], { at: [at(-1), at(4), at(9)] }).mostSeconds).toBe(14);
  const unattended = [
    { from: at(-5).getTime(), to: at(7).getTime() },
    { from: at(18).getTime(), to: at(30).getTime() },
  ];
  expect(beyond([looked], { at: [at(4)], unattended }).mostSeconds).toBe(11);
  expect(beyond([payment(5, { lookUps: 1 })], { at: [at(4)] }).mostSeconds).toBe(0);
});

it("counts from the kill that cut a payment off last, where what looked after it was killed, too", () => {
  const looked = payment(20, { lookUps: 2 });
  const cuts = { ...CALM, at: [at(4), at(9), at(15)], last: new Map([["payment", at(9)]]) };
  const { beyond: first, sinceLast, slowest } = stormFigures([looked], [], new Set(), cuts, TIMES);
  expect([first.mostSeconds, sinceLast.mostSeconds]).toEqual([14, 11]);
  expect(slowest).toEqual([{ seconds: 14, kills: 3, lookUps: 2 }]);
});
