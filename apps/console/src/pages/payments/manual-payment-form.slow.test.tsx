import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { USER_ID } from "./testing/payment-page.tsx";
import { formClosed, openRecordForm, RECORDED, serveRecords } from "./testing/record-form.tsx";

const combobox = (name: string) => screen.getByRole("combobox", { name });
const toText = (name: string) => combobox(name).textContent;
const isDisabled = (name: string) => combobox(name).hasAttribute("data-disabled");

describe("the rules of the role", () => {
  it.each([
    ["EMPLOYEE", 2],
    ["SUPERADMIN", 17],
  ] as const)("%s chooses among the line items of the role", async (role, count) => {
    const { user } = await openRecordForm(role);
    await user.click(combobox("Line Item Type"));
    const options = (await screen.findAllByRole("option")).map((option) => option.textContent);
    expect(options.slice(0, 2)).toEqual(["Payment", "Adjustment"]);
    expect(options).toHaveLength(count);
  });

  it("starts with a Payment by CashApp, SALE and DEBIT, which an EMPLOYEE cannot change, with the reason", async () => {
    await openRecordForm("EMPLOYEE");
    expect(toText("Line Item Type")).toBe("Payment");
    expect([toText("Mode of Payment"), toText("Transaction Type"), toText("Payment Type")]).toEqual([
      "CashApp",
      "SALE",
      "DEBIT",
    ]);
    expect(
      isDisabled("Mode of Payment") && isDisabled("Transaction Type") && isDisabled("Payment Type"),
    ).toBe(true);
    expect(screen.getAllByText("Only SUPERADMIN can choose another for Payment.")).toHaveLength(3);
  });

  it("an Adjustment is Discount Credit and Other, and leaves the direction to the EMPLOYEE", async () => {
    const { choose } = await openRecordForm("EMPLOYEE");
    await choose("Line Item Type", "Adjustment");
    expect([toText("Mode of Payment"), toText("Transaction Type")]).toEqual(["Discount Credit", "Other"]);
    expect(isDisabled("Payment Type")).toBe(false);
    expect(screen.getByText("At most $10.00 for Adjustment")).toBeTruthy();
  });

  it("an EMPLOYEE may not adjust by more than ten dollars", async () => {
    const { choose, type, submit } = await openRecordForm("EMPLOYEE");
    await choose("Line Item Type", "Adjustment");
    await choose("Payment Type", "DEBIT");
    await type("Description", "Goodwill");
    await type("Transaction Amount", "10.01");
    await submit();
    expect(await screen.findByText("Adjustment can not be more than $10.00.")).toBeTruthy();
    expect(screen.queryByRole("alertdialog")).toBeNull();
    await type("Transaction Amount", "10");
    await submit();
    expect(await screen.findByRole("alertdialog")).toBeTruthy();
  });

  it("a SUPERADMIN is held to nothing of that", async () => {
    const { choose } = await openRecordForm("SUPERADMIN");
    await choose("Line Item Type", "Adjustment");
    expect(
      isDisabled("Mode of Payment") || isDisabled("Transaction Type") || isDisabled("Payment Type"),
    ).toBe(false);
    expect(screen.queryByText(/for Adjustment/)).toBeNull();
  });

  it("a line item that goes one way has it filled in, the other way is disabled with the reason", async () => {
    const { user, choose } = await openRecordForm("SUPERADMIN");
    await choose("Line Item Type", "Refund");
    expect(toText("Payment Type")).toBe("CREDIT");
    expect(screen.getByText("Refund can not be DEBIT.")).toBeTruthy();
    await user.click(combobox("Payment Type"));
    expect((await screen.findByRole("option", { name: "DEBIT" })).getAttribute("aria-disabled")).toBe("true");
  });
});

