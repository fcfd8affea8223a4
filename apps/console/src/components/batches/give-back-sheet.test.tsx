import { REVERT_TEXTS as TEXT } from "@countinghouse/validators/reverts/rules";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import GiveBackSheet from "./give-back-sheet.tsx";

const BATCH = "01930000-0000-7000-8000-000000000001";
const PAYMENT = "01930000-0000-7000-8000-0000000000a";
const row = (nth: number, whyNot: string | null) => ({
  userId: 10_000 + nth,
  paymentId: `${PAYMENT}${nth}`,
  kind: "SALE" as const,
  rail: "CARD" as const,
  last4: "4242",
  takenCents: 5000,
  leftCents: whyNot === null ? 5000 : 0,
  whyNot,
});

let sent: unknown[];
beforeEach(() => {
  signIn();
  sent = [];
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "ADMIN" as const }));
  mockTrpc.query("reverts.preview", () => ({
    whyNot: null,
    rails: [
      { rail: "CARD" as const, count: 2, totalCents: 10_000, reviewed: "digest", whyNot: null },
      { rail: "ACH" as const, count: 0, totalCents: 0, reviewed: "other", whyNot: null },
    ],
    reasons: [{ reason: TEXT.given, count: 1 }],
    neverSent: 1,
    count: 3,
    rows: [row(1, null), row(2, null), row(3, TEXT.given)],
    latest: null,
  }));
  mockTrpc.mutation("reverts.start", ({ input }) => {
    sent.push(input);
    return { batchId: BATCH };
  });
});

it("says how many can be given back and why the others can not, row by row, and gives back what was typed", async () => {
  const { user } = renderPage(<GiveBackSheet batchId={BATCH} onClose={() => {}} />);
  const sheet = within(await screen.findByRole("dialog", { name: TEXT.title }));
  expect(await sheet.findByText("2 can be given back by card ($100.00)")).toBeTruthy();
  expect(sheet.getByText("1: it was given back already")).toBeTruthy();
  expect(sheet.getByText("1 never had a payment")).toBeTruthy();
  const rows = within(sheet.getByRole("table", { name: "Payments of the batch" })).getAllByRole("row");
  expect(rows.map((each) => each.textContent).at(-1)).toContain(TEXT.given);
  const button = sheet.getByRole("button", { name: "Give 2 payments back" });
  await user.type(sheet.getByLabelText(TEXT.countWrong), "3");
  await user.type(sheet.getByLabelText("Passcode"), "4711");
  await user.click(button);
  expect(sent).toEqual([]);
  await user.clear(sheet.getByLabelText(TEXT.countWrong));
  await user.type(sheet.getByLabelText(TEXT.countWrong), "2");
  await user.click(button);
  await expect
    .poll(() => sent)
    .toMatchObject([{ batchId: BATCH, rail: "CARD", count: 2, reviewed: "digest", passcode: "4711" }]);
});
