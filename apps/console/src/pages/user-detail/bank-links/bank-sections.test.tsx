import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aBalanceRecord, aBankLink, openBankSections } from "../testing/bank.tsx";
import { findEnabledButton, USER_ID } from "../testing/user-page.tsx";

const region = async (name: string) => within(await screen.findByRole("region", { name }));
const cells = async (name: string, table: string) =>
  within(await (await region(name)).findByRole("table", { name: table }))
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
const failing = () => {
  throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
};

it("each institution shows its status in a word, whether its link is active, and the primary account", async () => {
  const lost = aBankLink({ id: 8, bankStatus: "DOWN", isActive: false, authIsDone: false, accounts: [] });
  openBankSections({ links: [aBankLink(), lost] });
  expect(await cells("Bank Links", "Bank Links")).toEqual([
    ...["First Platypus Bank", "ins_109508", "Healthy", "Active", "Done", "Plaid Checking ••0259"],
    ...["First Platypus Bank", "ins_109508", "Down", "Inactive", "Not done", "—none"],
  ]);
  expect((await region("Bank Links")).queryByText(/We have lost/)).toBeNull();
});

it.each([
  ["HEALTHY", "Healthy", "bg-success-fg"],
  ["DEGRADED", "Degraded", "bg-warning-fg"],
  ["DOWN", "Down", "bg-danger-fg"],
] as const)("the bank status %s is a coloured dot beside the word %s", async (bankStatus, word, colour) => {
  openBankSections({ links: [aBankLink({ bankStatus })] });
  const dot = (await (await region("Bank Links")).findByText(word)).firstElementChild;
  expect(dot?.classList.contains(colour)).toBe(true);
});

it.each([
  ["no link has linked no bank", [], "No bank linked"],
  [
    "no active link has lost the connection",
    [aBankLink({ isActive: false })],
    "We have lost Plaid connection for this user.",
  ],
])("a customer with %s", async (_, links, text) => {
  openBankSections({ links });
  const section = await region("Bank Links");
  expect(await section.findByText(text)).toBeTruthy();
  expect(section.queryAllByText(/^No bank linked$|We have lost/)).toHaveLength(1);
});

it("institutions that fail to load say so, are no empty list, and can be tried again", async () => {
  const { user } = openBankSections();
  mockTrpc.query("bankLinks.list", failing);
  const section = await region("Bank Links");
  expect(await section.findByText("Couldn't Fetch Bank With Institutions")).toBeTruthy();
  expect(section.queryByText(/We have lost/)).toBeNull();
  mockTrpc.query("bankLinks.list", () => [aBankLink()]);
  await user.click(section.getByRole("button", { name: "Retry" }));
  expect(await section.findByRole("table", { name: "Bank Links" })).toBeTruthy();
});

it("ACH details show the masked account with its numbers for transfers and wires", async () => {
  openBankSections();
  expect(await cells("ACH Details", "ACH numbers at First Platypus Bank")).toEqual([
    "•••• 0259",
    "acc-70",
    "019991016",
    "029991029",
  ]);
});

it("a number that the bank made for the link alone is shown as such", async () => {
  const [account] = aBankLink().accounts;
  if (!account) throw new Error("The link is meant to have an account.");
  openBankSections({ links: [aBankLink({ accounts: [{ ...account, isTokenized: true }] })] });
  const [number] = await cells("ACH Details", "ACH numbers at First Platypus Bank");
  expect(number).toBe("•••• 0259 tokenized");
});

it("a link whose auth is not done says so and shows no numbers", async () => {
  openBankSections({ links: [aBankLink({ authIsDone: false })] });
  const section = await region("ACH Details");
  expect(await section.findByText("Auth is not done by the user")).toBeTruthy();
  expect(section.queryByText("019991016")).toBeNull();
});

it("re-auth asks for this customer, and what a bank answered instead stands in the section", async () => {
  const { user } = openBankSections();
  const asked: number[] = [];
  mockTrpc.mutation("bankLinks.reAuth", ({ input }) => {
    asked.push(input.userId);
    const failure = { bankLinkId: 7, institutionName: "First Platypus Bank" };
    return { done: 0, failures: [{ ...failure, message: "We have lost user's plaid connection" }] };
  });
  const section = await region("ACH Details");
  await user.click(await findEnabledButton("Re-auth", section));
  const alert = await section.findByRole("alert");
  expect(alert.textContent).toBe("First Platypus Bank: We have lost user's plaid connection");
  expect(asked).toEqual([USER_ID]);
});

