import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import UnprocessedChargebackPage from "./unprocessed-chargeback-page.tsx";
import type { UnprocessedRow } from "./use-unprocessed.ts";

const aReport = (changed: Partial<UnprocessedRow> = {}): UnprocessedRow => ({
  id: "0190c1a0-0000-7000-8000-0000000000a1",
  createdAt: new Date("2026-11-20T16:40:00Z"),
  userId: null,
  uniqueRef: "ref-1",
  name: "Ana Diaz",
  amountCents: -41_250,
  transactionType: "ACH",
  exceptionType: "Return",
  cardNumber: null,
  code: "R01",
  meaning: "Insufficient funds",
  reason: "",
  status: "Pending deposit",
  stage: "MATCH",
  errorMessage: "No matching payment found.",
  reprocessingAttempts: 1,
  ...changed,
});

const failing = () => {
  throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
};

const serve = (unprocessedReturns: UnprocessedRow[]) =>
  mockTrpc.query("chargebacks.unprocessed", () => ({
    unprocessedReturns,
    unprocessedChargebacks: [],
    total: unprocessedReturns.length,
    readAt: new Date("2026-11-20T17:00:00Z"),
  }));

function open(role: Role = "ADMIN") {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  return renderPage(<UnprocessedChargebackPage />, { at: "/admin/unprocessed-chargeback" });
}

const enabled = (name: string | RegExp): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBeNull();
    return button;
  });

beforeEach(() => serve([aReport()]));

it("a list that does not load says so, never that there is nothing, and loads on Retry", async () => {
  mockTrpc.query("chargebacks.unprocessed", failing);
  const { user } = open();
  expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
  expect(screen.queryByText("No failed items")).toBeNull();
  serve([aReport()]);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText(/^Total: 1 failed chargebacks found/)).toBeTruthy();
});

it("a retry without an answer is not said to have done nothing, and the rows stay", async () => {
  mockTrpc.mutation("chargebacks.retryUnprocessed", failing);
  const { user } = open();
  await user.click(await enabled("Retry All Unprocessed Chargebacks"));
  expect(
    await screen.findByText("The retry may or may not have run. Check the list, then try again."),
  ).toBeTruthy();
  expect(screen.getByText("No matching payment found.")).toBeTruthy();
});

it("a deletion without an answer is not said to have done nothing, and is sent again as the same request", async () => {
  const sent: string[] = [];
  mockTrpc.mutation("chargebacks.deleteUnprocessed", ({ input }) => {
    sent.push(input.requestId);
    if (sent.length === 1) return failing();
    serve([]);
    return { deleted: input.achReturnIds?.length ?? 0 };
  });
  const { user } = open();
  await user.click(await screen.findByRole("checkbox", { name: "Select ref-1" }));
  await user.click(await enabled("Delete Selected (1)"));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "Delete 1" }));
  expect((await question.findByRole("alert")).textContent).toContain(
    "They may or may not have been deleted.",
  );
  await user.click(question.getByRole("button", { name: "Delete 1" }));
  expect(await screen.findByText("No failed items")).toBeTruthy();
  expect(new Set(sent).size).toBe(1);
  expect(sent).toHaveLength(2);
});

it("a line that can not be copied is shown, with N/A for the reason of a bank transfer without one", async () => {
  serve([aReport({ name: "=1+1" })]);
  const { user } = open();
  const button = await screen.findByRole("button", { name: "Copy ref-1" });
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("refused"));
  await user.click(button);
  expect((await screen.findByRole("alert")).textContent).toBe(
    "Failed to copy text, please copy here: 2026-11-20 11:40:00\tref-1\t'=1+1\t-412.50\tACH Chargeback\t-\tR01\tN/A",
  );
});

it.each<Role>(["EMPLOYEE", "VIEWER"])(
  "the role %s sees the rows, and is told who may retry and delete",
  async (role) => {
    const { user } = open(role);
    const box = await screen.findByRole("checkbox", { name: "Select ref-1" });
    await user.click(box);
    expect(box.getAttribute("aria-checked")).toBe("false");
    for (const name of ["Retry All Unprocessed Chargebacks", "Delete Selected"])
      await waitFor(() =>
        expect(
          screen.getByRole("button", { name, description: "Only SUPERADMIN or ADMIN can do this." }),
        ).toBeTruthy(),
      );
  },
);

it("marks the row that the address names", async () => {
  const [first, second] = [
    aReport(),
    aReport({ id: "0190c1a0-0000-7000-8000-0000000000a2", uniqueRef: "ref-2" }),
  ];
  serve([first, second]);
  renderPage(<UnprocessedChargebackPage />, { at: `/admin/unprocessed-chargeback?row=${second.id}` });
  const rowOf = (reference: string) => screen.getAllByText(reference)[0]?.closest("tr");
  await waitFor(() => expect(rowOf("ref-2")?.getAttribute("aria-current")).toBe("true"));
  expect(rowOf("ref-1")?.hasAttribute("aria-current")).toBe(false);
  expect(screen.queryByText(/The row you are looking for/)).toBeNull();
});

it("says that the row that the address names is not there", async () => {
  serve([aReport()]);
  renderPage(<UnprocessedChargebackPage />, { at: "/admin/unprocessed-chargeback?row=gone" });
  expect(await screen.findByText(/The row you are looking for is not on this list/)).toBeTruthy();
});
