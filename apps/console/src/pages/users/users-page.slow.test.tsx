import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import type { UserRow } from "./users-columns.tsx";
import UsersPage from "./users-page.tsx";

const LAST_NAMES = ["Delgado", "Okafor", "Lindqvist"];

const makeUser = (id: number): UserRow => ({
  id,
  firstname: "Maria",
  lastname: LAST_NAMES[id % 3] ?? "",
  businessName: `Bakery ${id}`,
  email: `maria.${id}@example.com`,
  ssn: "***-***-***",
  phone: "2125550144",
  currentAddress: "41 Mott St, New York",
  stage: "funded",
  wasFunded: true,
  inManualReview: false,
  doNotFund: id % 2 === 0,
  isExternal: false,
  bankLost: false,
  balanceCents: 123_450,
  dueOn: "2026-11-01",
  daysPastDue: 19,
  lastPaymentOn: null,
  lastPaymentCents: null,
});

type Call = {
  query?: string | undefined;
  sort?: string | undefined;
  direction?: string | undefined;
  limit?: number | undefined;
};

/** Serves `total` users. A search matches a whole id or a whole e-mail address. */
function serveUsers(total: number): Call[] {
  const calls: Call[] = [];
  mockTrpc.query("users.list", ({ input }) => {
    calls.push(input);
    const { query = "", cursor = null, limit = 15 } = input;
    const all = Array.from({ length: total }, (_, index) => makeUser(index + 1));
    const matches = all.filter((user) => query === "" || String(user.id) === query || user.email === query);
    const from = cursor ? Number(cursor.value) : 0;
    const users = matches.slice(from, from + limit);
    const next = from + users.length;
    return {
      users,
      totalRecords: matches.length,
      currentPage: cursor?.page ?? 1,
      pages: Math.ceil(matches.length / 15),
      recordsPerPage: limit,
      nextCursor:
        next < matches.length ? { value: String(next), id: next, page: (cursor?.page ?? 1) + 1 } : null,
    };
  });
  return calls;
}

const dataRows = () => within(screen.getByRole("table")).getAllByRole("row").slice(1);

function setUp(at = "/admin/users") {
  signIn();
  return renderPage(<UsersPage />, { at });
}

it("shows the first fifteen users, and how many there are", async () => {
  serveUsers(40);
  setUp();
  expect(await screen.findByText("15 loaded of 40")).toBeTruthy();
  expect(dataRows()).toHaveLength(15);
  const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
  expect(heads.join(", ")).toBe(
    ", Id, First Name, Last Name, Email, SSN, Phone Number, Address, Stage, Balance (USD), Next Due, Past Due, Last Payment, Tags",
  );
  expect(screen.getAllByText("(212) 555-0144")).toHaveLength(15);
});

it("shows the business of a customer without a person's name", async () => {
  const bakery = { ...makeUser(1), firstname: "", lastname: "", businessName: "Grizzly Subs LLC" };
  const page = { totalRecords: 1, currentPage: 1, pages: 1, recordsPerPage: 15, nextCursor: null };
  mockTrpc.query("users.list", () => ({ users: [bakery], ...page }));
  setUp();
  expect(await screen.findByText("Grizzly Subs LLC")).toBeTruthy();
});

it("makes each row a link to the user's page", async () => {
  serveUsers(3);
  setUp();
  const link = await screen.findByRole("link", { name: "2" });
  expect(link.getAttribute("href")).toBe("/admin/user-detail?id=2");
});

it("follows the link of the row from any cell, but not while a text is selected", async () => {
  serveUsers(3);
  const { user } = setUp();
  const phone = (await screen.findAllByText("(212) 555-0144"))[1] as HTMLElement;
  getSelection()?.selectAllChildren(phone);
  fireEvent.click(phone);
  expect(address()).toBe("/admin/users");
  getSelection()?.removeAllRanges();
  await user.click(phone);
  await waitFor(() => expect(address()).toBe("/admin/user-detail?id=2"));
});

