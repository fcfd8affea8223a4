import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { AppShell } from "@/layout/app-shell.tsx";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import ApplicationsPage from "./applications-page.tsx";
import type { ListedApplication } from "./use-applications.ts";

const CUSTOMER = { id: 10_001, firstname: "Maria", lastname: "Delgado", businessName: "" };

const anApplication = (changes: Partial<ListedApplication> = {}): ListedApplication => ({
  id: 501,
  createdAt: new Date("2026-09-21T03:04:05Z"),
  stage: "funded",
  alloyStatus: "Approved",
  isRenewed: false,
  isImported: false,
  approvedAmountCents: 500_000,
  paybackAmountCents: 650_000,
  fundedAt: new Date("2026-09-22T15:04:05Z"),
  isContractSigned: true,
  expired: false,
  offerExpired: false,
  ...changes,
});

function open(applications: ListedApplication[] = [anApplication()], at = "?id=10001") {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "VIEWER" }));
  mockTrpc.query("applications.list", () => ({ customer: CUSTOMER, applications }));
  const page = (
    <AppShell>
      <ApplicationsPage />
    </AppShell>
  );
  return renderPage(page, { at: `/admin/applications${at}` });
}

const rows = async () => {
  await screen.findByRole("link", { name: "501" });
  return screen.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent));
};

describe("the list of a customer's applications", () => {
  it("says of one that was brought from another system that it is imported", async () => {
    open([anApplication({ isImported: true })]);
    expect((await rows())[1]?.[2]).toBe("fundedImported");
  });

  it("shows of each where it stands, its amounts, and what has expired, renewed and been signed", async () => {
    open([
      anApplication({
        id: 502,
        stage: "offered",
        alloyStatus: "Manual Review",
        approvedAmountCents: null,
        paybackAmountCents: null,
        fundedAt: null,
        isContractSigned: false,
        isRenewed: true,
        expired: true,
        offerExpired: true,
      }),
      anApplication(),
    ]);
    expect(await rows()).toEqual([
      [
        "Id",
        "Created",
        "Stage",
        "Credit Check",
        "Approved",
        "Payback",
        "Funded",
        "Expired",
        "Renewal",
        "Contract Signed",
      ],
      [
        "502",
        "2026-09-20",
        "offered",
        "Manual Review",
        "—none",
        "—none",
        "—none",
        "Application, offer",
        "Yes",
        "No",
      ],
      ["501", "2026-09-20", "funded", "Approved", "$5,000.00", "$6,500.00", "2026-09-22", "No", "No", "Yes"],
    ]);
  });

  it.each([
    [true, false, "Application"],
    [false, true, "Offer"],
    [true, true, "Application, offer"],
    [false, false, "No"],
  ])("with expired %j and its offer %j says %s", async (expired, offerExpired, said) => {
    open([anApplication({ expired, offerExpired })]);
    expect((await rows())[1]?.[7]).toBe(said);
  });

  it("leads from a click on a row to the application's own page", async () => {
    const { user } = open();
    await user.click(await screen.findByRole("link", { name: "501" }));
    expect(address()).toBe("/admin/application-detail?id=501");
  });

  it("leads back to the customer, by name in the breadcrumb", async () => {
    open();
    const sidebar = within(screen.getByRole("navigation", { name: "Main" }));
    expect(sidebar.getByRole("link", { name: "Back to User" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001",
    );
    const breadcrumb = within(screen.getByRole("navigation", { name: "Breadcrumb" }));
    expect((await breadcrumb.findByRole("link", { name: "Maria Delgado" })).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001",
    );
    expect(document.title).toBe("Application history · Countinghouse");
  });

  it("of a customer who has not applied says so", async () => {
    open([]);
    expect(await screen.findByText("No applications yet")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to Maria Delgado" })).toBeTruthy();
  });

  it("that could not be loaded says so, and is there after Retry", async () => {
    let isBroken = true;
    open();
    mockTrpc.query("applications.list", () => {
      if (isBroken) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR", { message: "Something went wrong" });
      return { customer: CUSTOMER, applications: [anApplication()] };
    });
    const retry = await screen.findByRole("button", { name: "Retry" });
    expect(screen.getByText("Something went wrong")).toBeTruthy();
    isBroken = false;
    retry.click();
    expect(await screen.findByRole("link", { name: "501" })).toBeTruthy();
  });

  it("of nobody says that there is no such customer, and where to look", async () => {
    open();
    mockTrpc.query("applications.list", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message: "There is no customer 10001." });
    });
    expect(await screen.findByText("There is no customer 10001.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to Users" })).toBeTruthy();
  });

  it.each(["", "?id=", "?id=x", "?id=-1", "?id=99999999999"])(
    "without a customer in %j asks nothing",
    async (at) => {
      const asked: number[] = [];
      open([], at);
      mockTrpc.query("applications.list", ({ input }) => {
        asked.push(input.userId);
        return { customer: CUSTOMER, applications: [] };
      });
      await waitFor(() => expect(screen.getByText("This address has no customer id.")).toBeTruthy());
      expect(asked).toEqual([]);
    },
  );
});
