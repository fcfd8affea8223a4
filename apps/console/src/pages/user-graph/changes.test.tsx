import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import {
  aTransaction,
  aWindow,
  findTable,
  flowPage,
  openStatistics,
  region,
  someStatistics,
  tableTexts,
} from "./testing/page.tsx";

type Change = RouterInputs["bankStatistics"]["changeCategory"];

const CHANGED = someStatistics({
  windows: [aWindow(30)],
  asTold: {
    ...someStatistics(),
    windows: [
      aWindow(30, {
        coverage: {
          highRisk: { availableCents: 24_000, serviceCents: 21_000, ratio: 1.1429 },
          universal: { availableCents: 48_000, serviceCents: 0, ratio: null },
        },
      }),
    ],
  },
  changes: [
    {
      transactionId: "t-1",
      date: "2026-11-17",
      name: "WIRE IN NORTHSIDE",
      amountCents: 24_000,
      told: "miscIncome",
      category: "smallBusinessIncome",
      changedBy: "Erin Employee",
      changedAt: new Date("2026-11-20T15:00:00Z"),
    },
  ],
});

function takeChanges(message: string) {
  const sent = vi.fn<(change: Change) => void>();
  mockTrpc.mutation("bankStatistics.changeCategory", ({ input }) => {
    sent(input);
    return { category: input.category ?? "miscIncome", message };
  });
  return sent;
}

it("a transaction's category is changed where it is listed, with a way back", async () => {
  const sent = takeChanges("The category was changed.");
  const { user } = openStatistics({ at: "&number=businessRevenue:30" });
  const drawer = within(await screen.findByRole("dialog", { name: "Business Revenue, 30 days" }));
  await user.click(await drawer.findByRole("button", { name: "Change category of UBER EDI PAYMNT" }));
  const choice = within(await screen.findByRole("dialog", { name: "Change category" }));
  expect(choice.queryByRole("button", { name: "NSF Fee" })).toBeNull();
  await user.click(choice.getByRole("button", { name: "MCA_High_Risk" }));
  await waitFor(() =>
    expect(sent.mock.calls[0]?.[0]).toMatchObject({
      userId: 10_001,
      snapshotId: 9,
      transactionId: "t-1",
      was: "gigIncome",
      category: "MCA_High_Risk",
    }),
  );
  await user.click(await screen.findByRole("button", { name: "Undo", hidden: true }));
  await waitFor(() =>
    expect(sent.mock.calls[1]?.[0]).toMatchObject({ was: "MCA_High_Risk", category: "gigIncome" }),
  );
});

it("what was changed stands on the page with both categories, and each number that moved with both values", async () => {
  const sent = takeChanges("The bank's category was restored.");
  const { user } = openStatistics({ statistics: CHANGED });
  await region("Changed categories");
  expect(tableTexts(await findTable("Numbers that changed"))).toEqual([
    ["High-Risk Debt-Service Coverage, 30 days", "1.14", "2.29"],
  ]);
  const [row] = tableTexts(await findTable("Changed categories"));
  expect(row?.slice(3, 6)).toEqual(["Misc Income", "Small-Business Income", "Erin Employee"]);
  await user.click(screen.getByRole("button", { name: "Undo the category change of WIRE IN NORTHSIDE" }));
  await waitFor(() =>
    expect(sent.mock.calls[0]?.[0]).toMatchObject({ was: "smallBusinessIncome", category: null }),
  );
  expect(await screen.findByText("The bank's category was restored.")).toBeTruthy();
});

it("a number that moved says in its drawer what it was by the bank's category", async () => {
  openStatistics({ at: "&number=coverage-highRisk:30", statistics: CHANGED });
  const drawer = within(await screen.findByRole("dialog"));
  expect((await drawer.findByText("By the bank's category")).nextElementSibling?.textContent).toBe("1.14");
});

it("payments to one lender, and the lines of a match, open from their numbers", async () => {
  mockTrpc.query("bankStatistics.matches", () => ({
    transactions: [{ id: "t-9", date: "2026-10-01", name: "LYFT", amountCents: 100, isFound: false }],
    soughtCount: 120,
    accounts: [],
    names: [],
  }));
  const { user, asked } = openStatistics({ transactions: () => flowPage([aTransaction()]) });
  await user.click(
    await screen.findByRole("button", { name: "Existing Advance, 30 days, Kestrel Advance: −$3,200.00" }),
  );
  await screen.findByRole("dialog", { name: "Existing Advance, 30 days, Kestrel Advance" });
  await waitFor(() =>
    expect(asked.at(-1)).toMatchObject({ flow: "existingAdvance", lender: "Kestrel Advance" }),
  );
  expect(address()).toBe("/admin/user-graph?id=10001&number=existingAdvance:30:Kestrel+Advance");
  await user.keyboard("{Escape}");
  await user.click(await screen.findByRole("button", { name: "Transaction Match: 98.3%" }));
  const lines = within(await screen.findByRole("dialog", { name: "Transaction Match" }));
  expect(await lines.findByText("Not found")).toBeTruthy();
  expect(lines.getByText("The first 1 of 120, those that were not found first")).toBeTruthy();
});
