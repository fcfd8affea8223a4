import { afterAll, beforeAll, expect, it } from "vitest";
import { EmailMessage } from "../auth/message.ts";
import { payloadPlace } from "../outbox/queue.ts";
import { addApplication } from "../testing/customers.ts";
import { countAuditEvents } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { mailDigest } from "./digest.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const role of ["ADMIN", "EMPLOYEE", "VIEWER"] as const) await api.admin(role);
});
afterAll(() => api.close());

const mails = async () => {
  const messages = await api.database.read.outboxMessage.findMany({
    where: { dedupeKey: { startsWith: "deadline-digest:" } },
    orderBy: { createdAt: "asc" },
  });
  return messages.map(({ id, payload }) =>
    EmailMessage.parse(JSON.parse(api.vault.open(payloadPlace(id), payload))),
  );
};

it("goes to everybody who works on items, three banking days before and one before, once a day", async () => {
  const { id: userId } = await api.user();
  // Thanksgiving is the 26th: three banking days before Monday the 30th is the 24th, one before is the 27th.
  await addApplication(api, userId, {
    stage: "offered",
    offerExpiresAt: new Date("2026-11-30T20:00:00Z"),
    expiresAt: new Date("2026-12-30T20:00:00Z"),
  });
  const sentOn: string[] = [];
  for (let day = 20; day <= 30; day++) {
    const before = (await mails()).length;
    await Promise.all([mailDigest(api.services), mailDigest(api.services)]);
    await mailDigest(api.services);
    if ((await mails()).length > before) sentOn.push(`2026-11-${day}`);
    api.clock.advance({ hours: 24 });
  }
  expect(sentOn).toEqual(["2026-11-24", "2026-11-27"]);
  const all = await mails();
  expect(all.map(({ to }) => to).sort()).toEqual(
    ["admin", "admin", "employee", "employee"].map((name) => `${name}@countinghouse.test`),
  );
  expect(all[0]?.text).toContain(`2026-11-30 (3 banking days): Offer expires, user ${userId}`);
  expect(all.at(-1)?.text).toContain("(1 banking day)");
  expect(await countAuditEvents(api, "deadlines.digest")).toBe(4);
});

it("does not go out in the night", async () => {
  api.clock.advance({ hours: -11 });
  expect(await mailDigest(api.services)).toBe(0);
});
