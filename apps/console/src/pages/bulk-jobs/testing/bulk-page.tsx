import type { BulkScreenKind, BulkVersion } from "@countinghouse/validators/bulk-jobs/rules";
import { bulkTitle } from "@countinghouse/validators/bulk-jobs/texts";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { expect } from "vitest";
import type { Batch, BulkRow, PreviewRow } from "@/components/batches/types.ts";
import { paths } from "@/paths.ts";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import BulkJobsPage from "../bulk-jobs-page.tsx";
import { FIVE_TO_REVIEW } from "./rows.ts";

type Setup = {
  kind?: BulkScreenKind;
  version?: BulkVersion;
  role?: Role;
  /** Follows the path: "?batch=…". */
  search?: string;
  /** The batch that runs now. */
  running?: Batch | null;
  /** The batches there are with their rows; the first one is the newest. */
  batches?: { batch: Batch; rows: BulkRow[] }[];
  preview?: PreviewRow[];
};

/** Opens one of the six screens for an admin of this role, on a server that knows these batches. */
export function openBulkPage(setup: Setup = {}) {
  const { kind = "BULK_ACH", version = 2, role = "EMPLOYEE", search = "" } = setup;
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  serveBatches(setup.running ?? null, setup.batches ?? []);
  mockTrpc.query("debitControl.returnRates", () => ({ from: "", to: "", sources: [], line: [] }));
  mockTrpc.query("bulkJobs.preview", () => ({ rows: setup.preview ?? [] }));
  const at = paths.bulkJobs({ kind, version }) + search;
  const page = renderPage(<BulkJobsPage kind={kind} version={version} />, { at });
  const box = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "User ids" });
  return {
    ...page,
    box,
    title: bulkTitle(kind, version),
    paste: async (text: string) => {
      await page.user.click(box());
      await page.user.paste(text);
    },
    /** Presses a button once it may be pressed. */
    press: async (name: string | RegExp) => page.user.click(await enabled(name)),
  };
}

/** What the server says of batches from now on. */
export function serveBatches(running: Batch | null, batches: { batch: Batch; rows: BulkRow[] }[]): void {
  mockTrpc.query("bulkJobs.running", () => ({
    isRunning: running !== null,
    batch: running ?? batches[0]?.batch ?? null,
  }));
  mockTrpc.query("bulkJobs.batchTimes", () =>
    batches.map(({ batch }) => ({
      batchId: batch.id,
      version: batch.version,
      state: batch.state,
      total: batch.total,
      failed: batch.counts.failed,
      value: batch.requestedAt,
      label: "2026-11-21 11:02:05",
      startedBy: batch.startedBy.name,
      requestedAt: batch.requestedAt,
    })),
  );
  mockTrpc.query("bulkJobs.rows", ({ input }) => {
    const found = batches.find(({ batch }) => batch.id === input.batchId);
    if (!found) throw mockTrpc.refusal("NOT_FOUND", { message: "There is no such batch." });
    const after = input.after?.change ?? -1;
    const rows = found.rows.filter(({ change }) => change > after);
    const change = Math.max(after, ...rows.map((row) => row.change));
    return { batch: found.batch, rows, cursor: { change, position: rows.length }, more: false };
  });
}

/** A button once the role is known and it may be pressed. */
export const enabled = (name: string | RegExp): Promise<HTMLElement> =>
  waitFor(() => {
    const button = screen.getByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBeNull();
    return button;
  });

/** The texts of the cells of the row that names this user. */
export async function rowCells(userId: number): Promise<(string | null)[]> {
  const link = await screen.findByRole("link", { name: String(userId) });
  const row = link.closest("tr");
  if (!row) throw new Error(`There is no row of ${userId}.`);
  const boxes = row.closest("table")?.querySelectorAll("th[data-column=select]").length;
  return within(row)
    .getAllByRole("cell")
    .slice(boxes)
    .map((cell) => cell.textContent);
}

export const question = async (name: string | RegExp) =>
  within(await screen.findByRole("alertdialog", { name }));

/** Pastes ids, asks for their details, and waits for the list. */
export async function openReview(setup: Setup = {}) {
  const page = openBulkPage({ preview: FIVE_TO_REVIEW, ...setup });
  await page.paste("48213 48214 48290 48311 48355");
  await page.press("View Details");
  await screen.findByRole("table", { name: "List to review" });
  return page;
}
