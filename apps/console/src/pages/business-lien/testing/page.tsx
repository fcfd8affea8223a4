import type { RouterInputs } from "@countinghouse/api";
import { FILING_UNANSWERED } from "@countinghouse/validators/businesses/rules";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as toaster } from "sonner";
import { expect } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import BusinessLienPage from "../business-lien-page.tsx";
import type { BusinessRow } from "../use-businesses.ts";

/** A business that is approved and has no lien, unless told otherwise. */
export const aBusiness = (userId: number, changes: Partial<BusinessRow> = {}): BusinessRow => ({
  userId,
  name: `Business ${userId}`,
  phone: "2125550144",
  email: `owner${userId}@example.com`,
  externalId: String(userId),
  currentAddress: "41 Mott St, New York, NY 10013",
  einLast4: "6789",
  businessId: `0b1c2d3e-0000-4000-8000-0000000${userId}`,
  state: "NY",
  midDeskResponseStatus: "approved",
  error: null,
  batchId: "0190c1a0-0000-7000-8000-00000000000b",
  lienStatus: null,
  lienError: null,
  lienSentAt: null,
  unmatchedLiens: 0,
  openUnmatchedLiens: 0,
  lienPdf: "N/A",
  isDisabledUser: false,
  createdAt: new Date("2026-11-19T15:00:00Z"),
  updatedAt: new Date("2026-11-20T16:40:00Z"),
  ...changes,
});

export const SENT_FAILED = aBusiness(10_002, {
  businessId: null,
  midDeskResponseStatus: "Failed To Send Request",
  error: "middesk: 422 tin: Tax id is invalid",
});
export const FILED = aBusiness(10_003, { lienStatus: "filed", lienPdf: "UCC-1 2026-77.pdf" });
export const LIEN_FAILED = aBusiness(10_004, {
  lienStatus: "Failed To File Lien",
  lienError: "middesk: 400 error: The state refused the filing",
});

export const UNCONFIRMED = aBusiness(10_008, {
  lienStatus: "Filing Not Confirmed",
  lienError: FILING_UNANSWERED,
  lienSentAt: new Date("2026-11-20T15:00:00Z"),
});

type Asked = RouterInputs["businesses"]["list"];
type Setup = { role?: Role; at?: string; rows?: readonly BusinessRow[] };

/** Opens the page for an admin of this role. Returns with it what was asked of the server, and when. */
export function openBusinesses({ role = "EMPLOYEE", at = "", rows = [aBusiness(10_001)] }: Setup = {}) {
  // The toaster shows what an earlier test left on it, which would prove nothing of this one.
  toaster.dismiss();
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  const asked = serveBusinesses(rows);
  return { ...renderPage(<BusinessLienPage />, { at: `/admin/middesk${at}` }), asked };
}

/** Serves these businesses in pages, without regard to filters but the user's. */
export function serveBusinesses(rows: readonly BusinessRow[]): (Asked & { at: number })[] {
  const asked: (Asked & { at: number })[] = [];
  mockTrpc.query("businesses.list", ({ input }) => {
    asked.push({ ...input, at: Date.now() });
    const { page = 1, pageSize = 50, userId = null } = input;
    const found = rows.filter((row) => userId === null || row.userId === userId);
    return {
      rows: found.slice((page - 1) * pageSize, page * pageSize),
      count: found.length,
      unmatched: rows.reduce((sum, { openUnmatchedLiens }) => sum + openUnmatchedLiens, 0),
    };
  });
  return asked;
}

/** Serves so many businesses from user 20000 on, of each page the first row alone: what the others show is known. */
export function serveFirstRows(count: number): (Asked & { at: number })[] {
  const asked: (Asked & { at: number })[] = [];
  mockTrpc.query("businesses.list", ({ input }) => {
    asked.push({ ...input, at: Date.now() });
    const { page = 1, pageSize = 50 } = input;
    return { rows: [aBusiness(20_000 + (page - 1) * pageSize)], count, unmatched: 0 };
  });
  return asked;
}

/** The next reads of the list wait for the returned function, and then see these. */
export function holdList(rows: readonly BusinessRow[]): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  mockTrpc.query("businesses.list", () =>
    released.then(() => ({ rows: [...rows], count: rows.length, unmatched: 0 })),
  );
  return release;
}

export const failingList = () =>
  mockTrpc.query("businesses.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });

/** The row of a user, once it is there. */
export async function findRow(userId: number) {
  const link = await screen.findByRole("link", { name: String(userId) });
  const row = link.closest("tr");
  if (!row) throw new Error(`There is no row of ${userId}.`);
  return within(row);
}

export const box = async (userId: number) =>
  (await findRow(userId)).getByRole("checkbox", { name: `Select user ${userId}` });

type Scope = Pick<typeof screen, "getByRole">;

/** A button once the role is known and it may be pressed. */
export const enabled = (name: string | RegExp, scope: Scope = screen): Promise<HTMLElement> =>
  waitFor(() => {
    const button = scope.getByRole("button", { name });
    expect(button.getAttribute("aria-disabled")).toBeNull();
    return button;
  });
