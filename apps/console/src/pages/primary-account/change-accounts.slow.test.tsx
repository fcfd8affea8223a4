import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { findRow, heldReason, openAccounts, usable } from "./testing/accounts.tsx";

const dialog = async (name: string) => within(await screen.findByRole("alertdialog", { name }));
const isChecked = (control: HTMLElement) => control.getAttribute("aria-checked") === "true";

describe("the switch of an account", () => {
  it("disables it, says so and shows what is stored", async () => {
    const { user, sent } = openAccounts();
    await user.click(await usable("9001", "switch", /^Enable/));
    expect(await screen.findByText("Account enable/disable successfully")).toBeTruthy();
    expect(sent.setEnabled).toEqual([{ accountId: 12, enabled: false, requestId: expect.any(String) }]);
    await waitFor(async () =>
      expect(isChecked((await findRow("9001")).getByRole("switch", { name: /^Enable/ }))).toBe(false),
    );
    expect(await heldReason("9001", "button", /^Make primary/)).toBe(
      "A disabled account cannot be made primary.",
    );
  });

  it("is reached and moved with the keyboard", async () => {
    const { user, sent } = openAccounts();
    (await usable("1123", "switch", /^Enable/)).focus();
    await user.keyboard(" ");
    await waitFor(() => expect(sent.setEnabled).toMatchObject([{ accountId: 13, enabled: true }]));
  });

  it("of the primary account is disabled, with the reason, and sends nothing", async () => {
    const { user, sent } = openAccounts();
    const reason = await heldReason("6789", "switch", /^Enable/);
    expect(reason).toBe("This is the primary account. Make another account primary before you disable it.");
    const control = (await findRow("6789")).getByRole("switch");
    await user.click(control);
    expect([isChecked(control), sent.setEnabled]).toEqual([true, []]);
  });

  it("goes back when the server refuses, and says why", async () => {
    const { user } = openAccounts();
    mockTrpc.mutation("bankAccounts.setEnabled", () => {
      throw mockTrpc.refusal("CONFLICT", { message: "Someone else changed this." });
    });
    await user.click(await usable("9001", "switch", /^Enable/));
    expect(await screen.findByText("Failed to make the accound enable/disable")).toBeTruthy();
    expect(screen.getByText("Someone else changed this.")).toBeTruthy();
    await waitFor(async () => expect(isChecked((await findRow("9001")).getByRole("switch"))).toBe(true));
  });
});

describe("making an account primary", () => {
  it("asks first, sends whom it replaces, and marks the new row", async () => {
    const { user, sent } = openAccounts();
    expect((await findRow("6789")).getByText("Primary")).toBeTruthy();
    await user.click(await usable("9001", "button", /^Make primary/));
    const question = await dialog("Make Plaid Saving •••• 9001 the primary account?");
    await user.click(question.getByRole("button", { name: "Make primary" }));
    expect(await screen.findByText("Mark account primary successfully")).toBeTruthy();
    expect(sent.makePrimary).toEqual([{ accountId: 12, insteadOf: 11, requestId: expect.any(String) }]);
    await waitFor(async () => expect((await findRow("9001")).getByText("Primary")).toBeTruthy());
    expect((await findRow("6789")).queryByText("Primary")).toBeNull();
    const highlighted = [...document.querySelectorAll("[aria-label='Active Accounts'] tr.bg-row-selected")];
    expect(highlighted.map(({ textContent }) => textContent?.slice(0, 9))).toEqual(["•••• 9001"]);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  });

  it("can be done with an account of a lost link, in place of one that works", async () => {
    const { user, sent } = openAccounts();
    await user.click(await usable("5005", "button", /^Make primary/));
    const question = await dialog("Make Lost Account •••• 5005 the primary account?");
    await user.click(question.getByRole("button", { name: "Make primary" }));
    await waitFor(() => expect(sent.makePrimary).toMatchObject([{ accountId: 14, insteadOf: 11 }]));
    await waitFor(async () => expect((await findRow("5005")).getByText("Primary")).toBeTruthy());
  });

  it("is not done when the question is not answered with yes", async () => {
    const { user, sent } = openAccounts();
    await user.click(await usable("9001", "button", /^Make primary/));
    await dialog("Make Plaid Saving •••• 9001 the primary account?");
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent.makePrimary).toEqual([]);
  });

  it("is held for a disabled account, with the reason", async () => {
    openAccounts();
    const reason = await heldReason("1123", "button", /^Make primary/);
    expect(reason).toBe("A disabled account cannot be made primary.");
  });

  it.each([
    ["CONFLICT", "Someone else changed this. Reload to see the change."],
    ["INTERNAL_SERVER_ERROR", "Something went wrong!"],
  ] as const)("that ends in %s says so and leaves the row as it was", async (code, message) => {
    const { user } = openAccounts();
    mockTrpc.mutation("bankAccounts.makePrimary", () => {
      throw mockTrpc.refusal(code, { message });
    });
    await user.click(await usable("9001", "button", /^Make primary/));
    const question = await dialog("Make Plaid Saving •••• 9001 the primary account?");
    await user.click(question.getByRole("button", { name: "Make primary" }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect((await findRow("6789")).getByText("Primary")).toBeTruthy();
  });
});

describe("adding an account of a lost link manually", () => {
  const ask = async ({ user }: ReturnType<typeof openAccounts>) => {
    await user.click(await usable("5005", "button", /^Add Manually/));
    const question = await dialog("Add Lost Account •••• 5005 manually?");
    await user.click(question.getByRole("button", { name: "Add Manually" }));
  };

  it("asks first, says 'Update details successfully!' and reads the lists again after a second", async () => {
    const page = openAccounts();
    await ask(page);
    expect(await screen.findByText("Update details successfully!")).toBeTruthy();
    expect(page.sent.addLostManually).toEqual([{ accountId: 14, requestId: expect.any(String) }]);
    const lost = () => screen.queryByRole("table", { name: "Inactive Accounts" });
    expect(lost()).toBeTruthy();
    await waitFor(() => expect(lost()).toBeNull());
    const active = within(screen.getByRole("table", { name: "Active Accounts" }));
    expect(active.getByRole("cell", { name: "•••• 5005" })).toBeTruthy();
  });

  it("that is refused says why and leaves it where it is", async () => {
    const page = openAccounts();
    mockTrpc.mutation("bankAccounts.addLostManually", () => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "The customer has this account already." });
    });
    await ask(page);
    expect(await screen.findByText("The customer has this account already.")).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(await findRow("5005")).toBeTruthy();
  });

  it("is held for a VIEWER, with the reason", async () => {
    openAccounts({ role: "VIEWER" });
    expect(await heldReason("5005", "button", /^Add Manually/)).toBe(
      "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.",
    );
  });
});

