import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { readDraft } from "@/lib/drafts.ts";
import { aNote, openUserDrawer, openUserPage, USER_ID } from "@/pages/user-detail/testing/user-page.tsx";
import { ADMIN, address } from "@/test/render-page.tsx";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";

const NEW = "&drawer=note";
const CHANGE = `&drawer=note&note=${aNote().id}`;
const DRAFT = `note:${ADMIN.id}:${USER_ID}:${aNote().id}`;

const field = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Note" });
const closed = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
const save = (name: "Create note" | "Update note") => screen.getByRole("button", { name });

beforeEach(() => sessionStorage.clear());

it("a new note is saved, announced and listed, and the form closes", async () => {
  const sent: unknown[] = [];
  const { user } = openUserPage({ search: NEW });
  mockTrpc.mutation("notes.create", ({ input }) => {
    sent.push(input);
    mockTrpc.query("notes.list", () => [aNote({ note: input.note })]);
    return { id: aNote().id, message: "Note added sucessfully" };
  });
  await user.type(await field(), "  Called, no answer  ");
  expect(screen.getByRole("dialog", { name: "Create New Note" })).toBeTruthy();
  await user.click(save("Create note"));
  expect(await screen.findByText("Note added sucessfully")).toBeTruthy();
  await closed();
  expect(await screen.findByText("Called, no answer")).toBeTruthy();
  expect(address()).toBe(`/admin/user-detail?id=${USER_ID}`);
  expect(sent).toEqual([{ requestId: expect.any(String), userId: USER_ID, note: "Called, no answer" }]);
});

it("an empty note is not sent", async () => {
  const { user } = openUserDrawer({ search: NEW });
  await user.type(await field(), "   ");
  await user.click(save("Create note"));
  expect(await screen.findByText("Please Input Note!")).toBeTruthy();
});

it("a note of 100 kB is refused with the limit before it is sent, and a draft preserves its text", async () => {
  const note = `${"<script>alert(1)</script> שלום 🙂 ".repeat(3_100)}end`;
  expect(new Blob([note]).size).toBeGreaterThan(100_000);
  const first = openUserDrawer({ search: NEW });
  const text = await field();
  text.focus();
  await first.user.paste(note);
  await first.user.click(save("Create note"));
  expect(await screen.findByText("Use at most 20,000 characters.")).toBeTruthy();
  expect(text.value).toBe(note);
  first.unmount();

  openUserDrawer({ search: NEW });
  await waitFor(async () => expect((await field()).value).toBe(note));
});

it("a changed note is saved with the version that was read", async () => {
  const sent: unknown[] = [];
  const { user } = openUserDrawer({ notes: [aNote({ version: 3 })], search: CHANGE });
  mockTrpc.mutation("notes.update", ({ input }) => {
    sent.push(input);
    return { id: input.id, version: 4, message: "Note udpated sucessfully" };
  });
  const text = await field();
  expect(screen.getByRole("dialog", { name: "Update Note" })).toBeTruthy();
  expect(text.value).toBe("Asked for bank statements.");
  await user.type(text, " Again.");
  await user.click(save("Update note"));
  expect(await screen.findByText("Note udpated sucessfully")).toBeTruthy();
  await closed();
  expect(sent).toMatchObject([{ id: aNote().id, version: 3, note: "Asked for bank statements. Again." }]);
});

