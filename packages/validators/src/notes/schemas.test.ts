import { describe, expect, test } from "vitest";
import { UNSTORABLE_TEXT } from "../text.ts";
import { CreateNote, DeleteNote, ListNotes, NOTE_MAX_LENGTH, RestoreNote, UpdateNote } from "./schemas.ts";

const id = "0199f3c2-7b1e-7c3a-9f20-3a0d7be1c001";

describe("a note", () => {
  test.each(["", "   ", undefined])("is required: %j is refused", (note) => {
    expect(CreateNote.safeParse({ userId: 1, note }).error?.issues[0]?.message).toBe("Please Input Note!");
  });

  test("preserves emoji, right-to-left scripts and HTML as plain text", () => {
    const note = "🙂 שלום <script>alert(1)</script>\nsecond line";
    expect(CreateNote.parse({ userId: 1, note })).toEqual({ userId: 1, note });
  });

  test("is trimmed, and a second parse changes nothing", () => {
    const once = CreateNote.parse({ userId: 1, note: "  called  twice \n" });
    expect(once.note).toBe("called  twice");
    expect(CreateNote.parse(once)).toEqual(once);
  });

  test("with a NUL is refused, because the database cannot store it", () => {
    expect(CreateNote.safeParse({ userId: 1, note: "a\0b" }).error?.issues[0]?.message).toBe(UNSTORABLE_TEXT);
  });

  test("may be as long as the limit, and no longer", () => {
    expect(CreateNote.safeParse({ userId: 1, note: "x".repeat(NOTE_MAX_LENGTH) }).success).toBe(true);
    expect(CreateNote.safeParse({ userId: 1, note: "x".repeat(NOTE_MAX_LENGTH + 1) }).success).toBe(false);
  });

  test("may not name its owner, because the session does", () => {
    expect(CreateNote.safeParse({ userId: 1, note: "x", owner: "someone else" }).success).toBe(false);
  });

  test("is updated only with the version that was read", () => {
    expect(UpdateNote.safeParse({ id, note: "x", version: 1 }).success).toBe(true);
    expect(UpdateNote.safeParse({ id, note: "x" }).success).toBe(false);
  });

  test.each([DeleteNote, RestoreNote])("is deleted and restored by its id alone", (schema) => {
    expect(schema.parse({ id })).toEqual({ id });
    expect(schema.safeParse({ id: 7 }).success).toBe(false);
  });
});

test("notes are listed by user", () => {
  expect(ListNotes.parse({ userId: 7 })).toEqual({ userId: 7 });
});
