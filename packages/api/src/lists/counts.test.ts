import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createTestApi } from "../testing/harness.ts";

let names = 0;
const aView = (list: string, params: Record<string, string>) => ({
  requestId: randomUUID(),
  list,
  name: `View ${++names}`,
  isShared: true,
  content: { version: 1 as const, params, columns: null },
});

it("are those of the lists they show, also of shared ones, and none where a search or a list can not be counted", async () => {
  const counted = await createTestApi();
  await counted.user({ doNotFund: true });
  await counted.user({ doNotFund: true });
  await counted.user();
  const employee = await counted.as("EMPLOYEE");
  const save = async (list: string, params: Record<string, string>) =>
    (await employee.lists.saveView(aView(list, params))).id;
  const banned = await save("users", { tags: "doNotFund", sort: "id" });
  const all = await save("users", {});
  const overdue = await save("payment-schedules", { due: "overdue" });
  await save("users", { q: "Delgado" });
  await save("users", { stage: "no-such" });
  await save("audit", {});
  const seen = await (await counted.as("VIEWER")).lists.counts();
  expect(new Map(seen.map(({ id, count }) => [id, count]))).toEqual(
    new Map([
      [banned, 2],
      [all, 3],
      [overdue, 0],
    ]),
  );
  await counted.close();
});

it("are counted again after a moment", async () => {
  const counted = await createTestApi();
  const employee = await counted.as("EMPLOYEE");
  await employee.lists.saveView(aView("users", {}));
  const count = async () => (await employee.lists.counts())[0]?.count;
  expect(await count()).toBe(0);
  await counted.user();
  expect(await count()).toBe(0);
  counted.clock.advance({ minutes: 1 });
  expect(await count()).toBe(1);
  await counted.close();
});