it("an address with an unknown note opens no form", async () => {
  openUserPage({ notes: [aNote()], search: "&drawer=note&note=gone" });
  await screen.findByText("Asked for bank statements.");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("a failure shows an alert and leaves the text, and a retry has the same request id", async () => {
  const requests: string[] = [];
  const { user } = openUserDrawer({ search: NEW });
  mockTrpc.mutation("notes.create", ({ input }) => {
    requests.push(input.requestId);
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  await user.type(await field(), "Called");
  await user.click(save("Create note"));
  expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
  expect((await field()).value).toBe("Called");
  await user.click(save("Create note"));
  await waitFor(() => expect(requests).toHaveLength(2));
  expect(requests[0]).toBe(requests[1]);
});

it("without a network the form shows an alert", async () => {
  const { user } = openUserDrawer({ search: NEW });
  await user.type(await field(), "Called");
  server.use(mockTrpc.offline);
  await user.click(save("Create note"));
  expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
});

it("leaving with a changed text asks first, and Discard deletes the draft", async () => {
  const { user } = openUserDrawer({ notes: [aNote()], search: CHANGE });
  await user.type(await field(), "!");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Discard" }));
  await closed();
  expect(readDraft(DRAFT)).toBeNull();
});

describe("a draft", () => {
  it("is recovered after a reload, and can be discarded", async () => {
    const first = openUserDrawer({ notes: [aNote()], search: CHANGE });
    await first.user.type(await field(), " And tax returns.");
    first.unmount();

    const { user } = openUserDrawer({ notes: [aNote()], search: CHANGE });
    await waitFor(async () =>
      expect((await field()).value).toBe("Asked for bank statements. And tax returns."),
    );
    expect(screen.getByText(/^Draft from \d\d:\d\d ET recovered$/)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Discard" }));
    expect((await field()).value).toBe("Asked for bank statements.");
    expect(screen.queryByText(/^Draft from/)).toBeNull();
    expect(readDraft(DRAFT)).toBeNull();
  });

  it("is saved with the version it is based on, so that it overwrites no other change", async () => {
    const sent: number[] = [];
    sessionStorage.setItem(
      `draft:${DRAFT}`,
      JSON.stringify({ text: "Begun on the first version", savedAt: "2026-11-20T16:40:00Z", version: 1 }),
    );
    const { user } = openUserDrawer({
      notes: [aNote({ version: 2, note: "Changed since" })],
      search: CHANGE,
    });
    mockTrpc.mutation("notes.update", ({ input }) => {
      sent.push(input.version);
      return { id: input.id, version: 2, message: "Note udpated sucessfully" };
    });
    expect(await screen.findByText("Draft from 11:40 ET recovered")).toBeTruthy();
    await user.click(save("Update note"));
    await waitFor(() => expect(sent).toEqual([1]));
  });

  it("is deleted once the note is saved", async () => {
    const { user } = openUserDrawer({ notes: [aNote()], search: CHANGE });
    mockTrpc.mutation("notes.update", ({ input }) => ({
      id: input.id,
      version: 2,
      message: "Note udpated sucessfully",
    }));
    await user.type(await field(), "!");
    expect(readDraft(DRAFT)?.text).toBe("Asked for bank statements.!");
    await user.click(save("Update note"));
    await closed();
    expect(readDraft(DRAFT)).toBeNull();
  });
});

describe("a conflict of two admins on one note", () => {
  const message = "Someone else changed this note.";
  const conflictWith = (version: number) =>
    mockTrpc.refusal("CONFLICT", { message, details: { current: "Statements are here.", version } });

  async function meetConflict() {
    const page = openUserDrawer({ notes: [aNote()], search: CHANGE });
    const sent: { version: number; note: string; requestId: string }[] = [];
    mockTrpc.mutation("notes.update", ({ input }) => {
      sent.push(input);
      if (input.version === 1) throw conflictWith(2);
      return { id: input.id, version: 3, message: "Note udpated sucessfully" };
    });
    await page.user.type(await field(), " Mine.");
    await page.user.click(save("Update note"));
    const theirs = within(await screen.findByRole("region", { name: "The other text" }));
    return { ...page, sent, theirs };
  }

  it("shows the refusal and the other text, and leaves the own text in the field", async () => {
    const { theirs } = await meetConflict();
    expect(screen.getByText(message)).toBeTruthy();
    expect(theirs.getByText("Statements are here.")).toBeTruthy();
    expect((await field()).value).toBe("Asked for bank statements. Mine.");
  });

  it("ends with Keep mine, which saves the own text over the shown version", async () => {
    const { user, sent, theirs } = await meetConflict();
    await user.click(theirs.getByRole("button", { name: "Keep mine" }));
    expect(await screen.findByText("Note udpated sucessfully")).toBeTruthy();
    expect(sent.map(({ version, note }) => [version, note])).toEqual([
      [1, "Asked for bank statements. Mine."],
      [2, "Asked for bank statements. Mine."],
    ]);
    expect(sent[0]?.requestId).not.toBe(sent[1]?.requestId);
  });

  it("ends with Take the other, which fills the field with the other text and saves nothing yet", async () => {
    const { user, sent, theirs } = await meetConflict();
    await user.click(theirs.getByRole("button", { name: "Take the other" }));
    expect((await field()).value).toBe("Statements are here.");
    expect(screen.queryByText(message)).toBeNull();
    expect(sent).toHaveLength(1);
    await user.click(save("Update note"));
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ version: 2, note: "Statements are here." }));
  });

  it("ends with a new note when the other admin deleted the note", async () => {
    const created: unknown[] = [];
    const { user } = openUserDrawer({ notes: [aNote()], search: CHANGE });
    mockTrpc.mutation("notes.update", () => {
      throw conflictWith(1);
    });
    mockTrpc.mutation("notes.create", ({ input }) => {
      created.push(input.note);
      return { id: "2", message: "Note added sucessfully" };
    });
    await user.type(await field(), " Mine.");
    await user.click(save("Update note"));
    expect(await screen.findByText(/This note was deleted/)).toBeTruthy();
    expect(screen.queryByText(message)).toBeNull();
    await user.click(save("Create note"));
    expect(await screen.findByText("Note added sucessfully")).toBeTruthy();
    expect(created).toEqual(["Asked for bank statements. Mine."]);
  });
});
