import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { fillInSale, questionGone } from "@/pages/payments/testing/desk.tsx";
import { anOutcome, openPaymentPage, serveRuns, USER_ID } from "@/pages/payments/testing/payment-page.tsx";
import { RECORDED, serveRecords } from "@/pages/payments/testing/record-form.tsx";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";

describe("an unknown outcome", () => {
  const lost = () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  };

  async function charge(page: ReturnType<typeof openPaymentPage>) {
    await fillInSale(page);
    await page.submit();
    await page.confirm("Charge $412.50");
    const question = within(await screen.findByRole("alertdialog", { name: "Outcome unknown" }));
    expect(
      question.getByText("We do not know whether this payment went through. Do not repeat it."),
    ).toBeTruthy();
    return question;
  }

  it("is looked up by its request id when the answer was lost", async () => {
    const sent = serveRuns(lost);
    const asked: unknown[] = [];
    mockTrpc.query("payments.status", ({ input }) => {
      asked.push(input);
      return asked.length > 1 ? anOutcome() : null;
    });
    const page = openPaymentPage();
    await charge(page);
    expect(await screen.findByText("ref-77")).toBeTruthy();
    await questionGone();
    expect(asked[0]).toEqual({ userId: USER_ID, requestId: sent[0]?.requestId });
    expect(sent).toHaveLength(1);
  });

  it("is shown, instead of a failure, after a lost connection", async () => {
    const page = openPaymentPage();
    await fillInSale(page);
    await page.submit();
    server.use(mockTrpc.offline);
    await page.confirm("Charge $412.50");
    await screen.findByRole("alertdialog", { name: "Outcome unknown" });
    expect(screen.queryByText("Something went wrong!")).toBeNull();
    expect(screen.queryByText(/no money was moved/)).toBeNull();
    await page.confirm("Close");
    await questionGone();
    const description = "We do not know whether this payment went through. Do not repeat it.";
    await screen.findByRole("button", { name: "Charge $412.50…", description });
  });

  it("that the server does not know goes out again under the same request id", async () => {
    const sent = serveRuns((_, tries) => (tries === 1 ? lost() : anOutcome()));
    mockTrpc.query("payments.status", () => null);
    const page = openPaymentPage();
    const question = await charge(page);
    await page.user.click(question.getByRole("button", { name: "Check status" }));
    expect(await screen.findByRole("alertdialog", { name: "Payment not started" })).toBeTruthy();
    await page.confirm("Back to the form");
    await questionGone();
    await page.submit();
    await page.confirm("Charge $412.50");
    expect(await screen.findByText("ref-77")).toBeTruthy();
    expect(sent[1]).toEqual(sent[0]);
  });

  it.each(["UNKNOWN", "SENDING"] as const)(
    "of a payment in state %s is checked with the processor",
    async (state) => {
      serveRuns(() => anOutcome({ state, message: "", nextLookAt: new Date("2026-11-20T16:41:00Z") }));
      mockTrpc.query("payments.status", () => anOutcome({ state }));
      mockTrpc.mutation("payments.check", () => anOutcome({ state: "FAILED", message: "Do not honor" }));
      const page = openPaymentPage();
      const question = await charge(page);
      expect(question.getByText("The processor is asked again at 11:41:00 ET.")).toBeTruthy();
      await page.user.click(question.getByRole("button", { name: "Check status" }));
      expect(await screen.findByText("Do not honor")).toBeTruthy();
      await questionGone();
    },
  );

  it("blocks the same payment once its dialog is closed, and can still be checked", async () => {
    serveRuns(() => anOutcome({ state: "UNKNOWN" }));
    mockTrpc.query("payments.status", () => anOutcome({ state: "UNKNOWN" }));
    mockTrpc.mutation("payments.check", () => anOutcome());
    const page = openPaymentPage();
    const question = await charge(page);
    await page.user.click(question.getByRole("button", { name: "Close" }));
    await questionGone();
    const description = "A payment like this one is not finished yet. Wait until its outcome is known.";
    await screen.findByRole("button", { name: "Charge $412.50…", description });
    await page.user.click(screen.getByRole("button", { name: "Check status" }));
    expect(await screen.findByText("ref-77")).toBeTruthy();
  });

  it("that only a person can find out shows how to find it out", async () => {
    serveRuns(() => anOutcome({ state: "NEEDS_REVIEW" }));
    const question = await charge(openPaymentPage());
    expect(question.getByText(/call the processor/)).toBeTruthy();
  });

  it("stays in sight while an outside payment is recorded, and its discovery does not close that form", async () => {
    serveRuns(lost);
    let isFound = false;
    mockTrpc.query("payments.status", () => {
      if (!isFound) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
      return anOutcome();
    });
    serveRecords(() => RECORDED);
    mockTrpc.query("settings.list", () => []);
    const page = openPaymentPage();
    await charge(page);
    await page.confirm("Close");
    await questionGone();
    const unknown = /We do not know whether this payment went through/;
    await page.user.click(await screen.findByRole("button", { name: "Record outside payment" }));
    const sheet = await screen.findByRole("dialog", { name: "Performing Manual Payment" });
    await page.type("Description", "Paid by phone");
    isFound = true;
    await page.user.click(
      await screen.findByRole("button", { name: "Check status", hidden: true, description: "" }),
    );
    await waitFor(() => expect(screen.queryByText(unknown)).toBeNull());
    expect(within(sheet).getByDisplayValue("Paid by phone")).toBeTruthy();
    await page.user.click(within(sheet).getByRole("button", { name: "Cancel" }));
    await page.confirm("Discard");
    expect(await screen.findByText("ref-77")).toBeTruthy();
  });

  it("is in sight above the receipt of an outside payment, and after it", async () => {
    serveRuns(lost);
    serveRecords(() => RECORDED);
    mockTrpc.query("settings.list", () => []);
    const page = openPaymentPage();
    await charge(page);
    await page.confirm("Close");
    await questionGone();
    await page.user.click(await screen.findByRole("button", { name: "Record outside payment" }));
    await page.type("Transaction Amount", "12.5");
    await page.type("Description", "Paid by phone");
    await page.user.click(screen.getByRole("button", { name: "Record payment" }));
    await page.confirm("Record $12.50 payment");
    expect(await screen.findByRole("region", { name: "Receipt" })).toBeTruthy();
    const unknown = /We do not know whether this payment went through/;
    expect(screen.getAllByText(unknown).length).toBeGreaterThan(0);
    await page.user.click(screen.getByRole("button", { name: "Another payment" }));
    expect(screen.getAllByText(unknown).length).toBeGreaterThan(0);
  });
});
