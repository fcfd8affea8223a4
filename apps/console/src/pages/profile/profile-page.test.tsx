import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import ProfilePage from "./profile-page.tsx";

const AT = new Date("2026-11-20T16:40:00Z");
const HERE = {
  id: "0190c1a0-0000-7000-8000-0000000000b1",
  createdAt: AT,
  rotatedAt: AT,
  ip: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
  isThis: true,
};
const THERE = {
  ...HERE,
  id: "0190c1a0-0000-7000-8000-0000000000b2",
  userAgent: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/605",
  isThis: false,
};

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("admins.ownFactors", () => ({ factors: [], recoveryCodes: 0, isDemanded: false }));
  mockTrpc.query("admins.ownSessions", () => [HERE, THERE]);
  mockTrpc.query("audit.mine", () => ({ areas: ["notes"], events: [], nextCursor: null }));
});

const open = () => renderPage(<ProfilePage />, { at: "/admin/profile" });

it("ends a session elsewhere, and not the one that is looked at", async () => {
  const ended: string[] = [];
  mockTrpc.mutation("admins.endOwnSession", ({ input }) => {
    ended.push(input.sessionId);
    mockTrpc.query("admins.ownSessions", () => [HERE]);
    return { message: "The sessions have ended." };
  });
  const { user } = open();
  expect(await screen.findByText("Safari on iOS")).toBeTruthy();
  expect(screen.getByText("This one")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "End session" }));
  await waitFor(() => expect(screen.queryByText("Safari on iOS")).toBeNull());
  expect(ended).toEqual([THERE.id]);
});

it("changes the password by the one before, and keeps neither", async () => {
  const sent: unknown[] = [];
  mockTrpc.mutation("admins.changeOwnPassword", ({ input }) => {
    sent.push(input);
    return { message: "Your password was changed. Your other sessions have ended." };
  });
  const { user, queryClient } = open();
  await user.click(await screen.findByRole("button", { name: "Change password" }));
  const form = within(await screen.findByRole("dialog", { name: "Change your password" }));
  await user.type(form.getByLabelText("Your password"), "the former one");
  await user.type(form.getByLabelText("New password"), "too short");
  await user.click(form.getByRole("button", { name: "Change password" }));
  expect(await form.findByText("Enter a password of at least 15 characters.")).toBeTruthy();
  await user.type(form.getByLabelText("New password"), " no more, it is long");
  await user.click(form.getByRole("button", { name: "Change password" }));
  expect(await screen.findByText(/^Your password was changed/)).toBeTruthy();
  expect(sent).toMatchObject([{ current: "the former one", password: "too short no more, it is long" }]);
  await waitFor(() => {
    const kept = queryClient.getMutationCache().getAll();
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain("the former one");
  });
});

it("changes the name from the version that was read", async () => {
  const sent: unknown[] = [];
  mockTrpc.mutation("admins.changeOwnName", ({ input }) => {
    sent.push(input);
    mockTrpc.query("admins.me", () => ({ ...ADMIN, fullName: "Ada K", version: 2 }));
    return { message: "Your name was changed." };
  });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Change name" }));
  const form = within(await screen.findByRole("dialog", { name: "Change your name" }));
  await user.clear(form.getByLabelText("Full name"));
  await user.type(form.getByLabelText("Full name"), "Ada K");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Ada K")).toBeTruthy();
  expect(sent).toEqual([{ fullName: "Ada K", version: 1, requestId: expect.any(String) }]);
});

it("asks nothing of what one did while the role needs a second factor that is not there", async () => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, mustAddFactor: true }));
  open();
  expect(await screen.findByRole("heading", { name: "Second factor" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("heading", { name: "My actions" })).toBeNull());
});

it("lists what one did, and takes back what can be", async () => {
  const restored: string[] = [];
  const note = "0190c1a0-0000-7000-8000-0000000000c1";
  mockTrpc.query("audit.mine", ({ input: { what } }) => ({
    areas: ["notes", "users"],
    events:
      what === "users"
        ? []
        : [
            {
              id: "7",
              at: AT,
              actor: `admin:${ADMIN.id}`,
              adminName: ADMIN.fullName,
              adminEmail: ADMIN.email,
              action: "notes.delete",
              subjectType: "note",
              subjectId: note,
              subjectName: null,
              requestId: note,
              user: { id: 10_001, name: "Maria Delgado" },
              batch: null,
              undo: { by: "notes.restore" as const, input: { id: note } },
            },
          ],
    nextCursor: null,
  }));
  mockTrpc.mutation("notes.restore", ({ input }) => {
    restored.push(input.id);
    return { id: input.id };
  });
  const { user } = open();
  const list = within(await screen.findByRole("list", { name: "My actions" }));
  expect(list.getByRole("link", { name: /Maria Delgado/ })).toBeTruthy();
  await user.click(list.getByRole("button", { name: /^Undo/ }));
  await waitFor(() => expect(restored).toEqual([note]));
});
