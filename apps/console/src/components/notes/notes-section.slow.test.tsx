import type { Role } from "@countinghouse/validators/roles";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aNote, openUserPage, USER_ID } from "@/pages/user-detail/testing/user-page.tsx";
import { address } from "@/test/render-page.tsx";
import { chooseRowAction, expectRowReason } from "@/test/row-menu.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import type { Note } from "./use-notes.ts";

const notesRegion = async () => within(await screen.findByRole("region", { name: "Notes" }));

async function openNotes(notes: Note[], role?: Role) {
  const page = openUserPage({ notes, ...(role && { role }) });
  return { ...page, region: await notesRegion() };
}

it("a note shows its text, its owner and its creation time in New York", async () => {
  const { region } = await openNotes([aNote()]);
  const cells = within(await region.findByRole("table", { name: "Notes" })).getAllByRole("cell");
  await waitFor(() =>
    expect(cells.slice(0, 3).map((cell) => cell.textContent)).toEqual([
      "Asked for bank statements.",
      "erin.novak@example.com",
      "2026-11-20 11:40:00",
    ]),
  );
});

it("an EMPLOYEE changes only own notes and sees the reason, a SUPERADMIN changes any note", async () => {
  const notes = [aNote({ isOwn: false })];
  const { user } = await openNotes(notes, "EMPLOYEE");
  const reason = "Only its owner, SUPERADMIN or ADMIN can change this note.";
  for (const name of ["Update note", "Delete note"]) await expectRowReason(reason, user, "note", name);
  cleanup();
  const again = await openNotes(notes, "SUPERADMIN");
  await chooseRowAction(again.user, "note", "Update note");
});

it("a changed note names its last editor", async () => {
  const { region } = await openNotes([aNote({ version: 2, editor: "ada@example.com" })]);
  expect(await region.findByText("edited by ada@example.com")).toBeTruthy();
});

it("an imported note has a badge", async () => {
  const { region } = await openNotes([aNote({ isImported: true })]);
  expect(await region.findByText("Imported")).toBeTruthy();
});

it("notes are in the order of the server, which returns the newest first, and are counted", async () => {
  const { region } = await openNotes([aNote({ id: "2", note: "second" }), aNote({ id: "1", note: "first" })]);
  const rows = await region.findAllByText(/^(first|second)$/);
  expect(rows.map((row) => row.textContent)).toEqual(["second", "first"]);
  expect(region.getByRole("heading", { name: "Notes" }).nextElementSibling?.textContent).toBe("2");
});

it("a customer without notes shows No Notes Found", async () => {
  const { region } = await openNotes([]);
  expect(await region.findByText("No Notes Found")).toBeTruthy();
});

it("markup in a note is shown as text, with its lines and spaces", async () => {
  const note = '<img src=x onerror="alert(1)">\n  two  spaces';
  const { region, container } = await openNotes([aNote({ note })]);
  const text = await region.findByText(/onerror/);
  expect(text.textContent).toBe(note);
  expect(container.querySelector("img")).toBeNull();
  expect(text.className).toContain("whitespace-pre-wrap");
});

it.each([
  ["a script", "<script>alert(1)</script> & <b>bold</b> &lt;"],
  ["emoji", "👩‍👩‍👧 paid 🙂🏳️‍🌈"],
  ["text from right to left", "שלום \u202Etxt.exe مرحبا"],
])("a note with %s is shown as typed, and no part of it runs", async (_, note) => {
  const { region, container } = await openNotes([aNote({ note })]);
  const shown = (await region.findAllByRole("cell"))[0]?.querySelector("p");
  await waitFor(() => expect(shown?.textContent).toBe(note));
  expect(shown?.dir).toBe("auto");
  expect(container.querySelector("script, b")).toBeNull();
});

it("a long note is folded until the user unfolds it, a short one is not", async () => {
  const { user, region } = await openNotes([
    aNote({ note: "line\n".repeat(20) }),
    aNote({ id: "2", note: "short" }),
  ]);
  const more = await region.findByRole("button", { name: "Show more" });
  expect(more.getAttribute("aria-expanded")).toBe("false");
  await user.click(more);
  expect(region.getByRole("button", { name: "Show less" }).getAttribute("aria-expanded")).toBe("true");
});

