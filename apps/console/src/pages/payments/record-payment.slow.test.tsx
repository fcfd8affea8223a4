import type { RouterInputs } from "@countinghouse/api";
import { onlineManager } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aLoan, PAYMENT_ID, USER_ID } from "./testing/payment-page.tsx";
import { formClosed, openRecordForm, RECORDED, serveRecords } from "./testing/record-form.tsx";

afterEach(() => onlineManager.setOnline(true));

describe("recording", () => {
  it("asks with the amount on the button, records once, and shows the receipt with the new balance", async () => {
    const sent = serveRecords(() => {
      mockTrpc.query("loans.get", () => aLoan({ balanceCents: 98_750 }));
      return RECORDED;
    });
    const { user, fillIn, submit, confirm } = await openRecordForm("EMPLOYEE");
    await fillIn();
    await submit();
    expect(
      await screen.findByRole("alertdialog", { name: "Record a payment of $12.50 for Maria Delgado?" }),
    ).toBeTruthy();
    expect(sent).toEqual([]);
    await confirm();
    await formClosed();
    const receipt = within(await screen.findByRole("region", { name: "Receipt" }));
    for (const text of [
      "Maria Delgado #10001",
      "Payment (DEBIT)",
      "CashApp",
      "$12.50",
      "$987.50",
      PAYMENT_ID,
    ])
      expect(receipt.getByText(text)).toBeTruthy();
    expect(receipt.getByRole("link", { name: "Back to customer" }).getAttribute("href")).toBe(
      `/admin/user-detail?id=${USER_ID}`,
    );
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
          seen: { balanceCents: 100_000, newestPaymentId: PAYMENT_ID },
          equalPaymentId: null,
          balance: false,
        },
      } satisfies RouterInputs["payments"]["recordManual"],
    ]);
    await user.click(receipt.getByRole("button", { name: "Another payment" }));
    expect(await screen.findByRole("button", { name: "Record outside payment" })).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("the question can be answered no, and nothing is sent", async () => {
    const sent = serveRecords(() => RECORDED);
    const { user, fillIn, submit } = await openRecordForm("EMPLOYEE");
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
    const { user, fillIn, submit, confirm } = await openRecordForm("EMPLOYEE");
    await fillIn();
    await submit();
    await confirm();
    await confirm();
    await user.keyboard("{Escape}");
    expect(screen.getByRole("alertdialog")).toBeTruthy();
    await waitFor(() => expect(sent).toHaveLength(1));
    act(() => answer(RECORDED));
    expect(await screen.findByRole("region", { name: "Receipt" })).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  it("a broken rule is shown in the form, in the server's words and in no toast", async () => {
    const rule = "Adjustments for one customer can not be more than $50.00 a day.";
    serveRecords(() => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: rule });
    });
    const { fillIn, submit, confirm } = await openRecordForm("EMPLOYEE");
    await fillIn();
    await submit();
    await confirm();
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(within(screen.getByRole("dialog")).getByText(rule)).toBeTruthy();
    expect(screen.queryByText("Something went wrong while making payment!")).toBeNull();
  });

  it("reports a payment that was certainly not recorded as failed", async () => {
    serveRecords(() => {
      throw mockTrpc.refusal("FORBIDDEN", { message: "Only SUPERADMIN or EMPLOYEE can do this." });
    });
    const { fillIn, submit, confirm } = await openRecordForm("EMPLOYEE");
    await fillIn();
    await submit();
    await confirm();
    expect(await screen.findByText("Something went wrong while making payment!")).toBeTruthy();
    expect(await screen.findByText("Only SUPERADMIN or EMPLOYEE can do this.")).toBeTruthy();
  });

  it("the same values go out under the same id, values changed after a refusal under another", async () => {
    const sent = serveRecords(() => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "Not now." });
    });
    const { fillIn, type, submit, confirm } = await openRecordForm("EMPLOYEE");
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
    const { fillIn } = await openRecordForm("EMPLOYEE");
    await fillIn();
    act(() => onlineManager.setOnline(false));
    expect(await screen.findByText("You are offline. Payments are blocked.")).toBeTruthy();
    const button = within(screen.getByRole("dialog")).getByRole("button", { name: "Record payment" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });
});

describe("an unknown outcome", () => {
  async function losesTheAnswer() {
    const form = await openRecordForm("EMPLOYEE");
    await form.fillIn();
    await form.submit();
    await form.confirm();
    const question = within(await screen.findByRole("alertdialog", { name: "Outcome unknown" }));
    await question.findByRole("button", { name: "Check", description: "" });
    return { ...form, question };
  }

  it("a failure of the server is not said to be a failed payment", async () => {
    serveRecords(() => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const { question } = await losesTheAnswer();
    expect(question.getByText(/may or may not have been recorded/)).toBeTruthy();
    expect(screen.queryByText("Something went wrong while making payment!")).toBeNull();
    expect(question.queryByText(/failed/i)).toBeNull();
  });

  it("neither is a lost connection", async () => {
    const form = await openRecordForm("EMPLOYEE");
    await form.fillIn();
    await form.submit();
    server.use(mockTrpc.offline);
    await form.confirm();
    expect(await screen.findByRole("alertdialog", { name: "Outcome unknown" })).toBeTruthy();
    expect(screen.queryByText("Something went wrong while making payment!")).toBeNull();
  });

  it("Check asks again under the same id with the same values, and finds out", async () => {
    const sent = serveRecords((_, tries) => {
      if (tries === 1) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
      return RECORDED;
    });
    const { user, question } = await losesTheAnswer();
    await user.click(question.getByRole("button", { name: "Check" }));
    expect(await screen.findByRole("region", { name: "Receipt" })).toBeTruthy();
    await formClosed();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  it("a rule found by Check says that it was not recorded, and opens the form again", async () => {
    serveRecords((_, tries) => {
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
    const sent = serveRecords((_, tries) => {
      throw tries === 1
        ? mockTrpc.refusal("INTERNAL_SERVER_ERROR")
        : mockTrpc.refusal("TOO_MANY_REQUESTS", { message: "Wait a minute." });
    });
    const { user, question } = await losesTheAnswer();
    await user.click(question.getByRole("button", { name: "Check" }));
    await waitFor(() => expect(sent).toHaveLength(2));
    await screen.findByRole("button", { name: "Check", description: "" });
    expect(screen.getByRole("alertdialog", { name: "Outcome unknown" })).toBeTruthy();
    expect(screen.queryByText("Something went wrong while making payment!")).toBeNull();
  });

  it("closing it closes the form and says where to look", async () => {
    serveRecords(() => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const { user, question } = await losesTheAnswer();
    await user.click(question.getByRole("button", { name: "Close" }));
    await formClosed();
    expect(await screen.findByText("The outcome of this payment is unknown")).toBeTruthy();
    expect(await screen.findByText("Look under Manual Payment before you record $12.50 again.")).toBeTruthy();
  });
});