describe("the fields", () => {
  it("are in 'Performing Manual Payment', with an unchecked 'Is External' checkbox", async () => {
    const { user } = await openRecordForm();
    expect(screen.getByRole("dialog", { name: "Performing Manual Payment" })).toBeTruthy();
    const external = screen.getByRole("checkbox", { name: "Is External" });
    expect(external.getAttribute("aria-checked")).toBe("false");
    await user.click(external);
    expect(external.getAttribute("aria-checked")).toBe("true");
  });

  it("are all required", async () => {
    const { submit } = await openRecordForm();
    await submit();
    for (const label of ["Description", "Transaction Amount"])
      expect(await screen.findByText(`Please Input ${label}!`)).toBeTruthy();
    for (const name of ["Line Item Type", "Mode of Payment", "Transaction Type", "Payment Type"])
      expect(combobox(name).getAttribute("aria-required")).toBe("true");
  });

  it.each(["0", "-5", "1e3", "1,5", "abc"])(
    "the amount %s is refused and stays as it was typed",
    async (text) => {
      const { user, type } = await openRecordForm();
      await type("Transaction Amount", text);
      await user.tab();
      expect(
        await screen.findByText("Enter an amount of at least 0.01 with no more than two decimals."),
      ).toBeTruthy();
    },
  );

  it("say in one sentence what will happen, before anything does", async () => {
    const { fillIn } = await openRecordForm("EMPLOYEE");
    await fillIn();
    expect(
      await screen.findByText("Reduce what Maria Delgado owes by $12.50: balance $1,000.00 → $987.50"),
    ).toBeTruthy();
  });

  it("warn of a balance that becomes negative", async () => {
    const { fillIn } = await openRecordForm("EMPLOYEE", { balanceCents: 1_000 });
    await fillIn();
    expect(
      await screen.findByText("The balance becomes negative: Maria Delgado will have paid $2.50 too much."),
    ).toBeTruthy();
  });

  it("leaving them half filled in asks first", async () => {
    const { user, type } = await openRecordForm();
    await type("Description", "Half");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await user.click(await screen.findByRole("button", { name: "Discard" }));
    await formClosed();
    expect(address()).toBe(`/admin/payment?id=${USER_ID}`);
  });
});

describe("how much may be recorded", () => {
  it("shows its limits before an amount is typed: the setting and the balance", async () => {
    const { type, submit } = await openRecordForm("EMPLOYEE", { balanceCents: 2_000_000 });
    expect(await screen.findByText("At most $10,000.00, and not more than is owed: $20,000.00")).toBeTruthy();
    await type("Description", "Paid by phone");
    await type("Transaction Amount", "10000.01");
    await submit();
    expect(await screen.findByText("A manual payment can not be more than $10,000.00.")).toBeTruthy();
  });

  it("more than is owed is held for everybody but a SUPERADMIN, with who can", async () => {
    const { fillIn, type } = await openRecordForm("EMPLOYEE");
    await fillIn();
    await type("Transaction Amount", "1000.01");
    expect(await screen.findByText("More than the customer owes: $1,000.00.")).toBeTruthy();
    const description = "Only SUPERADMIN can do this.";
    expect(await screen.findByRole("button", { name: "Record payment", description })).toBeTruthy();
  });

  it("a SUPERADMIN confirms it by typing the amount once more", async () => {
    const sent = serveRecords(() => RECORDED);
    const { user, fillIn, choose, type, submit, confirm } = await openRecordForm("SUPERADMIN");
    await fillIn();
    await choose("Mode of Payment", "Cash");
    await choose("Transaction Type", "SALE");
    await type("Transaction Amount", "1000.01");
    await submit();
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("More than the customer owes: $1,000.00.")).toBeTruthy();
    await user.type(question.getByLabelText(/Type the amount/), "1000.01");
    await confirm("$1,000.01");
    await waitFor(() => expect(sent[0]?.confirmed.balance).toBe(true));
  });

  it("shows a change of the balance in the question, and asks for the amount again", async () => {
    const told = "In the meantime, sam@example.com recorded $12.50 as paid at 3:04 PM EST.";
    const OTHER_ID = "0190c1a0-0000-7000-8000-0000000000f2";
    const seen = { balanceCents: 98_750, newestPaymentId: OTHER_ID };
    const sent = serveRecords((_, tries) => {
      if (tries > 1) return RECORDED;
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", {
        message: told,
        details: { confirm: "changed", seen, payoffCents: 98_750, equalPaymentId: OTHER_ID },
      });
    });
    const { user, fillIn, submit, confirm } = await openRecordForm("EMPLOYEE");
    await fillIn();
    await submit();
    await confirm();
    const question = within(await screen.findByRole("alertdialog"));
    expect(await question.findByText(told)).toBeTruthy();
    expect(question.getByText(/\$987\.50/)).toBeTruthy();
    await user.type(question.getByLabelText(/Type the amount, 12.50/), "12.5");
    await confirm();
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.confirmed).toEqual({ seen, equalPaymentId: OTHER_ID, balance: false });
    expect(sent[1]?.requestId).not.toBe(sent[0]?.requestId);
  });
});
