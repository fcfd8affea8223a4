import type { RouterInputs } from "@countinghouse/api";
import { onlineManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { formClosed, NEWEST_ID, openPaymentForm, RECORDED, servePayments } from "../testing/payment-form.tsx";
import { aPayment, aUser, findEnabledButton, openUserPage, USER_ID } from "../testing/user-page.tsx";

afterEach(() => onlineManager.setOnline(true));

describe("recording", () => {
  it("asks with the amount on the button, records once, says so, and shows the new row and balance", async () => {
    const sent = servePayments(() => {
      mockTrpc.query("users.get", () => aUser({ balanceCents: 98_750 }));
      mockTrpc.query("payments.listManual", () => [aPayment()]);
      return RECORDED;
    });
    const { fillIn, submit, confirm } = await openPaymentForm("EMPLOYEE", { open: openUserPage });
    await fillIn();
    await submit();
    expect(
      await screen.findByRole("alertdialog", { name: "Record a payment of $12.50 for Maria Delgado?" }),
    ).toBeTruthy();
    expect(sent).toEqual([]);
    await confirm();
    expect(await screen.findByText("Payment processed successfully")).toBeTruthy();
    await formClosed();
    expect(await screen.findByText("Paid by phone")).toBeTruthy();
    expect(await screen.findByText("$987.50")).toBeTruthy();
    expect(sent).toEqual([
      {
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        userId: USER_ID,
        lineItemType: "Payment",
        modeOfPayment: "CashApp",
        transactionType: "SALE",
        paymentType: "DEBIT",
        amountCents: 1_250,
        description: "Paid by phone",
        isExternal: false,
        confirmed: {
          seen: { balanceCents: 100_000, newestPaymentId: NEWEST_ID },
          equalPaymentId: null,
          balance: false,
        },
      } satisfies RouterInputs["payments"]["recordManual"],
    ]);
  });

  it("the question can be answered no, and nothing is sent", async () => {
    const sent = servePayments(() => RECORDED);
    const { user, fillIn, submit } = await openPaymentForm("EMPLOYEE");
    await fillIn();
    await submit();
    const question = within(await screen.findByRole("alertdialog"));
    expect(document.activeElement).toBe(question.getByRole("button", { name: "Cancel" }));
    await user.click(question.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sent).toEqual([]);
  });

  it("while it is sent nothing can be pressed twice or closed", async () => {
    let answer: (value: typeof RECORDED) => void = () => undefined;
    const sent: unknown[] = [];
    mockTrpc.mutation("payments.recordManual", ({ input }) => {
      sent.push(input);
      return new Promise<typeof RECORDED>((resolve) => {
        answer = resolve;
      });
    });
    const { user, fillIn, submit, confirm } = await openPaymentForm("EMPLOYEE");
    await fillIn();
    await submit();
    await confirm();
    await confirm();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("alertdialog")).toBeTruthy();
    await waitFor(() => expect(sent).toHaveLength(1));
    act(() => answer(RECORDED));
    expect(await screen.findByText("Payment processed successfully")).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it("a broken rule is shown in the form, in the server's words and in no toast", async () => {
    const rule = "Adjustments for one customer can not be more than $50.00 a day.";
    servePayments(() => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: rule });
    });
    const { fillIn, submit, confirm } = await openPaymentForm("EMPLOYEE");
    await fillIn();
    await submit();
    await confirm();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(within(screen.getByRole("dialog")).getByText(rule)).toBeTruthy();
    expect(screen.queryByText("Something went wrong while making payment!")).toBeNull();
  });

  it("a payment that was certainly not recorded is said to have failed", async () => {
    servePayments(() => {
      throw mockTrpc.refusal("FORBIDDEN", { message: "Only SUPERADMIN or EMPLOYEE can do this." });
    });
    const { fillIn, submit, confirm } = await openPaymentForm("EMPLOYEE");
    await fillIn();
    await submit();
    await confirm();
    expect(await screen.findByText("Something went wrong while making payment!")).toBeTruthy();
    expect(await screen.findByText("Only SUPERADMIN or EMPLOYEE can do this.")).toBeTruthy();
  });

  it("the same values go out under the same id, values changed after a refusal under another", async () => {
    const sent = servePayments(() => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "Not now." });
    });
    const { fillIn, type, submit, confirm } = await openPaymentForm("EMPLOYEE");
    await fillIn();
    await submit();
    await confirm();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await submit();
    await confirm();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await type("Transaction Amount", "13");
    await submit();
    await confirm("$13.00");
    await waitFor(() => expect(sent).toHaveLength(3));
    const [first, again, changed] = sent.map(({ requestId }) => requestId);
    expect(again).toBe(first);
    expect(changed).not.toBe(first);
  });

  it("nothing is sent while the browser is offline", async () => {
    const { fillIn } = await openPaymentForm("EMPLOYEE");
    await fillIn();
    act(() => onlineManager.setOnline(false));
    expect(await screen.findByText("You are offline. Payments are blocked.")).toBeTruthy();
    const button = within(screen.getByRole("dialog")).getByRole("button", { name: "Record payment" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });
});

