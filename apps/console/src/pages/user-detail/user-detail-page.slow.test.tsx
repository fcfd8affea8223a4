import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { usePageActions } from "@/layout/actions.ts";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { ANCHOR_IDS, SECTIONS } from "./sections.ts";
import { seeEverything } from "./testing/screen.ts";
import {
  aNote,
  anApplication,
  aPayment,
  aPosition,
  aUser,
  findEnabledButton,
  findSection,
  openUserPage,
  USER_ID,
} from "./testing/user-page.tsx";
import UserDetailPage from "./user-detail-page.tsx";

/** Opened by its anchor; it is no section of the page. */
const IN_A_DRAWER = SECTIONS["file-attachments"].title;
const TITLES = ANCHOR_IDS.map((id) => SECTIONS[id].title);

const heading = (name: string) => screen.findByRole("heading", { level: 1, name });
const region = (name: string) => screen.findByRole("region", { name });
const anchors = () => within(screen.getByRole("navigation", { name: "On this page" }));

it.each(["", "?id=", "?id=abc", "?id=12abc", "?id=0", "?id=-4", "?id=99999999999"])(
  "an address without a customer's id (%s) offers a search and the way back",
  async (search) => {
    signIn();
    mockTrpc.query("admins.me", () => ADMIN);
    renderPage(<UserDetailPage />, { at: `/admin/user-detail${search}` });
    expect(await screen.findByText("This address has no customer id.")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Search or jump to…" })).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to Users" }).getAttribute("href")).toBe("/admin/users");
  },
);

it("an id that nobody has says so, and shows no section of nobody", async () => {
  openUserPage();
  const message = `There is no customer ${USER_ID}.`;
  mockTrpc.query("users.get", () => {
    throw mockTrpc.refusal("NOT_FOUND", { message });
  });
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.queryByRole("region")).toBeNull();
});

it("an admin who may not see customers is told so", async () => {
  openUserPage();
  mockTrpc.query("users.get", () => {
    throw mockTrpc.refusal("FORBIDDEN", { message: "Only a signed-in admin can do this." });
  });
  expect(await screen.findByText("Only a signed-in admin can do this.")).toBeTruthy();
});

it("the page is named by the customer, in its heading and in the tab", async () => {
  openUserPage();
  await heading("Maria Delgado");
  expect(document.title).toContain("Maria Delgado");
});

it("while the customer loads the page already has its heading and its sections", async () => {
  openUserPage();
  mockTrpc.query("users.get", () => new Promise(() => undefined));
  await heading(`User ${USER_ID}`);
  expect((await region("General")).getAttribute("aria-busy")).toBe("true");
});

it("a customer that fails to load can be tried again, and the other sections do not wait for it", async () => {
  const { user } = openUserPage({ notes: [aNote()], payments: [aPayment()] });
  mockTrpc.query("users.get", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const general = within(await region("General"));
  const retry = await general.findByRole("button", { name: "Retry" });
  expect(general.getByRole("alert").textContent).toContain("Something went wrong");
  expect(await screen.findByText("Asked for bank statements.")).toBeTruthy();
  expect(await screen.findByText("Paid by phone")).toBeTruthy();

  mockTrpc.query("users.get", () => aUser());
  await user.click(retry);
  await heading("Maria Delgado");
});

it.each([
  ["Notes", "notes.list"],
  ["Manual Payment", "payments.listManual"],
] as const)("%s fails alone and recovers alone", async (title, procedure) => {
  const { user } = openUserPage({ notes: [aNote()], payments: [aPayment()] });
  mockTrpc.query(procedure, () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  await heading("Maria Delgado");
  const section = await findSection(title);
  const retry = await section.findByRole("button", { name: "Retry" });
  expect(section.queryByText(/^No .* Found$/)).toBeNull();
  expect(anchors().getByText(title).closest("a")?.textContent).toContain("failed to load");

  mockTrpc.query(procedure, () => []);
  await user.click(retry);
  expect(await section.findByText(/^No .* Found$/)).toBeTruthy();
});

it("the anchors name the sections in order and say how much is in them", async () => {
  openUserPage({ notes: [aNote()], payments: [aPayment()] });
  await heading("Maria Delgado");
  await waitFor(() =>
    expect(
      anchors()
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual(
      TITLES.filter((title) => title !== IN_A_DRAWER).map((title) =>
        title === "Notes" || title === "Manual Payment" ? `${title}1` : title,
      ),
    ),
  );
});

it("who was never funded has no anchor to a balance until there is one", async () => {
  openUserPage({ user: aUser({ application: anApplication({ stage: "offered", funded: false }) }) });
  await heading("Maria Delgado");
  expect(anchors().queryByText(SECTIONS["funded-balance"].title)).toBeNull();
});

it("an anchor puts its section into the address and the focus onto its heading", async () => {
  const { user } = openUserPage();
  await heading("Maria Delgado");
  await user.click(anchors().getByRole("link", { name: /Notes/ }));
  expect(address()).toBe(`/admin/user-detail?id=${USER_ID}#notes`);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 2, name: "Notes" }));
});

it("Primary Accounts leads to the page of this customer's accounts", async () => {
  openUserPage();
  await heading("Maria Delgado");
  const link = anchors().getByRole("link", { name: "Primary Accounts" });
  expect(link.getAttribute("href")).toBe(`/admin/primary-account?id=${USER_ID}`);
});