it("deleting a note shows a message and removes it, and Undo restores it", async () => {
  let kept = [aNote()];
  const restored: string[] = [];
  const { user, region } = await openNotes(kept);
  mockTrpc.query("notes.list", () => kept);
  mockTrpc.mutation("notes.delete", ({ input }) => {
    kept = [];
    return { id: input.id, message: "Note deleted sucessfully" };
  });
  mockTrpc.mutation("notes.restore", ({ input }) => {
    restored.push(input.requestId);
    kept = [aNote()];
    return { id: input.id };
  });
  await chooseRowAction(user, "note", "Delete note");
  expect(await screen.findByText("Note deleted sucessfully")).toBeTruthy();
  expect(await region.findByText("No Notes Found")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(await region.findByText("Asked for bank statements.")).toBeTruthy();
  expect(restored).toHaveLength(1);
});

it("deleting one note twice, with an Undo between, sends two requests", async () => {
  let kept = [aNote()];
  const requests: string[] = [];
  const { user } = await openNotes(kept);
  mockTrpc.query("notes.list", () => kept);
  mockTrpc.mutation("notes.delete", ({ input }) => {
    requests.push(input.requestId);
    kept = [];
    return { id: input.id, message: "Note deleted sucessfully" };
  });
  mockTrpc.mutation("notes.restore", ({ input }) => {
    kept = [aNote()];
    return { id: input.id };
  });
  await chooseRowAction(user, "note", "Delete note");
  await user.click(await screen.findByRole("button", { name: "Undo" }));
  await chooseRowAction(user, "note", "Delete note");
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(new Set(requests).size).toBe(2);
});

it("after a delete the focus moves to the menu of the next note, and to the heading after the last note", async () => {
  let kept = [aNote({ id: "2", note: "second" }), aNote({ id: "1", note: "first" })];
  const { user, region } = await openNotes(kept);
  mockTrpc.query("notes.list", () => kept);
  mockTrpc.mutation("notes.delete", ({ input }) => {
    kept = kept.filter(({ id }) => id !== input.id);
    return { id: input.id, message: "Note deleted sucessfully" };
  });
  const rowOf = async (text: string) =>
    within((await region.findByText(text)).closest("tr") ?? document.body);
  await chooseRowAction(user, "note", "Delete note", await rowOf("second"));
  await waitFor(() => expect(region.queryByText("second")).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(region.getByRole("button", { name: "Actions of note" })),
  );
  await chooseRowAction(user, "note", "Delete note", await rowOf("first"));
  expect(await region.findByText("No Notes Found")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(region.getByRole("heading", { name: "Notes" })));
});

it("after a delete the focus stays where the user has moved it in the meantime", async () => {
  const { user, region } = await openNotes([aNote()]);
  const answered = Promise.withResolvers<void>();
  mockTrpc.query("notes.list", () => []);
  mockTrpc.mutation("notes.delete", async ({ input }) => {
    await answered.promise;
    return { id: input.id, message: "Note deleted sucessfully" };
  });
  await chooseRowAction(user, "note", "Delete note");
  const create = region.getByRole("button", { name: /^Create Note/ });
  create.focus();
  answered.resolve();
  expect(await region.findByText("No Notes Found")).toBeTruthy();
  expect(document.activeElement).toBe(create);
});

it("a failed delete leaves the note and shows a message", async () => {
  const { user, region } = await openNotes([aNote()]);
  mockTrpc.mutation("notes.delete", () => {
    throw mockTrpc.refusal("NOT_FOUND", { message: "This note is already deleted." });
  });
  await chooseRowAction(user, "note", "Delete note");
  expect(await screen.findByText("This note is already deleted.")).toBeTruthy();
  expect(region.getByText("Asked for bank statements.")).toBeTruthy();
});

it("Update opens the form and puts the note into the address", async () => {
  const { user } = await openNotes([aNote()]);
  await chooseRowAction(user, "note", "Update note");
  expect(await screen.findByRole("dialog", { name: "Update Note" })).toBeTruthy();
  expect(address()).toBe(`/admin/user-detail?id=${USER_ID}&drawer=note&note=${aNote().id}`);
});

it("a VIEWER reads notes, and disabled buttons name the roles that write them", async () => {
  const { user, region } = await openNotes([aNote()], "VIEWER");
  expect(await region.findByText("Asked for bank statements.")).toBeTruthy();
  const reason = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
  await waitFor(() => expect(region.getAllByText(reason)).toHaveLength(3));
  for (const name of [/Create Note/, "Pin note", "Follow up"])
    expect(region.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
  for (const name of ["Update note", "Delete note"]) await expectRowReason(reason, user, "note", name);
});