describe("an unknown outcome", () => {
  async function losesTheAnswer() {
    const form = await openPaymentForm("EMPLOYEE");
    await form.fillIn();
    await form.submit();
    await form.confirm();
    const question = within(await screen.findByRole("alertdialog", { name: "Outcome unknown" }));
    await findEnabledButton("Check", question);
    return { ...form, question };
  }

  it("a failure of the server is not said to be a failed payment", async () => {
    servePayments(() => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const { question } = await losesTheAnswer();
    expect(question.getByText(/may or may not have been recorded/)).toBeTruthy();
    expect(screen.queryByText("Something went wrong while making payment!")).toBeNull();
    expect(question.queryByText(/failed/i)).toBeNull();
  });

  it("neither is a lost connection", async () => {
    const form = await openPaymentForm("EMPLOYEE");
    await form.fillIn();
    await form.submit();
    server.use(mockTrpc.offline);
    await form.confirm();
    expect(await screen.findByRole("alertdialog", { name: "Outcome unknown" })).toBeTruthy();
    expect(screen.queryByText("Something went wrong while making payment!")).toBeNull();
  });

  it("Check asks again under the same id with the same values, and finds out", async () => {
    const sent = servePayments((_, tries) => {
      if (tries === 1) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
      return RECORDED;
    });
    const { user, question } = await losesTheAnswer();
    await user.click(question.getByRole("button", { name: "Check" }));
    expect(await screen.findByText("Payment processed successfully")).toBeTruthy();
    await formClosed();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it("a rule found by Check says that it was not recorded, and opens the form again", async () => {
    servePayments((_, tries) => {
      throw tries === 1
        ? mockTrpc.refusal("INTERNAL_SERVER_ERROR")
        : mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "Not today." });
    });
    const { user, question } = await losesTheAnswer();
    await user.click(question.getByRole("button", { name: "Check" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(await screen.findByText("Not today.")).toBeTruthy();
  });

  it("a Check that is turned away at the door settles nothing", async () => {
    const sent = servePayments((_, tries) => {
      throw tries === 1
        ? mockTrpc.refusal("INTERNAL_SERVER_ERROR")
        : mockTrpc.refusal("TOO_MANY_REQUESTS", { message: "Wait a minute." });
    });
    const { user, question } = await losesTheAnswer();
    await user.click(question.getByRole("button", { name: "Check" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    await findEnabledButton("Check");
    expect(screen.getByRole("alertdialog", { name: "Outcome unknown" })).toBeTruthy();
    expect(screen.queryByText("Something went wrong while making payment!")).toBeNull();
  });

  it("closing it closes the form, reads the list again and says where to look", async () => {
    servePayments(() => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const { user, question } = await losesTheAnswer();
    mockTrpc.query("payments.listManual", () => [aPayment()]);
    await user.click(question.getByRole("button", { name: "Close" }));
    await formClosed();
    expect(await screen.findByText("The outcome of this payment is unknown")).toBeTruthy();
    expect(await screen.findByText("Look under Manual Payment before you record $12.50 again.")).toBeTruthy();
  });
});