it("focuses its search box on load", async () => {
  serveUsers(3);
  setUp();
  expect(document.activeElement).toBe(await screen.findByRole("textbox", { name: "Search users" }));
});

it.each([
  ["SUPERADMIN", true],
  ["ADMIN", false],
] as const)("sorts by SSN for a role that sees it: %s", async (role, sorts) => {
  serveUsers(3);
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  setUp();
  await screen.findByText("3 loaded of 3");
  await waitFor(() => expect(screen.queryByRole("button", { name: "SSN" }) !== null).toBe(sorts));
});

it("loads fifteen more, and stores the number of rows in the address", async () => {
  serveUsers(40);
  const { user } = setUp();
  await user.click(await screen.findByRole("button", { name: "Show more 15" }));
  expect(await screen.findByText("30 loaded of 40")).toBeTruthy();
  await waitFor(() => expect(address()).toBe("/admin/users?n=30"));
  await user.click(screen.getByRole("button", { name: "Show more 15" }));
  expect(await screen.findByText("All 40 shown")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Show more 15" })).toBeNull();
});

it("shows as many rows after a reload as before", async () => {
  const calls = serveUsers(100);
  setUp("/admin/users?n=45");
  expect(await screen.findByText("45 loaded of 100")).toBeTruthy();
  expect(calls[0]?.limit).toBe(45);
});

it("sorts on the server, and announces the order to screen readers", async () => {
  const calls = serveUsers(20);
  const { user } = setUp();
  await user.click(await screen.findByRole("button", { name: "Last Name" }));
  await waitFor(() => expect(address()).toBe("/admin/users?sort=lastname"));
  const head = screen.getByRole("columnheader", { name: "Last Name" });
  expect(head.getAttribute("aria-sort")).toBe("ascending");
  await user.click(screen.getByRole("button", { name: "Last Name" }));
  await waitFor(() => expect(head.getAttribute("aria-sort")).toBe("descending"));
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ sort: "lastname", direction: "desc" }));
});

it("searches on Enter, and stores the search in the address", async () => {
  const calls = serveUsers(20);
  const { user } = setUp();
  await user.type(await screen.findByRole("textbox", { name: "Search users" }), "12");
  expect(calls.some((call) => call.query === "12")).toBe(false);
  await user.keyboard("{Enter}");
  expect(await screen.findByText("1 loaded of 1")).toBeTruthy();
  expect(address()).toBe("/admin/users?q=12");
});

it("searches with the Search button", async () => {
  serveUsers(20);
  const { user } = setUp();
  await user.type(await screen.findByRole("textbox", { name: "Search users" }), "7");
  await user.click(screen.getByRole("button", { name: "Search" }));
  expect(await screen.findByText("1 loaded of 1")).toBeTruthy();
});

it("leaves a search that names a person out of the address, and shows that", async () => {
  const calls = serveUsers(20);
  const { user } = setUp();
  await user.type(await screen.findByRole("textbox", { name: "Search users" }), "maria.5@example.com{Enter}");
  expect(await screen.findByText("1 loaded of 1")).toBeTruthy();
  expect(address()).toBe("/admin/users");
  expect(window.history.state).toEqual({ q: "maria.5@example.com" });
  expect(calls.at(-1)?.query).toBe("maria.5@example.com");
  expect(screen.getByText("This search is not in the link")).toBeTruthy();
});

it("keeps a hidden search while the order changes", async () => {
  const calls = serveUsers(20);
  const { user } = setUp();
  await user.type(await screen.findByRole("textbox", { name: "Search users" }), "maria.5@example.com{Enter}");
  await screen.findByText("1 loaded of 1");
  await user.click(screen.getByRole("button", { name: "Email" }));
  await waitFor(() => expect(calls.at(-1)).toMatchObject({ query: "maria.5@example.com", sort: "email" }));
});

