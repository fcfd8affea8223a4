import { afterAll, beforeAll, expect, it } from "vitest";
import { countAuditEvents } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { hire, plantItems, workUntilEmpty } from "../testing/people-at-work.ts";

const ITEMS = 1_000;

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ connections: 10 });
});
afterAll(() => api.close());

it("eight people at once end a thousand items between them: none twice, and none is lost", async () => {
  await plantItems(api, ITEMS);
  const ended = (await workUntilEmpty(api, await hire(api, 8))).flat();
  expect(new Set(ended).size).toBe(ITEMS);
  expect(ended).toHaveLength(ITEMS);
  expect(await countAuditEvents(api, "work.finish")).toBe(ITEMS);
}, 1_200_000);
