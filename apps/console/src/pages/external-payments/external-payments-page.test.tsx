import type { RouterOutputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { toast as toaster } from "sonner";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { expectRowReason, findRowAction } from "@/test/row-menu.ts";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import ExternalPaymentsPage from "./external-payments-page.tsx";

type User = RouterOutputs["collections"]["list"]["users"][number];
type BankData = RouterOutputs["collections"]["bankData"][number];

const aUser = (userId: number, changes: Partial<User> = {}): User => ({
  userId,
  email: `user${userId}@example.com`,
  name: "Denise Coleman",
  businessName: "",
  businessType: "",
  companyName: "Coleman Cabs LLC",
  contact: "2125550144",
  currentAddress: "41 Mott St",
  city: "New York",
  state: "NY",
  dob: "1984-02-03",
  ssn: "***-**-6789",
  zipcode: "10013",
  transactionAmountCents: 41_250,
  transactionDate: new Date("2026-11-10T16:00:00Z"),
  contract: { id: "0190c1a0-0000-7000-8000-00000000000c", fileName: `${userId}_contract.pdf` },
  ...changes,
});

const aBank = (userId: number): BankData => ({
  userId,
  income: {
    cashAppSquareCents: 40_050,
    paypalVenmoCents: 7_000,
    stripeCents: 0,
    rideDeliveryCents: 120_000,
    generalIncomeCents: 278_560,
  },
  assetReports: { ready: 1, pending: 0 },
  assetReportName: `${userId}_asset-report-2026-11-20.pdf`,
});

type Setup = {
  role?: Role;
  paymentFlag?: boolean;
  users?: User[];
  missingIds?: number[];
  banks?: BankData[];
};

/** Opens the page. Returns with it what ids were asked for. */
function open({ role = "EMPLOYEE", paymentFlag = true, users = [aUser(7)], ...setup }: Setup = {}) {
  toaster.dismiss();
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role, paymentFlag }));
  const asked: string[] = [];
  mockTrpc.query("collections.list", ({ input }) => {
    asked.push(input.userIds);
    return { users, missingIds: setup.missingIds ?? [] };
  });
  mockTrpc.query("collections.bankData", () => setup.banks ?? [aBank(7)]);
  const page = renderPage(<ExternalPaymentsPage />, { at: "/admin/external-payments" });
  const get = async (ids: string) => {
    await page.user.click(screen.getByLabelText("User ids"));
    await page.user.paste(ids);
    await page.user.click(screen.getByRole("button", { name: "Get Users" }));
  };
  return { ...page, asked, get };
}

const readRow = async (userId: number) => {
  const link = await screen.findByRole("link", { name: String(userId) });
  return within(link.closest("tr") ?? document.body);
};
const toast = (message: string) => screen.findByText(message, { selector: "[data-sonner-toast] *" });
const button = (name: string, description?: string) =>
  screen.findByRole("button", description === undefined ? { name } : { name, description });

beforeEach(() => sessionStorage.clear());

