import { setTimeout as pause } from "node:timers/promises";
import { type Desk, openDesk } from "@countinghouse/api/testing/desk";
import type { TestApi } from "@countinghouse/api/testing/harness";
import { openPayments } from "@countinghouse/api/testing/payable";
import { playRaces, type RacePlan } from "@countinghouse/api/testing/races";
import { cheapHash } from "@countinghouse/db/testing/cheap-hash";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

const PROCESSOR_MS = 5;

let api: TestApi;
let servers: Served[];
let desk: Desk;
beforeAll(async () => {
  const { processors, ...payments } = await openPayments();
  api = payments.api;
  servers = await Promise.all([serve(api.services), serve(api.services)]);
  processors.onCall(() => pause(PROCESSOR_MS));
  desk = await openDesk({
    services: { ...api.services, db: api.database },
    origins: servers.map(({ origin }) => origin),
    books: () => Promise.resolve({ calls: processors.calls(), moved: [...processors.books] }),
    hashPasscode: cheapHash,
    // The clock of a test does not move.
    tick: () => api.clock.advance({ seconds: 1 }),
  });
});
afterAll(async () => {
  for (const server of servers) await server.close();
  await api.close();
});

const NOTHING: RacePlan = { rounds: 0, presses: 0, races: 0, changes: 0, flips: 0, seed: 1 };
const play = (plan: Partial<RacePlan>) => playRaces(desk, { ...NOTHING, ...plan });

it("200 simultaneous requests of one button make one call to the processor, and all get its answer", async () => {
  const { presses, problems } = await play({ rounds: 1, presses: 200 });
  expect(problems).toEqual([]);
  expect(presses).toEqual({ payments: 1, presses: 200, mostCalls: 1 });
});

it("FUND and CREDIT of one application at the same moment leave one live funding", async () => {
  const { races, problems } = await play({ races: 3 });
  expect(problems).toEqual([]);
  expect(races).toEqual({ races: 3, live: 3, moved: 3 });
});

it("a repeated request with a changed body is refused, without another call to the processor", async () => {
  const { changes, problems } = await play({ changes: 2 });
  expect(problems).toEqual([]);
  expect(changes).toEqual({ changes: 2, refused: 2, calls: 2 });
});

it("a funding that becomes forbidden while it is under way is not sent afterwards", async () => {
  const { flips, problems } = await play({ flips: 8 });
  expect(problems).toEqual([]);
  expect(flips.sentAfter).toBe(0);
  expect(flips.refused + flips.cancelled + flips.sentBefore).toBe(8);
  expect(flips.refused + flips.cancelled).toBeGreaterThan(0);
});
