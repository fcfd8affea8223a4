import { screen } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { aNote } from "@/pages/user-detail/testing/user-page.tsx";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { NoteMarks } from "./note-marks.tsx";

const sent: unknown[] = [];
beforeEach(() => {
  signIn();
  sent.length = 0;
  mockTrpc.mutation("notes.mark", ({ input: { id, isPinned, followUpOn } }) => {
    const asked = { id, isPinned, followUpOn };
    sent.push(asked);
    return asked;
  });
});

const open = (changes: Parameters<typeof aNote>[0] = {}) =>
  renderPage(<NoteMarks note={aNote(changes)} disabledReason={null} />);

describe("a note", () => {
  it("is pinned, and retains its follow-up day", async () => {
    const { user } = open({ followUpOn: "2030-01-02" });
    const pin = screen.getByRole("button", { name: "Pin note" });
    expect(pin.getAttribute("aria-pressed")).toBe("false");
    await user.click(pin);
    await expect.poll(() => sent).toEqual([{ id: aNote().id, isPinned: true, followUpOn: "2030-01-02" }]);
  });

  it("gets a follow-up day, which may not be in the past", async () => {
    const { user } = open();
    await user.click(screen.getByRole("button", { name: "Follow up" }));
    const day = await screen.findByRole("textbox", { name: "Follow up on" });
    await user.type(day, "2020-01-02");
    expect(screen.getByText("The follow-up day is in the past.")).toBeTruthy();
    await user.clear(day);
    await user.type(day, "2030-01-02");
    await user.click(screen.getByRole("button", { name: "Save" }));
    await expect.poll(() => sent).toEqual([{ id: aNote().id, isPinned: false, followUpOn: "2030-01-02" }]);
  });

  it("loses its follow-up day again", async () => {
    const { user } = open({ isPinned: true, followUpOn: "2030-01-02" });
    await user.click(screen.getByRole("button", { name: "Follow up" }));
    await user.click(await screen.findByRole("button", { name: "Remove" }));
    await expect.poll(() => sent).toEqual([{ id: aNote().id, isPinned: true, followUpOn: null }]);
  });
});
