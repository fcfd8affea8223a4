import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { plantItems } from "../testing/people-at-work.ts";
import { createWorkPulse } from "./pulse.ts";

let api: TestApi;
let adminId: string;
beforeAll(async () => {
  api = await createTestApi();
  ({ id: adminId } = await api.admin("EMPLOYEE"));
});
afterAll(() => api.close());

const HOUR_MS = 3_600_000;

/** A pulse over a database that counts how often the causes are read. */
function counted() {
  let reads = 0;
  const { read } = api.database;
  const sql: typeof read.sql = (statement, values) => {
    if (statement.name === "work.causes") reads++;
    return read.sql(statement, values);
  };
  const db = {
    ...api.database,
    read: new Proxy(read, { get: (held, name) => (name === "sql" ? sql : Reflect.get(held, name)) }),
  };
  const pulse = createWorkPulse({ ...api.services, db }, { freshMs: HOUR_MS, longestMs: HOUR_MS });
  return { pulse, reads: () => reads };
}

it("the causes are read once for all who look, however many", async () => {
  await plantItems(api, 3);
  const { pulse, reads } = counted();
  const told = await Promise.all(Array.from({ length: 50 }, () => pulse.read(adminId, 1)));
  expect(reads()).toBe(1);
  expect(new Set(told.map(({ stamp }) => stamp)).size).toBe(1);
  expect(told[0]?.waiting).toBeGreaterThanOrEqual(3);
});

it("the stamp is another one once somebody works on an item, for whoever has heard the notice", async () => {
  const { pulse } = counted();
  const before = await pulse.read(adminId, 1);
  const [item] = (await (await api.as("EMPLOYEE")).work.list({ kind: "FAILED_MESSAGE" })).items;
  await (await api.as("EMPLOYEE")).work.hold({
    kind: "FAILED_MESSAGE",
    key: item?.key ?? "",
    requestId: crypto.randomUUID(),
  });
  expect((await pulse.read(adminId, 1)).stamp).toBe(before.stamp);
  expect((await pulse.read(adminId, 2)).stamp).not.toBe(before.stamp);
});