describe("getting users", () => {
  it("is off while there are no ids, and names what is none", async () => {
    const { user, asked } = open();
    expect(await button("Get Users", "Paste user ids first.")).toBeTruthy();
    expect(await button("Export CSV", "Get users first.")).toBeTruthy();
    await user.click(screen.getByLabelText("User ids"));
    await user.paste("7, 12x,8");
    expect(await button("Get Users", "Invalid User ID: 12x")).toBeTruthy();
    expect(screen.getByRole("alert").textContent).toBe("Please enter valid user IDs");
    await user.click(screen.getByRole("button", { name: "Remove 12x in line 1" }));
    expect(screen.getByLabelText<HTMLTextAreaElement>("User ids").value).toBe("7 8");
    expect(asked).toEqual([]);
  });

  it("shows every field of the users, and names the ids that were not found", async () => {
    const { get, asked } = open({ missingIds: [999, 1000] });
    await get("7,999 1000");
    const row = await readRow(7);
    await row.findByText("$2,785.60");
    expect(row.getAllByRole("cell").map((cell) => cell.textContent)).toEqual([
      // The box that selects it.
      "",
      "7Denise Coleman",
      "",
      "user7@example.com",
      "(212) 555-0144",
      "—none",
      "—none",
      "Coleman Cabs LLC",
      "41 Mott St",
      "New York",
      "NY",
      "10013",
      "1984-02-03",
      "***-**-6789",
      "$412.50",
      "2026-11-10 11:00:00",
      "$400.50",
      "$70.00",
      "$0.00",
      "$1,200.00",
      "$2,785.60",
      "7_contract.pdf",
      "7_asset-report-2026-11-20.pdf",
    ]);
    expect(screen.getByText("2 ids were not found").nextElementSibling?.textContent).toBe("999, 1000");
    expect(asked).toEqual(["7,999 1000"]);
  });

  it("says 'Something went wrong!' when it fails, and gets them on Retry", async () => {
    const { get, user } = open();
    mockTrpc.query("collections.list", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await get("7");
    expect(await screen.findByText("Something went wrong!")).toBeTruthy();
    mockTrpc.query("collections.list", () => ({ users: [aUser(7)], missingIds: [] }));
    await user.click(screen.getByRole("button", { name: "Retry" }));
    expect(await readRow(7)).toBeTruthy();
  });
});

describe("the actions of a row", () => {
  it("are off with the reason where there is no document", async () => {
    const waiting = {
      userId: 8,
      income: null,
      assetReports: { ready: 0, pending: 1 },
      assetReportName: null,
    };
    const { get, user } = open({
      users: [aUser(7, { contract: null }), aUser(8)],
      banks: [waiting],
    });
    await get("7 8");
    await expectRowReason("This user has no contract.", user, "user 7", "Download Contract");
    await expectRowReason("This user has no asset report.", user, "user 7", "Download Assets");
    await expectRowReason("The asset report is on its way.", user, "user 8", "Download Assets");
  });

  it("have no Payment for an admin without the payment flag, and are held for a VIEWER", async () => {
    const { get, user } = open({ role: "VIEWER", paymentFlag: false });
    await get("7");
    const why = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
    expect(await button("Export Contracts", why)).toBeTruthy();
    await findRowAction(user, "user 7", "Download Contract");
    expect(screen.queryByRole("menuitem", { name: /^Payment/ })).toBeNull();
    await expectRowReason(why, user, "user 7", "Download Contract");
  });
});

describe("a zip file", () => {
  it("that would be empty says 'No asset report found!'", async () => {
    const { get, user } = open();
    mockTrpc.mutation("collections.zip", () => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "No asset report found!" });
    });
    await get("7");
    await readRow(7);
    await user.click(await button("Export Asset Reports"));
    expect(await toast("No asset report found!")).toBeTruthy();
  });

  it("is saved under its name, and what it lacks is said", async () => {
    const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const { get, user } = open();
    const sent: unknown[] = [];
    mockTrpc.mutation("collections.zip", ({ input: { type, userIds } }) => {
      sent.push({ type, userIds });
      return {
        url: "/api/files/collections/ticket",
        fileName: "bulkContracts.zip",
        documents: 1,
        expiresAt: new Date(),
      };
    });
    server.use(http.get("*/api/files/collections/ticket", () => HttpResponse.text("… not-included.txt …")));
    await get("7");
    await readRow(7);
    await user.click(await button("Export Contracts"));
    expect(await screen.findByText(/^bulkContracts\.zip is complete and saved/)).toBeTruthy();
    expect(await screen.findByText(/not-included\.txt in bulkContracts\.zip names them/)).toBeTruthy();
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(sent).toEqual([{ type: "contracts", userIds: [7] }]);
    saved.mockRestore();
  });
});

describe("the SSN", () => {
  it("stands masked for a SUPERADMIN too, who may have it shown", async () => {
    const page = open({ role: "SUPERADMIN" });
    const asked: unknown[] = [];
    mockTrpc.mutation("users.reveal", ({ input: { userId, field, reason } }) => {
      asked.push([userId, field, reason]);
      return { number: "123-45-6789" };
    });
    await page.get("7");
    expect(await screen.findByText("***-**-6789")).toBeTruthy();
    await page.user.click(screen.getByRole("button", { name: "Show the SSN of user 7" }));
    const form = within(await screen.findByRole("dialog", { name: "Show the SSN" }));
    await page.user.click(form.getByRole("button", { name: "Show" }));
    expect(await form.findByText("Please Input Reason!")).toBeTruthy();
    await page.user.type(form.getByLabelText("Reason"), "The agency asks.");
    await page.user.click(form.getByRole("button", { name: "Show" }));
    expect(await screen.findByText("123-45-6789")).toBeTruthy();
    expect(asked).toEqual([[7, "ssn", "The agency asks."]]);
  });

  it("can not be shown to another role", async () => {
    const page = open({ role: "ADMIN" });
    await page.get("7");
    expect(await screen.findByText("***-**-6789")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Show the SSN/ })).toBeNull();
  });
});
