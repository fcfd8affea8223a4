import type { RouterInputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import AddManuallyPage from "./add-manually-page.tsx";

const USER_ID = 10_001;
const NUMBER = "000987654321";

function open({ role = "EMPLOYEE", sharedWith = 0 }: { role?: Role; sharedWith?: number } = {}) {
  signIn();
  const sent: RouterInputs["bankAccounts"]["addManually"][] = [];
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("bankAccounts.owner", () => ({
    id: USER_ID,
    firstname: "Maria",
    lastname: "Delgado",
    businessName: "",
  }));
  mockTrpc.mutation("bankAccounts.addManually", ({ input }) => {
    sent.push(input);
    return { id: 15, sharedWith, message: "Account added successfully!" };
  });
  const page = renderPage(<AddManuallyPage />, { at: `/admin/add-manually?id=${USER_ID}` });
  const { user } = page;
  const type = async (typed: Record<string, string>) => {
    for (const [label, text] of Object.entries(typed)) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), text);
    }
  };
  const fillIn = async (changed: Record<string, string> = {}) => {
    await waitFor(() => expect(screen.getByLabelText("Account").hasAttribute("readonly")).toBe(false));
    const typed = {
      Account: NUMBER,
      "Confirm account number": NUMBER,
      Name: "Business Checking",
      Routing: "021000021",
    };
    await type({ ...typed, ...changed });
    await user.click(screen.getByRole("button", { name: "Add account" }));
  };
  return { ...page, sent, fillIn };
}

describe("adding an account by hand", () => {
  it("says so, and shows the customer's accounts a second later", async () => {
    const { sent, fillIn } = open();
    await fillIn();
    expect(await screen.findByText("Account added successfully!")).toBeTruthy();
    expect(address()).toBe(`/admin/add-manually?id=${USER_ID}`);
    await waitFor(() => expect(address()).toBe(`/admin/primary-account?id=${USER_ID}`));
    expect(sent).toEqual([
      {
        userId: USER_ID,
        account: NUMBER,
        name: "Business Checking",
        routing: "021000021",
        requestId: expect.any(String),
      },
    ]);
  });

  it("tells that other customers have the account too", async () => {
    const { fillIn } = open({ sharedWith: 2 });
    await fillIn();
    expect(await screen.findByText(/^2 other customers have this account too/)).toBeTruthy();
  });

  it("has type and subtype read-only, and tells source and verification", async () => {
    open();
    for (const [label, value] of [
      ["Type", "checking"],
      ["Subtype", "depository"],
    ] as const) {
      const field = await screen.findByLabelText<HTMLInputElement>(label);
      expect([field.value, field.readOnly]).toEqual([value, true]);
    }
    for (const text of ["manual", "Pending", "Yes"]) expect(screen.getByText(text)).toBeTruthy();
  });

  it.each([
    ["Account", "12ab", "Account number must be a number"],
    ["Confirm account number", "000987654322", "The account numbers do not match."],
    ["Name", "Check", "The name must have at least 6 characters"],
    ["Routing", "12345x", "Routing number must be a number"],
    ["Routing", "021000022", "This is not a routing number. Its check digit is wrong"],
  ])("with the %s %s is not sent: %s", async (label, text, message) => {
    const { sent, fillIn } = open();
    const both: Record<string, string> = label === "Account" ? { "Confirm account number": text } : {};
    await fillIn({ [label]: text, ...both });
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
  });

  it("asks for every field that is left empty", async () => {
    const { user } = open();
    await waitFor(() => expect(screen.getByLabelText("Account").hasAttribute("readonly")).toBe(false));
    await user.click(screen.getByRole("button", { name: "Add account" }));
    for (const label of ["Account", "Confirm account number", "Name", "Routing"])
      expect(await screen.findByText(`Please Input ${label}!`)).toBeTruthy();
  });

  it.each([
    ["BAD_REQUEST", "The customer has this account already."],
    ["INTERNAL_SERVER_ERROR", "Something went wrong!"],
  ] as const)(
    "that ends in %s says why in the form, keeps what was typed and stays",
    async (code, message) => {
      const { fillIn } = open();
      mockTrpc.mutation("bankAccounts.addManually", () => {
        throw mockTrpc.refusal(code, { message });
      });
      await fillIn();
      expect((await screen.findByRole("alert")).textContent).toContain(message);
      expect(screen.getByLabelText<HTMLInputElement>("Account").value).toBe(NUMBER);
      expect(address()).toBe(`/admin/add-manually?id=${USER_ID}`);
    },
  );

  it("keeps nothing of the number once its page is left", async () => {
    const { fillIn, queryClient, unmount } = open();
    await fillIn();
    await screen.findByText("Account added successfully!");
    unmount();
    await waitFor(() => {
      const kept = queryClient.getMutationCache().getAll();
      expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(NUMBER);
    });
  });
});

it("a VIEWER may not add one, and is told why", async () => {
  open({ role: "VIEWER" });
  const button = await screen.findByRole("button", { name: "Add account" });
  await waitFor(() =>
    expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.",
    ),
  );
});

it("an address without a customer offers a search", async () => {
  renderPage(<AddManuallyPage />, { at: "/admin/add-manually" });
  expect(await screen.findByText("This address has no customer id.")).toBeTruthy();
});
