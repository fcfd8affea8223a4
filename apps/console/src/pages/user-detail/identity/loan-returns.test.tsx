import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { server } from "@/test/server.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import {
  anApplication,
  aUser,
  findEnabledButton,
  openHeaderActions,
  USER_ID,
} from "../testing/user-page.tsx";

const NAME = "Loan Returns";

type LoanReturn = RouterOutputs["loans"]["getReturn"];

const aLoan = (changes: Partial<LoanReturn> = {}): LoanReturn => ({
  applicationId: 501,
  funded: true,
  returned: false,
  amounts: { isDA: 463_750, isOF: 36_250, isDF: 0 },
  balanceCents: 650_000,
  ...changes,
});

/** Lets the server return the loan, or throw, and keeps what it was sent. */
function serveReturn(answer?: () => never) {
  const sent: RouterInputs["loans"]["return"][] = [];
  mockTrpc.mutation("loans.return", ({ input }) => {
    sent.push(input);
    return answer
      ? answer()
      : {
          paymentId: "1",
          balanceBeforeCents: 650_000,
          balanceCents: 150_000,
          message: "Loan return recorded successfully!",
        };
  });
  return sent;
}

async function openDialog(loan: LoanReturn | (() => never) = aLoan()) {
  mockTrpc.query("loans.getReturn", () => (typeof loan === "function" ? loan() : loan));
  const page = openHeaderActions({ role: "EMPLOYEE" });
  await page.user.click(await findEnabledButton(NAME));
  return { ...page, dialog: within(await screen.findByRole("dialog", { name: NAME })) };
}

type Opened = Awaited<ReturnType<typeof openDialog>>;

const part = ({ dialog }: Opened, name: RegExp) => dialog.findByRole("checkbox", { name });
const check = async (page: Opened, name: RegExp) => {
  const box = await part(page, name);
  await waitFor(() => expect(box.getAttribute("aria-readonly")).not.toBe("true"));
  await page.user.click(box);
};
const submit = ({ dialog }: Opened) => dialog.getByRole("button", { name: /^Return/ });
const toReason = (control: HTMLElement) =>
  (control.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent)
    .join(" ");

describe("the dialog", () => {
  it("shows what each part came to", async () => {
    const page = await openDialog();
    expect(await page.dialog.findByText("Disbursement Amount · $4,637.50")).toBeTruthy();
    expect(page.dialog.getByText("Ofee · $362.50")).toBeTruthy();
    expect(page.dialog.getByText("Disbursement Fee · $0.00")).toBeTruthy();
  });

  it("lets itself be submitted only once Disbursement Amount is checked, and says so", async () => {
    const sent = serveReturn();
    const page = await openDialog();
    await check(page, /^Ofee · /);
    expect(submit(page).getAttribute("aria-disabled")).toBe("true");
    expect(toReason(submit(page))).toBe("Check Disbursement Amount first.");
    await page.user.click(submit(page));
    expect(sent).toEqual([]);
    await check(page, /^Disbursement Amount · /);
    expect(submit(page).getAttribute("aria-disabled")).toBeNull();
  });

  it("says what the customer owes then, as the parts are checked", async () => {
    const page = await openDialog();
    await check(page, /^Disbursement Amount · /);
    expect(
      await page.dialog.findByText(
        "Reduce what Maria Delgado owes by $4,637.50: balance $6,500.00 → $1,862.50",
      ),
    ).toBeTruthy();
    await check(page, /^Ofee · /);
    expect(await page.dialog.findByText(/by \$5,000\.00: balance \$6,500\.00 → \$1,500\.00$/)).toBeTruthy();
    expect(submit(page).textContent).toBe("Return $5,000.00");
  });

  it("warns when the customer will have paid too much", async () => {
    const page = await openDialog(aLoan({ balanceCents: 100_000 }));
    await check(page, /^Disbursement Amount · /);
    expect(
      await page.dialog.findByText(
        "The balance becomes negative: Maria Delgado will have paid $3,637.50 too much.",
      ),
    ).toBeTruthy();
  });

  it("holds a part for which nothing was taken", async () => {
    const page = await openDialog();
    const fee = await part(page, /^Disbursement Fee · /);
    expect(fee.getAttribute("aria-readonly")).toBe("true");
    expect(toReason(fee)).toBe("There is no Disbursement Fee to return.");
  });

  it("offers nothing when the loan was returned, and says so", async () => {
    const page = await openDialog(aLoan({ returned: true }));
    expect(await page.dialog.findAllByText("This loan was already returned.")).not.toEqual([]);
    expect(page.dialog.queryByRole("checkbox")).toBeNull();
    expect(submit(page).getAttribute("aria-disabled")).toBe("true");
  });

  it("that could not load says so, and tries again", async () => {
    const page = await openDialog(() => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    await page.dialog.findByText("Something went wrong");
    mockTrpc.query("loans.getReturn", () => aLoan());
    await page.user.click(page.dialog.getByRole("button", { name: "Retry" }));
    expect(await page.dialog.findByText("Ofee · $362.50")).toBeTruthy();
  });
});

describe("returning", () => {
  async function send(page: Opened) {
    await check(page, /^Disbursement Amount · /);
    await check(page, /^Ofee · /);
    await page.user.click(submit(page));
  }

  it("sends what is checked of the application that was shown, and says that it is recorded", async () => {
    const sent = serveReturn();
    await send(await openDialog());
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await screen.findByText("Loan return recorded successfully!")).toBeTruthy();
    expect(sent).toEqual([
      {
        requestId: expect.any(String),
        userId: USER_ID,
        applicationId: 501,
        isDA: true,
        isOF: true,
        isDF: false,
      },
    ]);
  });

  it("that fails shows the server's text, and sent again is the same request", async () => {
    const sent = serveReturn(() => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "The ledger is closed." });
    });
    const page = await openDialog();
    await send(page);
    expect(await page.dialog.findByText("The ledger is closed.")).toBeTruthy();
    await page.user.click(submit(page));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]?.requestId).toBe(sent[0]?.requestId);
  });

  it("without an answer says that the outcome is not known", async () => {
    const page = await openDialog();
    await check(page, /^Disbursement Amount · /);
    server.use(mockTrpc.offline);
    await page.user.click(submit(page));
    expect(
      await page.dialog.findByText(/may or may not be recorded\. It cannot be recorded twice\.$/),
    ).toBeTruthy();
  });
});

describe("the button", () => {
  const reason = async () => {
    const button = await screen.findByRole("button", { name: NAME });
    await waitFor(() => expect(toReason(button)).toMatch(/^Only /));
    expect(button.getAttribute("aria-disabled")).toBe("true");
    return toReason(button);
  };

  it("is held for a VIEWER, with the reason", async () => {
    openHeaderActions({ role: "VIEWER" });
    expect(await reason()).toBe("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.");
  });

  it.each([null, anApplication({ funded: false, stage: "offered" })])(
    "is held where nothing was funded, with the reason",
    async (application) => {
      openHeaderActions({ role: "EMPLOYEE", user: aUser({ application }) });
      await waitFor(async () => expect(await reason()).toBe("Only a funded application can be returned."));
    },
  );
});
