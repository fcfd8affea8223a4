import { seedDatabase } from "@countinghouse/db/seed/seed-database";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { changeAFact, expectKept, numbersFrom, tablesOfWork } from "../testing/kept-work.ts";

const ROUNDS = 8;
/** Of each table in a round. */
const CHANGES = 12;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ fourEyes: true });
  const { vault, clock, held } = api;
  const { ownerUrl: url } = held;
  await seedDatabase({ url, vault, users: 150, now: clock.now(), adminPassword: "correct horse" });
});
afterAll(() => api.close());

it("after any change of any table that is read, and as time goes by, what is kept is what the facts say", async () => {
  const tables = await tablesOfWork(api);
  expect((await expectKept(api)).length).toBeGreaterThan(5);
  const random = numbersFrom(20_261_128);
  const changed = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const done: string[] = [];
    for (const table of tables)
      for (let nth = 0; nth < CHANGES; nth++) {
        const statement = await changeAFact(api, table, random);
        if (statement === null) continue;
        done.push(statement);
        changed.add(table.name);
      }
    if (round % 3 === 2) api.clock.advance({ hours: Math.round((random() - 0.3) * 100) });
    await expectKept(api, done.join("\n"));
    const differed = await api.database.read.workKept.findMany({ where: { differed: { gt: 0 } } });
    expect({ after: done.join("\n"), differed }).toMatchObject({ differed: [] });
  }
  expect(changed.size).toBeGreaterThan(12);
});
