import { playBadAmounts } from "@countinghouse/api/testing/bad-amounts";
import { type Desk, openDesk } from "@countinghouse/api/testing/desk";
import { playGuesses, WRONG_CODES } from "@countinghouse/api/testing/guesses";
import type { TestApi } from "@countinghouse/api/testing/harness";
import { openPayments } from "@countinghouse/api/testing/payable";
import { cheapHash } from "@countinghouse/db/testing/cheap-hash";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let server: Served;
let desk: Desk;
const logged: unknown[] = [];
beforeAll(async () => {
  const { processors, ...payments } = await openPayments();
  api = payments.api;
  const log = (...lines: unknown[]) => void logged.push(...lines);
  server = await serve({ ...api.services, log: { info: log, warn: log, error: log } });
  desk = await openDesk({
    services: api.services,
    origins: [server.origin],
    hashPasscode: cheapHash,
    books: () => Promise.resolve({ calls: processors.calls(), moved: [...processors.books] }),
  });
});
afterAll(async () => {
  await server.close();
  await api.close();
});

const SOME = ["1e3", "0.001", "-5", "١٢", "12,34", "1000000000000", "", "0", -500, 12.5];

it("a wrong amount is refused by its form, and by the API in cents", async () => {
  const { amounts, refused, problems } = await playBadAmounts(desk, SOME);
  expect(problems).toEqual([]);
  expect(amounts).toBe(6 * SOME.length);
  expect(refused).toBe(amounts);
});

it("wrong passcodes are counted, lock, and get the same answers for any digits, which do not help to guess", async () => {
  const elsewhere = () => JSON.stringify(logged);
  const found = await playGuesses(desk, { atOnce: 7, codes: WRONG_CODES.slice(0, 5), elsewhere });
  expect(found.problems).toEqual([]);
  expect(found).toMatchObject({ wrong: 10, answers: 2, atOnce: 14, tried: 10, letThrough: 0 });
});
