import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { verifyChains } from "../chain/chains.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
let userId: number;

beforeAll(async () => {
  api = await createTestApi();
  ({ id: userId } = await api.user());
});
afterAll(() => api.close());

const create = async (note = "Called, no answer.") => {
  const employee = await api.as("EMPLOYEE");
  return employee.notes.create({ requestId: randomUUID(), userId, note });
};

it("the list of notes has no pages and returns all notes, the newest first", async () => {
  const { id: busy } = await api.user();
  const { id: ownerId } = await api.admin("EMPLOYEE");
  await api.database.unsafeTransaction((tx) =>
    tx.note.createMany({
      data: Array.from({ length: 250 }, (_, hour) => ({
        userId: busy,
        ownerId,
        note: `Note ${hour}`,
        createdAt: api.clock.in({ hours: hour }),
      })),
    }),
  );
  const notes = await (await api.as("VIEWER")).notes.list({ userId: busy });
  expect(notes.map(({ note }) => note)).toEqual(Array.from({ length: 250 }, (_, at) => `Note ${249 - at}`));
});

describe("creating a note", () => {
  it("adds the note at the top of the list, with the signed-in admin as its owner", async () => {
    const { id, message } = await create("First thing seen.");
    api.clock.advance({ seconds: 1 });
    const { id: newerId } = await create("Second thing seen.");
    const notes = await (await api.as("VIEWER")).notes.list({ userId });
    expect(notes.slice(0, 2).map((note) => note.id)).toEqual([newerId, id]);
    expect(notes[0]).toMatchObject({
      note: "Second thing seen.",
      owner: "employee@countinghouse.test",
      version: 1,
    });
    expect(message).toBe("Note added sucessfully");
  });

  it("refuses a note on a customer who does not exist", async () => {
    const employee = await api.as("EMPLOYEE");
    const call = employee.notes.create({ requestId: randomUUID(), userId: 999_999, note: "Who?" });
    await expectRefusal(call, "NOT_FOUND", "There is no customer 999999.");
  });

  it("refuses a text of 100 kB that bypassed the form, names the limit and stores nothing", async () => {
    const before = await api.database.read.note.count();
    const note = "<script>שלום🙂</script>".repeat(5_000);
    await expect(create(note)).rejects.toThrow("Use at most 20,000 characters.");
    expect(await api.database.read.note.count()).toBe(before);
  });

  it("stores markup, emoji and right-to-left text exactly as written", async () => {
    const text = "<script>alert('x')</script> 💸 مرحبا\n=1+1";
    const { id } = await create(text);
    expect((await api.database.read.note.findUniqueOrThrow({ where: { id } })).note).toBe(text);
  });
});

describe("changing a note", () => {
  it("changes the text and returns a message", async () => {
    const { id } = await create("Draft.");
    const employee = await api.as("EMPLOYEE");
    const { message } = await employee.notes.update({
      requestId: randomUUID(),
      id,
      note: "Final.",
      version: 1,
    });
    expect(message).toBe("Note udpated sucessfully");
    const changed = (await employee.notes.list({ userId })).find((note) => note.id === id);
    expect(changed).toMatchObject({ note: "Final.", version: 2 });
  });

  it("rejects the second of two simultaneous changes and stores the text of the first", async () => {
    const { id } = await create("Seen by both.");
    const [first, second] = [await api.as("EMPLOYEE"), await api.as("SUPERADMIN")];
    const calls = [first, second].map((admin, index) =>
      admin.notes.update({ requestId: randomUUID(), id, note: `Text ${index}`, version: 1 }),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const loser = calls[outcomes.findIndex(({ status }) => status === "rejected")] ?? Promise.resolve();
    await expectRefusal(loser, "CONFLICT", /Someone else changed this note/);
    const { note } = await api.database.read.note.findUniqueOrThrow({ where: { id } });
    expect(note).toBe(`Text ${outcomes.findIndex(({ status }) => status === "fulfilled")}`);
  });

  it("refuses a note that does not exist", async () => {
    const input = { requestId: randomUUID(), id: randomUUID(), note: "x", version: 1 };
    await expectRefusal((await api.as("ADMIN")).notes.update(input), "NOT_FOUND", "There is no such note.");
  });
});

describe("deleting a note", () => {
  it("hides the note, retains its row, and can be undone", async () => {
    const { id } = await create("Delete me.");
    const employee = await api.as("EMPLOYEE");
    const { message } = await employee.notes.delete({ requestId: randomUUID(), id });
    expect(message).toBe("Note deleted sucessfully");
    expect((await employee.notes.list({ userId })).map((note) => note.id)).not.toContain(id);
    expect(await api.database.read.note.count({ where: { id } })).toBe(1);
    await employee.notes.restore({ requestId: randomUUID(), id });
    expect((await employee.notes.list({ userId })).map((note) => note.id)).toContain(id);
  });

  it("refuses a second deletion, and the restore of a note that is not deleted", async () => {
    const { id } = await create("Twice.");
    const employee = await api.as("EMPLOYEE");
    await expectRefusal(employee.notes.restore({ requestId: randomUUID(), id }), "NOT_FOUND");
    await employee.notes.delete({ requestId: randomUUID(), id });
    await expectRefusal(employee.notes.delete({ requestId: randomUUID(), id }), "NOT_FOUND");
  });
});

it("every change of a note is in an audit chain that verifies", async () => {
  expect(await verifyChains(api.database.read, api.vault)).toEqual([]);
});

describe("another admin's note", () => {
  const verbs = ["update", "delete", "restore"] as const;
  const change = async (verb: (typeof verbs)[number], role: "ADMIN" | "EMPLOYEE", id: string) => {
    const { notes } = await api.as(role);
    if (verb === "update") return notes.update({ requestId: randomUUID(), id, note: "Changed.", version: 1 });
    return notes[verb]({ requestId: randomUUID(), id });
  };
  const written = async (isDeleted: boolean) => {
    const { notes } = await api.as("SUPERADMIN");
    const { id } = await notes.create({ requestId: randomUUID(), userId, note: "A superadmin's." });
    if (isDeleted) await notes.delete({ requestId: randomUUID(), id });
    return id;
  };

  it.each(verbs)("cannot be changed by an EMPLOYEE: %s", async (verb) => {
    const refused = change(verb, "EMPLOYEE", await written(verb === "restore"));
    await expectRefusal(refused, "RULE", "Only its owner, SUPERADMIN or ADMIN can change this note.");
  });

  it.each(verbs)("can be changed by an ADMIN: %s", async (verb) => {
    const id = await written(verb === "restore");
    await expect(change(verb, "ADMIN", id)).resolves.toBeTruthy();
  });

  it("names its last editor after a change", async () => {
    const id = await written(false);
    await change("update", "ADMIN", id);
    const notes = await (await api.as("EMPLOYEE")).notes.list({ userId });
    expect(notes.find((each) => each.id === id)).toMatchObject({
      isOwn: false,
      editor: "admin@countinghouse.test",
    });
  });
});
