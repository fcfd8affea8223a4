import type { RouterInputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import type { Break, Day } from "./reconciled-day.ts";
import ReconciledDaysPage from "./reconciled-days-page.tsx";

const DAY = "2026-11-20";
const toId = (nth: number) => `0190c1a0-0000-7000-8000-00000000000${nth}`;

const aLine = (sourceSystem: "giggle" | "ledger" | "payliance", amountCents = 90_000) => ({
  sourceSystem,
  paymentType: "ACH" as const,
  direction: "out" as const,
  uniqueRef: `ref-${sourceSystem}`,
  userId: 10_001,
  fundedDate: DAY,
  disbursementAmountCents: amountCents,
  kind: "CREDIT" as const,
  paymentId: toId(7),
});

const aBreak = (changed: Partial<Break> = {}): Break => ({
  id: toId(1),
  ref: toId(7),
  status: "Not Found",
  cause: "SHEET_ROW_MISSING",
  reason: "",
  direction: "out",
  userId: 10_001,
  paymentId: toId(7),
  partnerRef: null,
  deltaCents: -90_000,
  lines: [aLine("giggle"), aLine("payliance")],
  cents: { giggle: 90_000, ledger: null, payliance: 90_000 },
  foundAt: new Date("2026-11-22T09:00:00Z"),
  resolution: null,
  why: "",
  matchId: null,
  resolvedAt: null,
  resolvedBy: null,
  ...changed,
});

const RUN = {
  id: toId(9),
  at: new Date("2026-11-22T09:00:00Z"),
  payments: 300,
  isWhole: true,
  unanswered: "",
  by: null,
  totals: [],
};

let breaks: Break[];
let signed: Day["signed"];

beforeEach(() => {
  breaks = [aBreak()];
  signed = null;
  mockTrpc.query("reconciledDays.list", () => [
    {
      day: DAY,
      at: RUN.at,
      payments: 300,
      isWhole: true,
      open: 1,
      resolved: 0,
      signedBy: null,
      signedAt: null,
    },
  ]);
  mockTrpc.query("reconciledDays.day", () => ({ day: DAY, runs: 1, run: RUN, breaks, signed }));
});

function openPage(role: Role = "ADMIN", at = `/admin/reconciled-days?day=${DAY}`) {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  return renderPage(<ReconciledDaysPage />, { at });
}

const difference = async () =>
  within(
    (
      await within(await screen.findByRole("list", { name: "Differences" })).findAllByRole("listitem")
    )[0] as HTMLElement,
  );

it("shows the days, and opens one at its own address", async () => {
  const { user } = openPage("VIEWER", "/admin/reconciled-days");
  await user.click(await screen.findByRole("button", { name: DAY }));
  expect(address()).toBe(`/admin/reconciled-days?day=${DAY}`);
  expect(await screen.findByText(/Compared 2026-11-22 04:00:00 ET at night, 300 payments/)).toBeTruthy();
});

describe("a difference", () => {
  it("says what each system has, why and what can be done, and its row is written in one press", async () => {
    const sent: RouterInputs["reconciledDays"]["repair"][] = [];
    mockTrpc.mutation("reconciledDays.repair", ({ input }) => {
      sent.push(input);
      return { breakId: input.breakId };
    });
    const { user } = openPage("EMPLOYEE");
    const row = await difference();
    expect(row.getByText("The row is missing in the sheet")).toBeTruthy();
    expect(row.getByText("missing")).toBeTruthy();
    await user.click(row.getByRole("button", { name: "Write the row" }));
    await waitFor(() => expect(sent).toMatchObject([{ breakId: toId(1) }]));
  });

  it("is matched with the one that is the same payment, by how much they differ is said first", async () => {
    const other = aBreak({
      id: toId(2),
      ref: "payliance:other",
      cause: "ANOTHER_REFERENCE",
      paymentId: null,
      userId: null,
      lines: [aLine("payliance", 89_000)],
      cents: { giggle: null, ledger: null, payliance: 89_000 },
    });
    breaks = [
      aBreak({
        cause: "ANOTHER_REFERENCE",
        partnerRef: other.ref,
        lines: [aLine("giggle")],
        cents: { giggle: 90_000, ledger: null, payliance: null },
      }),
      other,
    ];
    const sent: RouterInputs["reconciledDays"]["match"][] = [];
    mockTrpc.mutation("reconciledDays.match", ({ input }) => {
      sent.push(input);
      return { matchId: toId(5), differenceCents: 1_000 };
    });
    const { user } = openPage();
    await user.click((await difference()).getByRole("button", { name: /^Match with/ }));
    const form = within(await screen.findByRole("dialog", { name: "Match 2 differences" }));
    expect(form.getByText(/Together they differ by \$10\.00\./)).toBeTruthy();
    await user.click(form.getByRole("button", { name: "Match" }));
    expect(await form.findByText("Enter a reason.")).toBeTruthy();
    await user.type(form.getByLabelText("Why"), "The bank kept a fee.");
    await user.click(form.getByRole("button", { name: "Match" }));
    await waitFor(() =>
      expect(sent).toMatchObject([{ breakIds: [toId(1), toId(2)], reason: "The bank kept a fee." }]),
    );
  });

  it("that was ignored says by whom and why, and is taken back", async () => {
    breaks = [aBreak({ resolution: "IGNORED", why: "A test.", resolvedBy: "Ben Ortiz", resolvedAt: RUN.at })];
    const sent: RouterInputs["reconciledDays"]["undo"][] = [];
    mockTrpc.mutation("reconciledDays.undo", ({ input }) => {
      sent.push(input);
      return { reopened: 1 };
    });
    const { user } = openPage();
    const row = await difference();
    expect(row.getByText("Ignored by Ben Ortiz: A test.")).toBeTruthy();
    await user.click(row.getByRole("button", { name: "Undo" }));
    await waitFor(() => expect(sent).toMatchObject([{ breakId: toId(1) }]));
  });
});

describe("the signature", () => {
  it("waits until nothing is left, and is an ADMIN's", async () => {
    openPage();
    expect((await screen.findByRole("button", { name: "Sign off" })).getAttribute("aria-disabled")).toBe(
      "true",
    );
    expect(screen.getAllByText("1 break is still open.")).not.toEqual([]);
  });

  it("is given once nothing is left", async () => {
    breaks = [];
    const sent: RouterInputs["reconciledDays"]["sign"][] = [];
    mockTrpc.mutation("reconciledDays.sign", ({ input }) => {
      sent.push(input);
      signed = { at: RUN.at, by: "Ada Keller", digest: "d" };
      return { day: DAY, digest: "d" };
    });
    const { user } = openPage();
    await user.click(await screen.findByRole("button", { name: "Sign off" }));
    await waitFor(() => expect(sent).toMatchObject([{ day: DAY }]));
    expect(await screen.findByRole("button", { name: "Certificate (PDF)" })).toBeTruthy();
  });
});
