import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeAsJob } from "./job-writes.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const note = (text: string) => ({ where: { note: text } });

/** Writes a note as a job, and throws afterwards where it is told to. */
async function write(requestId: string, breaks: boolean): Promise<void> {
  const { id: userId } = await api.user();
  const { id: ownerId } = await api.admin("EMPLOYEE");
  await writeAsJob(api.services, "test", async ({ tx, now }) => {
    const { id } = await tx.note.create({ data: { userId, ownerId, note: requestId, createdAt: now } });
    if (breaks) throw new Error("It breaks.");
    const event = { subject: { type: "note", id }, after: { note: requestId } };
    return { result: null, audit: { action: "test.write", requestId, events: [event] } };
  });
}

it("what a job writes stands in the audit under its name, at the time it was written", async () => {
  const requestId = randomUUID();
  await write(requestId, false);
  expect(await api.database.read.note.count(note(requestId))).toBe(1);
  expect(await api.database.read.auditEvent.findMany({ where: { requestId } })).toEqual([
    expect.objectContaining({ actor: "job:test", action: "test.write", at: api.clock.now() }),
  ]);
});

it("a job that breaks leaves neither what it wrote nor an event", async () => {
  const requestId = randomUUID();
  await expect(write(requestId, true)).rejects.toThrow("It breaks.");
  expect(await api.database.read.note.count(note(requestId))).toBe(0);
  expect(await api.database.read.auditEvent.count({ where: { requestId } })).toBe(0);
});