describe("a card", () => {
  it("is switched off and says what it is now", async () => {
    const { user, sent } = openAccounts();
    await user.click(await usable("1881", "switch", /^Activate/));
    expect(await screen.findByText("Update details successfully!")).toBeTruthy();
    expect(sent.setStatus).toMatchObject([{ cardId: 2, status: "INACTIVE" }]);
    await waitFor(async () => expect((await findRow("1881")).getByText("INACTIVE")).toBeTruthy());
  });

  it("that has expired can not be activated: 'Expired cards can not be activated', which a press says", async () => {
    const { user, sent } = openAccounts();
    const reason = await heldReason("0005", "switch", /^Activate/);
    expect(reason).toBe("Expired cards can not be activated");
    await user.click((await findRow("0005")).getByRole("switch", { name: /^Activate/ }));
    expect(
      await screen.findByText("Expired cards can not be activated", {
        selector: "[data-slot=tooltip-content]",
      }),
    ).toBeTruthy();
    expect(sent.setStatus).toEqual([]);
  });

  it("that is primary has its switch disabled", async () => {
    openAccounts();
    expect(await heldReason("4242", "switch", /^Activate/)).toMatch(/^This is the primary card/);
  });

  it("that could not be switched is told: 'Failed to make the card enable/disable'", async () => {
    const { user } = openAccounts();
    mockTrpc.mutation("cards.setStatus", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await user.click(await usable("1881", "switch", /^Activate/));
    expect(await screen.findByText("Failed to make the card enable/disable")).toBeTruthy();
  });

  it("is made primary once that is confirmed, and a refusal is told in the server's words", async () => {
    const { user, sent } = openAccounts();
    const ask = async () => {
      await user.click(await usable("1881", "button", /^Make primary/));
      const question = await dialog("Make VISA •••• 1881 the primary card?");
      await user.click(question.getByRole("button", { name: "Make primary" }));
    };
    const answer = "The processor does not take this card.";
    mockTrpc.mutation("cards.makePrimary", () => {
      throw mockTrpc.refusal("BAD_REQUEST", { message: answer });
    });
    await ask();
    expect(await screen.findByText(answer)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    mockTrpc.mutation("cards.makePrimary", ({ input }) => {
      sent.makeCardPrimary.push(input);
      return { cardId: input.cardId, message: "Update details successfully!" };
    });
    await ask();
    await waitFor(() => expect(sent.makeCardPrimary).toMatchObject([{ cardId: 2, insteadOf: 1 }]));
  });
});
