import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { failure } from "../testing/failure.ts";
import { all, DAY_SECONDS, payment, sandboxAch, TUESDAY } from "../testing/payliance.ts";
import type { CallPayliance } from "./payliance-call.ts";
import { readReturns } from "./payliance-reports.ts";
import type { Ach } from "./port.ts";

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(TUESDAY) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("returns are told over all pages: before and after settlement, and changes without money", async () => {
  for (let number = 0; number < 6; number++)
    await ach().send("DEBIT", payment({ key: `early-${number}`, amountCents: 503 }));
  await ach().send("DEBIT", payment({ key: "late", amountCents: 704 }));
  await ach().send("DEBIT", payment({ key: "change", amountCents: 905 }));
  await ach().send("DEBIT", payment({ key: "stays" }));
  sandbox.clock.advance(14 * DAY_SECONDS);
  const returns = await all(ach().returnsBetween("2026-03-01", "2026-03-31"));
  expect(
    returns.map(({ key, kind, code, amountCents, returnedCents, returnedOn }) => [
      key,
      kind,
      code,
      amountCents,
      returnedCents,
      returnedOn,
    ]),
  ).toEqual([
    ...Array.from({ length: 6 }, (_, number) => [
      `early-${number}`,
      "returnedBeforeSettlement",
      "R01",
      503,
      503,
      "2026-03-05",
    ]),
    ["late", "returnedAfterSettlement", "R01", 704, 704, "2026-03-10"],
    ["change", "notificationOfChange", "C01", 905, 0, "2026-03-05"],
  ]);
  expect(returns.at(-1)).toMatchObject({
    addenda: "1111222233330001",
    accountLast4: "0000",
    name: "Ana Diaz",
  });
  const { reference } = returns[0] ?? {};
  expect(await ach().lookUp("early-0")).toMatchObject({ reference });
});

test("a day's report holds that day's returns", async () => {
  await ach().send("DEBIT", payment({ amountCents: 503 }));
  sandbox.clock.advance(7 * DAY_SECONDS);
  expect(await all(ach().returnsBetween("2026-03-04", "2026-03-04"))).toEqual([]);
  expect(await all(ach().returnsBetween("2026-03-05", "2026-03-05"))).toHaveLength(1);
});

test("settlements are told over all pages, in both directions, without what came back", async () => {
  for (let number = 0; number < 11; number++) await ach().send("DEBIT", payment({ key: `d${number}` }));
  await ach().send("CREDIT", payment({ key: "credit", amountCents: 50_000 }));
  await ach().send("DEBIT", payment({ key: "late", amountCents: 704 }));
  const { reference } = (await ach().lookUp("credit")) ?? {};
  sandbox.clock.advance(14 * DAY_SECONDS);
  const settlements = await all(ach().settlementsBetween("2026-03-06", "2026-03-06"));
  expect(settlements).toHaveLength(12);
  expect(settlements.at(-1)).toEqual({
    direction: "credit",
    reference,
    key: null,
    amountCents: 50_000,
    settledOn: "2026-03-06",
    accountLast4: "0000",
    raw: expect.any(Object),
  });
});

test("reports may come late, without our keys, with each row twice and in no order", async () => {
  await control({ keysLeftOut: true, rowsTwice: true, rowsShuffled: true, reportDaysLate: 3 });
  await ach().send("DEBIT", payment({ key: "d1", amountCents: 700 }));
  await ach().send("DEBIT", payment({ key: "d2", amountCents: 800 }));
  await ach().send("DEBIT", payment({ key: "back", amountCents: 503 }));
  sandbox.clock.advance(3 * DAY_SECONDS);
  const settled = () => all(ach().settlementsBetween("2026-03-06", "2026-03-06"));
  expect(await settled()).toEqual([]);
  sandbox.clock.advance(3 * DAY_SECONDS);
  expect(
    (await settled()).map(({ amountCents, key, accountLast4 }) => [amountCents, key, accountLast4]),
  ).toEqual([800, 700, 800, 700].map((amountCents) => [amountCents, null, "0000"]));
  const returned = await all(ach().returnsBetween("2026-03-01", "2026-03-31"));
  expect(returned).toMatchObject([{ key: null, amountCents: 503 }, { key: null }]);
});

test.each(["returnsBetween", "settlementsBetween"] as const)(
  "%s ends when the cursor comes round again, with every row told once",
  async (name) => {
    for (let number = 0; number < 3; number++)
      await ach().send(
        "DEBIT",
        payment({ key: `p${number}`, amountCents: name === "returnsBetween" ? 503 : 500 }),
      );
    sandbox.clock.advance(7 * DAY_SECONDS);
    await control({ cursorLoops: true });
    expect(await all<object>(ach()[name]("2026-03-01", "2026-03-31"))).toHaveLength(3);
  },
);