it("a renewal has no Offers, neither as a section nor as an anchor", async () => {
  openUserPage({ user: aUser({ application: anApplication({ workflowUsed: "Renewals Model" }) }) });
  await heading("Maria Delgado");
  await waitFor(() => expect(screen.queryByRole("region", { name: "Offers" })).toBeNull());
  expect(anchors().queryByText("Offers")).toBeNull();
});

it.each(["SUPERADMIN", "EMPLOYEE"] as const)("%s has a link to Manual Payment", async (role) => {
  openUserPage({ role });
  await heading("Maria Delgado");
  expect(await screen.findByRole("link", { name: /Manual Payment/ })).toBeTruthy();
});

it.each(["ADMIN", "VIEWER"] as const)("%s finds Manual Payment disabled, with the reason", async (role) => {
  const { user } = openUserPage({ role, search: "&drawer=manual-payment" });
  await heading("Maria Delgado");
  const reason = "Only SUPERADMIN or EMPLOYEE can do this.";
  await waitFor(() => expect(screen.getAllByText(reason).length).toBeGreaterThan(0));
  expect(anchors().queryByRole("link", { name: /Manual Payment/ })).toBeNull();
  const section = await findSection("Manual Payment");
  const button = section.getByRole("button", { name: "Manual Payment" });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await user.click(button);
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("n writes a note, Back closes the form again", async () => {
  const { user } = openUserPage();
  await heading("Maria Delgado");
  await findEnabledButton(/Create Note/);
  await user.keyboard("n");
  expect(await screen.findByRole("dialog", { name: "Create New Note" })).toBeTruthy();
  expect(address()).toBe(`/admin/user-detail?id=${USER_ID}&drawer=note`);
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(address()).toBe(`/admin/user-detail?id=${USER_ID}`);
});

it("n tells a VIEWER why there is no note to write", async () => {
  const { user } = openUserPage({ role: "VIEWER", search: "&drawer=note" });
  const reason = "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.";
  await heading("Maria Delgado");
  await waitFor(() => expect(screen.getAllByText(reason).length).toBeGreaterThan(0));
  const before = screen.getAllByText(reason).length;
  await user.keyboard("n");
  await waitFor(() => expect(screen.getAllByText(reason).length).toBeGreaterThan(before));
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("the command palette is offered what can be done here, and why something can not", async () => {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "ADMIN" }));
  mockTrpc.query("users.get", () => aUser());
  mockTrpc.query("notes.list", () => []);
  mockTrpc.query("payments.listManual", () => []);
  mockTrpc.query("loans.position", () => aPosition());
  mockTrpc.query("timeline.list", () => ({ entries: [], nextCursor: null }));
  const offered: string[][] = [];
  function Listener() {
    offered.push(
      usePageActions().map(({ label, disabledReason }) => `${label} ${disabledReason ?? ""}`.trim()),
    );
    return null;
  }
  renderPage(
    <>
      <UserDetailPage />
      <Listener />
    </>,
    { at: `/admin/user-detail?id=${USER_ID}` },
  );
  await waitFor(() =>
    expect(offered.at(-1)?.toSorted()).toEqual(
      [
        "App History",
        "Edit User",
        "Login Into User Profile",
        "Loan Returns",
        "Payment",
        "Charge Maria Delgado",
        "Ban Maria Delgado (Do Not Fund)",
        "Audit file (ZIP)",
        "Show the timeline",
        "Create Note",
        "Record outside payment Only SUPERADMIN or EMPLOYEE can do this.",
        ...TITLES.map((title) => `${title === IN_A_DRAWER ? "Open" : "Go to"} ${title}`),
      ].toSorted(),
    ),
  );
});

it("going to another customer shows nothing of the one before", async () => {
  openUserPage();
  await heading("Maria Delgado");
  mockTrpc.query("users.get", ({ input }) => aUser({ id: input.id, firstname: "Grace", lastname: "Kim" }));
  act(() => window.history.pushState(null, "", "/admin/user-detail?id=10009"));
  await heading("Grace Kim");
  expect(screen.queryByText("Maria Delgado")).toBeNull();
});

it("nothing is asked of the server twice for one page", async () => {
  let reads = 0;
  openUserPage();
  mockTrpc.query("users.get", () => {
    reads += 1;
    return aUser();
  });
  await heading("Maria Delgado");
  await region("Offers");
  expect(reads).toBe(1);
});

it("the anchors of the later sections count what is in them once they have loaded", async () => {
  seeEverything();
  openUserPage();
  mockTrpc.query("remarks.list", () => ({ data: [], count: 23 }));
  mockTrpc.query("decisions.list", () => []);
  mockTrpc.query("decisions.underwriting", () => null);
  mockTrpc.query("decisions.vantageScore", () => []);
  mockTrpc.query("similarRecords.list", () => ({ users: [], isMore: false }));
  mockTrpc.query("similarRecords.fundedBalances", () => [
    { userId: USER_ID, balanceCents: 100_000, active: true },
  ]);
  await waitFor(() => {
    const texts = anchors()
      .getAllByRole("link")
      .map((link) => link.textContent);
    for (const text of [
      "Derogatory remarks23",
      "Decision Engine Outcomes0",
      "Funded Account's Active Balance1",
      "Similar SSN0",
    ]) {
      expect(texts).toContain(text);
    }
  });
  vi.unstubAllGlobals();
});
