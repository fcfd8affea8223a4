import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import RecoveryPage from "./recovery-page.tsx";

type Status = RouterOutputs["recovery"]["status"];

const NONE = { count: 0, amountCents: 0 };
const TWO = { count: 2, amountCents: 4350 };

const STATUS: Status = {
  standing: "RECOVERY",
  reasons: ["SENT_PAYMENTS"],
  since: new Date("2026-11-20T16:40:00Z"),
  problem: "",
  address: "https://console.example.test",
  addressHere: "https://console.example.test",
  kind: "PRODUCTION",
  figures: {
    all: TWO,
    found: TWO,
    booked: NONE,
    resolved: NONE,
    unresolved: NONE,
    unasked: NONE,
    refused: NONE,
    unconfirmed: NONE,
  },
  unsent: TWO,
  payments: [
    {
      key: "abcdefghijkmnpq",
      paymentId: "5b0e4b1c-6a57-4c5e-9d0e-8f6f7e3f0a11",
      userId: 1204,
      mode: "SALE",
      amountCents: 4350,
      sentAt: new Date("2026-11-20T16:00:00Z"),
      state: "FOUND",
      reason: "",
      confirmedBy: null,
      confirmation: "",
      paymentState: null,
    },
  ],
  unreadableEntries: 0,
  reported: NONE,
  unprocessed: 3,
  whyNotRelease: "Book the found payments first.",
  released: null,
};

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, standing: "RECOVERY" as const }));
  mockTrpc.query("recovery.status", () => STATUS);
});

const open = () => renderPage(<RecoveryPage />, { at: "/admin/recovery" });
const releaseButton = () => screen.findByRole("button", { name: "Release…" });

it("says why nothing goes out, since when, what was found and how much", async () => {
  open();
  const why = within(await screen.findByRole("list", { name: "Why" }));
  expect(why.getByText(/The journal has sent payments that are unknown here/)).toBeTruthy();
  expect(screen.getByText("2026-11-20 11:40:00 ET")).toBeTruthy();
  expect(screen.getAllByText("2 · $43.50")).toHaveLength(3);
  expect(screen.getByRole("link", { name: "3" }).getAttribute("href")).toBe("/admin/unprocessed-chargeback");
  expect(screen.getByRole("link", { name: "1204" })).toBeTruthy();
});

it("books what was found, and only then may be released, with the word typed and a reason", async () => {
  const released: RouterInputs["recovery"]["release"][] = [];
  mockTrpc.mutation("recovery.book", () => {
    const figures = { ...STATUS.figures, found: NONE, booked: TWO, resolved: TWO };
    mockTrpc.query("recovery.status", () => ({ ...STATUS, figures, whyNotRelease: null }));
    return { booked: 2, waiting: 0, refused: 0 };
  });
  mockTrpc.mutation("recovery.release", ({ input }) => {
    released.push(input);
    return { releasedAt: new Date("2026-11-20T17:00:00Z"), environmentId: ADMIN.id };
  });
  const { user } = open();
  expect((await releaseButton()).getAttribute("aria-disabled")).toBe("true");
  await user.click(screen.getByRole("button", { name: "Book 2" }));
  expect(await screen.findByText(/2 booked/)).toBeTruthy();
  await expect.poll(async () => (await releaseButton()).getAttribute("aria-disabled")).not.toBe("true");
  await user.click(await releaseButton());
  const form = within(await screen.findByRole("dialog", { name: "Release the recovery" }));
  expect(form.getByText(/never sent \(2 · \$43\.50\) are cancelled/)).toBeTruthy();
  await user.type(form.getByLabelText("Reason"), "The backup of 02:00 was restored");
  await user.type(form.getByLabelText("Type RELEASE to confirm."), "release");
  await user.click(form.getByRole("button", { name: "Release" }));
  expect(await form.findByText("Type RELEASE to confirm.", { selector: "[role=alert], p" })).toBeTruthy();
  expect(released).toEqual([]);
  await user.clear(form.getByLabelText("Type RELEASE to confirm."));
  await user.type(form.getByLabelText("Type RELEASE to confirm."), "RELEASE");
  await user.click(form.getByRole("button", { name: "Release" }));
  expect(await screen.findByText("Payments go out again.")).toBeTruthy();
  expect(released).toMatchObject([{ word: "RELEASE", reason: "The backup of 02:00 was restored" }]);
});

it("one that can not be booked is confirmed on its own, with the word typed and what was done", async () => {
  const confirmed: RouterInputs["recovery"]["confirm"][] = [];
  const one = { count: 1, amountCents: 4350 };
  const [payment] = STATUS.payments;
  if (payment === undefined) throw new Error("There is no payment.");
  const refused = {
    ...payment,
    state: "REFUSED" as const,
    reason: "Another payment is recorded here instead.",
  };
  const status = { ...STATUS, figures: { ...STATUS.figures, refused: one, unconfirmed: one } };
  mockTrpc.query("recovery.status", () => ({ ...status, payments: [refused] }));
  mockTrpc.mutation("recovery.confirm", ({ input }) => {
    confirmed.push(input);
    const seenTo = { ...refused, confirmedBy: "Sofia Reyes", confirmation: input.note };
    mockTrpc.query("recovery.status", () => ({ ...STATUS, payments: [seenTo] }));
    return null;
  });
  const { user } = open();
  expect(
    await screen.findByText(/an advance could be funded again or an instalment charged again/),
  ).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Confirm abcdefghijkmnpq…" }));
  const form = within(await screen.findByRole("dialog", { name: "Payment that cannot be booked" }));
  await user.type(form.getByLabelText("What was done"), "Recorded by hand");
  await user.type(form.getByLabelText("Type CONFIRM to confirm."), "CONFIRM");
  await user.click(form.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("Recorded by hand (Sofia Reyes)")).toBeTruthy();
  expect(confirmed).toMatchObject([{ key: "abcdefghijkmnpq", word: "CONFIRM", note: "Recorded by hand" }]);
});

it("an ADMIN reads it and releases nothing; an EMPLOYEE is told why there is nothing", async () => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "ADMIN" as const }));
  const { unmount } = open();
  expect((await releaseButton()).getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByRole("button", { name: "Book 2" }).getAttribute("aria-disabled")).toBe("true");
  unmount();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "EMPLOYEE" as const }));
  open();
  expect(await screen.findByText("Only SUPERADMIN or ADMIN can do this.")).toBeTruthy();
});

it("says what it waits for where a processor can not be asked", async () => {
  mockTrpc.query("recovery.status", () => ({
    ...STATUS,
    standing: "VERIFYING" as const,
    reasons: [],
    problem: "The processor is out of reach.",
  }));
  open();
  expect(await screen.findByText("The processor is out of reach.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Release…" })).toBeNull();
});