/** Payliance with these pages, the last one for ever. */
const withPages =
  (...pages: object[]): CallPayliance =>
  async ({ answer }) => {
    const page = pages.length > 1 ? pages.shift() : pages[0];
    return { answer: await answer.parseAsync({ successful: true, ...page }), raw: {} };
  };

const RETURNED = { amount: "5.03", returnamount: "5.03", returnreason: "R01", datereturned: "2026-03-05" };

test("a report whose cursor does not move is read for as long as it tells something new", async () => {
  const page = (...references: string[]) => ({
    returns: references.map((authorizationid) => ({ ...RETURNED, authorizationid, transtatus: 1 })),
    pageid: "A",
  });
  const call = withPages(page("1"), page("2"), page("3", "4"), page());
  const read = await all(readReturns(call, "2026-03-01", "2026-03-31"));
  expect(read.map(({ reference }) => reference)).toEqual(["1", "2", "3", "4"]);
});

test("a day without any return has none, with a list or without", async () => {
  for (const returns of [null, []])
    expect(await all(readReturns(withPages({ returns, pageid: null }), "2026-03-01", "2026-03-01"))).toEqual(
      [],
    );
});

test("a report that breaks off in the middle fails, and is not taken for a short one", async () => {
  for (let number = 0; number < 7; number++)
    await ach().send("DEBIT", payment({ key: `p${number}`, amountCents: 503 }));
  sandbox.clock.advance(7 * DAY_SECONDS);
  const read: string[] = [];
  const reading = async () => {
    for await (const { key } of ach().returnsBetween("2026-03-01", "2026-03-31")) {
      if (read.push(key ?? "") === 5) sandbox.faults.add({ provider: "payliance", kind: "resetAfterEffect" });
    }
  };
  expect(await failure(reading())).toMatchObject({ kind: "unavailable" });
  expect(read).toHaveLength(5);
});

test("a row with a status that nobody knows is told of, once all others are told", async () => {
  const returns = [1, 9, 2].map((transtatus) => ({ ...RETURNED, authorizationid: "1", transtatus }));
  const call = withPages({ returns, pageid: null });
  const read: string[] = [];
  const reading = async () => {
    for await (const { kind } of readReturns(call, "2026-03-01", "2026-03-31")) read.push(kind);
  };
  expect(await failure(reading())).toMatchObject({ kind: "refused", vendorCode: "UNREADABLE_REPORT" });
  expect(read).toEqual(["returnedAfterSettlement", "returnedBeforeSettlement"]);
});

test.each([
  ["2026-03-02", "2026-03-01"],
  ["3/1/2026", "3/2/2026"],
  ["2026-02-30", "2026-03-01"],
])("from %s to %s is no report, and nothing is sent for it", async (first, last) => {
  expect(await failure(all(ach().returnsBetween(first, last)))).toMatchObject({ kind: "refused" });
  expect(sandbox.calls.list()).toEqual([]);
});

test("what may be stored tells the last four digits and nothing else of account and person", async () => {
  const outcomes = [
    await ach().send("DEBIT", payment({ key: "one", amountCents: 905 })),
    await ach().send("DEBIT", payment({ key: "one" })),
    await ach().send("DEBIT", payment({ key: "two", routing: "x" })),
    await ach().lookUp("one"),
  ];
  sandbox.clock.advance(7 * DAY_SECONDS);
  const returned = await all(ach().returnsBetween("2026-03-01", "2026-03-31"));
  const settled = await all(ach().settlementsBetween("2026-03-01", "2026-03-31"));
  const stored = JSON.stringify([...outcomes, ...returned, ...settled].map((told) => told?.raw));
  expect(stored).not.toMatch(/Ana|Diaz|Acme|11112222|33330001/);
  expect(returned[0]?.raw).toMatchObject({
    uniquetranid: "one",
    amount: 9.05,
    returnreason: "C01",
    accountnumber: "•••0000",
    addenda: "•••",
    name: "•••",
  });
  expect(settled[0]?.raw).toMatchObject({ transactioncode: "D", accountnumber: "•••0000" });
});

const control = (settings: object) =>
  fetch(`${sandbox.origin}/__sandbox/payliance/settings`, { method: "POST", body: JSON.stringify(settings) });

function ach(): Ach {
  return sandboxAch(sandbox);
}
