import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let userId: number;
let noteId: string;
beforeAll(async () => {
  api = await createTestApi();
  ({ id: userId } = await api.user());
});
beforeEach(async () => {
  const superadmin = await api.as("SUPERADMIN");
  ({ id: noteId } = await superadmin.notes.create({
    requestId: randomUUID(),
    userId,
    note: "Asked to call again",
  }));
});
afterAll(() => api.close());

const marked = (changes: { isPinned?: boolean; followUpOn?: string | null } = {}) => ({
  requestId: randomUUID(),
  id: noteId,
  isPinned: true,
  followUpOn: "2026-12-01",
  ...changes,
});
const kept = async () =>
  (await (await api.as("VIEWER")).notes.list({ userId })).find(({ id }) => id === noteId);
const deadlines = async () =>
  (await (await api.as("VIEWER")).deadlines.list({ kind: "FOLLOW_UP", userId })).items.filter(
    ({ key }) => key === noteId,
  );

describe("marking a note", () => {
  it("pins another admin's note and sets its follow-up day, which is a deadline until it is removed", async () => {
    const employee = await api.as("EMPLOYEE");
    await employee.notes.mark(marked());
    expect(await kept()).toMatchObject({ isPinned: true, followUpOn: "2026-12-01", version: 1 });
    expect(await deadlines()).toMatchObject([{ on: "2026-12-01", userId, said: "Asked to call again." }]);
    await employee.notes.mark(marked({ isPinned: false, followUpOn: null }));
    expect(await kept()).toMatchObject({ isPinned: false, followUpOn: null });
    expect(await deadlines()).toEqual([]);
  });

  it("refuses a new day in the past, and accepts a stored day that has passed", async () => {
    const employee = await api.as("EMPLOYEE");
    await expectRefusal(
      employee.notes.mark(marked({ followUpOn: "2026-11-19" })),
      "RULE",
      "The follow-up day is in the past.",
    );
    await api.database.unsafeTransaction((tx) =>
      tx.note.update({ where: { id: noteId }, data: { followUpOn: new Date("2026-11-02") } }),
    );
    await employee.notes.mark(marked({ followUpOn: "2026-11-02" }));
    expect(await kept()).toMatchObject({ isPinned: true, followUpOn: "2026-11-02" });
  });

  it("refuses a deleted note and an unknown note", async () => {
    const superadmin = await api.as("SUPERADMIN");
    await superadmin.notes.delete({ requestId: randomUUID(), id: noteId });
    await expectRefusal(superadmin.notes.mark(marked()), "NOT_FOUND", "There is no such note.");
    await expectRefusal(
      superadmin.notes.mark({ ...marked(), id: randomUUID() }),
      "NOT_FOUND",
      "There is no such note.",
    );
    expect(await deadlines()).toEqual([]);
  });
});