it.each([
  ["Re-auth", "ACH Details", "bankLinks.reAuth"],
  ["Get Plaid Balance", "Plaid Balance", "bankLinks.fetchBalances"],
] as const)("%s says that it worked", async (name, title, procedure) => {
  const { user } = openBankSections();
  if (procedure === "bankLinks.reAuth")
    mockTrpc.mutation("bankLinks.reAuth", () => ({ done: 1, failures: [] }));
  else mockTrpc.mutation("bankLinks.fetchBalances", () => ({ records: 1, failures: [] }));
  await user.click(await findEnabledButton(name, await region(title)));
  expect(await screen.findByText("Action performed successfully!")).toBeTruthy();
});

it("re-auth that fails without a word says what went wrong", async () => {
  const { user } = openBankSections();
  mockTrpc.mutation("bankLinks.reAuth", failing);
  await user.click(await findEnabledButton("Re-auth", await region("ACH Details")));
  expect(await screen.findByText("Something went wrong while re-auth!")).toBeTruthy();
});

it.each(["Re-auth", "Get Plaid Balance", "Request Asset Report"])(
  "%s is held with the reason for a viewer, and where there is no link to ask about",
  async (name) => {
    const held = async (reason: string) =>
      waitFor(() => {
        const button = screen.getByRole("button", { name });
        expect(button.getAttribute("aria-disabled")).toBe("true");
        expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
          reason,
        );
      });
    const { unmount } = openBankSections({ role: "VIEWER" });
    await held("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.");
    unmount();
    openBankSections({ links: [aBankLink({ canBeAsked: false })] });
    await held("This customer has no bank link.");
  },
);

it("each balance shows when it was asked in New York, its currency, both amounts, and whose it is", async () => {
  openBankSections({ balances: [aBalanceRecord()] });
  expect(await cells("Plaid Balance", "Plaid Balance")).toEqual([
    "20/11/2026 03:04:05 pm",
    "USD",
    "$1,200.50",
    "$1,234.50",
    "Plaid Checking",
    "acc-70",
    "0259",
  ]);
});

it.each([
  ["0000", { last4: "", mask: "0000" }],
  ["Not Available", { last4: "", mask: null }],
])("an account whose number is not known shows %s", async (shown, changes) => {
  openBankSections({ balances: [aBalanceRecord(changes)] });
  expect((await cells("Plaid Balance", "Plaid Balance")).at(-1)).toBe(shown);
});

it("a balance the bank did not tell is no zero", async () => {
  openBankSections({ balances: [aBalanceRecord({ availableCents: null })] });
  expect((await cells("Plaid Balance", "Plaid Balance"))[2]).toBe("—none");
});

it("no balance yet: No Plaid Record Found, until the bank is asked", async () => {
  const { user } = openBankSections();
  const section = await region("Plaid Balance");
  expect(await section.findByText("No Plaid Record Found")).toBeTruthy();
  mockTrpc.mutation("bankLinks.fetchBalances", () => {
    mockTrpc.query("bankLinks.balances", () => [aBalanceRecord()]);
    return { records: 1, failures: [] };
  });
  await user.click(await findEnabledButton("Get Plaid Balance", section));
  expect(await section.findByText("$1,200.50")).toBeTruthy();
});

it("a bank that does not answer for a balance is named with why", async () => {
  const { user } = openBankSections();
  const section = await region("Plaid Balance");
  const failure = { bankLinkId: 7, institutionName: "Tartan Bank" };
  const message = "The banking institution is not responding";
  mockTrpc.mutation("bankLinks.fetchBalances", () => ({ records: 0, failures: [{ ...failure, message }] }));
  await user.click(await findEnabledButton("Get Plaid Balance", section));
  expect((await section.findByRole("alert")).textContent).toBe(`Tartan Bank: ${message}`);
});

it("balances that fail to load are not shown as none", async () => {
  openBankSections();
  mockTrpc.query("bankLinks.balances", failing);
  const section = await region("Plaid Balance");
  expect(await section.findByRole("button", { name: "Retry" })).toBeTruthy();
  expect(section.queryByText("No Plaid Record Found")).toBeNull();
});