it("opens the only match on a second Enter", async () => {
  serveUsers(20);
  const { user } = setUp();
  await user.type(await screen.findByRole("textbox", { name: "Search users" }), "12{Enter}");
  await screen.findByText("1 loaded of 1");
  await user.keyboard("{Enter}");
  expect(address()).toBe("/admin/user-detail?id=12");
});

it("shows a search without a match, and offers to clear it", async () => {
  serveUsers(20);
  mockTrpc.query("users.find", () => []);
  const { user } = setUp("/admin/users?q=nobody");
  expect(await screen.findByText("No user matches “nobody”")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Clear search" }));
  expect(await screen.findByText("15 loaded of 20")).toBeTruthy();
});

it("shows that there are no users yet", async () => {
  serveUsers(0);
  setUp();
  expect(await screen.findByText("No users yet")).toBeTruthy();
});

it("shows 'Something went wrong' in place, and loads again on Retry", async () => {
  mockTrpc.query("users.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const { user } = setUp();
  expect((await screen.findByRole("alert")).textContent).toContain("Something went wrong");
  expect(screen.queryByText("No users yet")).toBeNull();
  serveUsers(3);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("3 loaded of 3")).toBeTruthy();
});

it("keeps the loaded rows when the next fifteen fail", async () => {
  serveUsers(40);
  const { user } = setUp();
  await screen.findByText("15 loaded of 40");
  mockTrpc.query("users.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  await user.click(screen.getByRole("button", { name: "Show more 15" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong");
  expect(dataRows()).toHaveLength(15);
});

it("moves through the rows with j and k, and opens one with Enter", async () => {
  serveUsers(3);
  const { user } = setUp();
  await screen.findByText("3 loaded of 3");
  await user.click(document.body);
  await user.keyboard("jj");
  expect(document.activeElement?.textContent).toBe("2");
  await user.keyboard("k");
  expect(document.activeElement?.textContent).toBe("1");
  await user.keyboard("{Enter}");
  expect(address()).toBe("/admin/user-detail?id=1");
});

it("filters by chips, stores the filters in the address, and shows the debt of the matches", async () => {
  const asked: unknown[] = [];
  mockTrpc.query("users.list", ({ input }) => {
    asked.push(input.filters);
    const users = input.filters?.stage === "funded" ? [makeUser(1), makeUser(2)] : [makeUser(1)];
    const page = { currentPage: 1, recordsPerPage: 15, nextCursor: null };
    return input.filters?.stage == null
      ? { users, ...page, totalRecords: 1, pages: 1 }
      : { users, ...page, totalRecords: null, pages: null };
  });
  mockTrpc.query("users.sums", () => ({
    users: 2,
    owingUsers: 2,
    owedCents: 246_900,
    pastDueUsers: 2,
    pastDueCents: 246_900,
  }));
  const { user } = setUp();
  await user.click(await screen.findByRole("button", { name: "Stage" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Funded" }));
  await user.click(await screen.findByRole("button", { name: "Tags" }));
  await user.click(await screen.findByRole("menuitemcheckbox", { name: "DNF" }));
  await user.keyboard("{Escape}");
  expect(address()).toBe("/admin/users?stage=funded&tags=doNotFund");
  expect(await screen.findByText("2 customers owe $2,469.00 · 2 past due by $2,469.00 in all")).toBeTruthy();
  expect(await screen.findByText("2 loaded of 2")).toBeTruthy();
  expect(asked.at(-1)).toMatchObject({ stage: "funded", tags: ["doNotFund"] });
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(address()).toBe("/admin/users");
});

it("shows stage, balance, dates and tags of each customer", async () => {
  serveUsers(2);
  setUp();
  await screen.findByRole("link", { name: "2" });
  const row = screen.getAllByRole("row")[2];
  const cells = within(row ?? document.body).getAllByRole("cell");
  expect(cells.slice(8).map((cell) => cell.textContent)).toEqual([
    "Funded",
    "$1,234.50",
    "2026-11-01",
    "19 days",
    "—none",
    "DNFFunded",
  ]);
});
