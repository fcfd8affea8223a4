import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { AUTOMATION_TEXTS } from "@countinghouse/validators/automation/texts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { AskProcess } from "./ask-process.tsx";

type Preview = RouterOutputs["automation"]["preview"];

const rates = { unauthorised: 0, administrative: 0, overall: 0 };

const aPreview = (changed: Partial<Preview> = {}): Preview => ({
  customers: 1,
  totalCents: 41_250,
  leftOut: 1,
  rates: { now: rates, expected: rates },
  groups: {
    goes: {
      count: 1,
      reasons: [],
      rows: [
        { userId: 10_001, dueOn: "2026-11-20", takeCents: 41_250, rail: "DEBIT", reason: null, fact: null },
      ],
    },
    blocked: { count: 0, reasons: [], rows: [] },
    decision: {
      count: 1,
      reasons: [{ reason: "Do Not Fund", count: 1 }],
      rows: [
        {
          userId: 10_002,
          dueOn: "2026-11-20",
          takeCents: 0,
          rail: null,
          reason: "Do Not Fund",
          fact: { place: "doNotFund", userId: 10_009 },
        },
      ],
    },
  },
  typedTotalFromCents: 1_000_000,
  sheet: { writtenAt: new Date("2026-11-23T19:02:00Z"), waiting: 0, failed: 2 },
  whyNot: null,
  reviewed: "digest",
  ...changed,
});

function openQuestion(preview: Preview | (() => never)) {
  const sent: RouterInputs["automation"]["run"][] = [];
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, vendorsOff: [] }));
  mockTrpc.query("automation.preview", typeof preview === "function" ? preview : () => preview);
  mockTrpc.mutation("automation.run", ({ input }) => {
    sent.push(input);
    return {
      batchId: "0190c1a0-0000-7000-8000-0000000000f1",
      requestedAt: 1,
      message: AUTOMATION_TEXTS.started,
    };
  });
  const onStarted = vi.fn<(requestedAt: number) => void>();
  const page = renderPage(<AskProcess onStarted={onStarted} onClose={() => undefined} />);
  return { ...page, sent, onStarted };
}

const question = async () => within(await screen.findByRole("alertdialog", { name: "Process payments?" }));

it("shows whom it takes how much from, and whom it leaves out for which reason", async () => {
  openQuestion(aPreview());
  const asked = await question();
  expect(await asked.findByText("$412.50 by DEBIT")).toBeTruthy();
  expect(
    asked.getByText("Last written by this console 2026-11-23 14:02:00 ET; rows: 2 failed."),
  ).toBeTruthy();
  expect(asked.getByText("Needs a decision: 1 (1 × Do Not Fund)")).toBeTruthy();
  expect(asked.getByRole("link", { name: "See flag of user 10009", hidden: true }).getAttribute("href")).toBe(
    "/admin/user-detail?id=10009#do-not-fund",
  );
  expect(asked.getByText("10002").getAttribute("href")).toBe("/admin/payment-schedules?user=10002");
});

it("asks for no total where the run takes no more than the limit", async () => {
  const { user, sent } = openQuestion(aPreview());
  const asked = await question();
  await user.click(await asked.findByRole("checkbox", { name: "I updated the sheet" }));
  expect(asked.queryByLabelText(/^Type the total/)).toBeNull();
  await user.click(asked.getByRole("button", { name: "Process Payments" }));
  await waitFor(() => expect(sent).toMatchObject([{ reviewed: "digest", typedTotalCents: null }]));
});

it("asks for the total where the run takes more than the limit, and is held until it is right", async () => {
  const { user, sent } = openQuestion(aPreview({ typedTotalFromCents: 41_249 }));
  const asked = await question();
  await user.click(await asked.findByRole("checkbox", { name: "I updated the sheet" }));
  const description = "Type the total, $412.50, first.";
  expect(asked.getByRole("button", { name: "Process Payments", description })).toBeTruthy();
  await user.type(asked.getByLabelText("Type the total, $412.50, to confirm"), "412.50");
  await user.click(asked.getByRole("button", { name: "Process Payments" }));
  await waitFor(() => expect(sent).toMatchObject([{ typedTotalCents: 41_250 }]));
});

it("says 'Something went wrong!' where what is due could not be counted", async () => {
  openQuestion(() => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  expect((await (await question()).findByRole("alert")).textContent).toBe("Something went wrong!");
});

it.each([
  ["INTERNAL_SERVER_ERROR" as const, "Something went wrong", "Something went wrong!"],
  ["CONFLICT" as const, "It runs already.", "It runs already."],
])("tells of a run that was answered with %s, %s: %s", async (code, message, said) => {
  const { user } = openQuestion(aPreview());
  mockTrpc.mutation("automation.run", () => {
    throw mockTrpc.refusal(code, { message });
  });
  const asked = await question();
  await user.click(await asked.findByRole("checkbox", { name: "I updated the sheet" }));
  await user.click(asked.getByRole("button", { name: "Process Payments" }));
  expect((await asked.findByRole("alert")).textContent).toBe(said);
});
