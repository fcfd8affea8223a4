import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { addDays } from "@countinghouse/validators/new-york";
import { afterAll, beforeAll, expect, it } from "vitest";
import { demonstrationBooks } from "./books.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  const { id: userId } = await api.user();
  // The newest is of the 10th of November, the oldest of the 1st.
  for (let nth = 0; nth < 10; nth++) {
    const at = new Date(`${addDays("2026-11-10", -nth)}T17:00:00Z`);
    const isAch = nth % 2 === 0;
    await api.database.unsafeTransaction((tx) =>
      tx.paymentIntent.create({
        data: {
          userId,
          kind: isAch ? "CREDIT" : "FUND",
          paymentType: "CREDIT",
          businessKey: `fund:${nth}`,
          amountCents: 90_000,
          attempts: {
            create: {
              sequence: 1,
              provider: isAch ? "payliance" : "tabapay",
              providerKey: `fund:${nth}`,
              providerReference: `seed-${nth}`,
              outcome: isAch ? "SUBMITTED" : "SUCCEEDED",
              sentAt: at,
              finishedAt: at,
            },
          },
        },
      }),
    );
  }
});
afterAll(() => api.close());

it("the books of a demonstration have every funding but for four faults", async () => {
  const { rows, ach, cards } = await demonstrationBooks(api.ctx({ kind: "job", name: "test" }));
  const toDays = (told: string[]) => told.map((day) => Number(day.slice(-2)));
  expect(toDays(rows.map(({ cells }) => String(cells[0])))).toEqual([10, 8, 7, 7, 6, 5, 4, 3, 2, 1]);
  expect(rows[0]?.cells).toEqual([
    "2026-11-10",
    expect.any(Number),
    "Maria Delgado",
    -900,
    "CREDIT",
    "CREDIT",
    "ACH",
    "CREDIT",
  ]);
  expect(toDays(ach.map(({ day }) => day))).toEqual([10, 8, 6, 4]);
  expect(toDays(cards.map(({ day }) => day))).toEqual([9, 7, 5, 3, 1]);
  expect(ach.map(({ amountCents }) => amountCents)).toEqual([90_000, 90_000, 90_000, 85_000]);
  expect(ach[0]).toEqual({
    key: "fund:0",
    reference: "seed-0",
    direction: "out",
    amountCents: 90_000,
    day: "2026-11-10",
  });
});

it("the books have other payments too, the way their money went, and without fault", async () => {
  const { id: userId } = await api.user();
  const at = new Date("2026-10-20T17:00:00Z");
  await api.database.unsafeTransaction((tx) =>
    tx.paymentIntent.create({
      data: {
        userId,
        kind: "SALE",
        paymentType: "DEBIT",
        businessKey: "sale",
        amountCents: 1_250,
        attempts: {
          create: {
            sequence: 1,
            provider: "tabapay",
            providerKey: "sale",
            providerReference: "seed-sale",
            outcome: "SUCCEEDED",
            sentAt: at,
            finishedAt: at,
          },
        },
      },
    }),
  );
  const { rows, cards } = await demonstrationBooks(api.ctx({ kind: "job", name: "test" }));
  expect(cards.at(-1)).toMatchObject({ reference: "seed-sale", direction: "in", amountCents: 1_250 });
  expect(rows.at(-1)?.cells).toEqual([
    "2026-10-20",
    userId,
    "Maria Delgado",
    12.5,
    "DEBIT",
    "SALE",
    "Debit Card",
    "SALE",
  ]);
});
