import type { RouterInputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { type Blocked, DebitControlSection } from "./debit-control-section.tsx";

const MESSAGE =
  "A debit of this account was returned on 2026-11-04 with R10 (Originator not known or not authorized).";

const aBlock = (changes: Partial<Blocked["block"]> = {}): Blocked => ({
  instrument: { kind: "account", id: 11 },
  name: "Checking •••• 6789",
  block: {
    kind: "returned",
    code: "R10",
    cure: "authorisation",
    since: "2026-11-04",
    message: MESSAGE,
    ...changes,
  },
});

function open(blocks: Blocked[], role: Role = "ADMIN") {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("debitControl.ofUser", () => blocks);
  mockTrpc.query("files.list", () => ({ userFiles: [], types: [], applications: [] }));
  return renderPage(<DebitControlSection userId={10_001} />);
}

it("does not pass for a customer whose every account may be debited where that could not be read", async () => {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "ADMIN" as const }));
  mockTrpc.query("debitControl.ofUser", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const { user } = renderPage(<DebitControlSection userId={10_001} />);
  expect(await screen.findByText("Blocked accounts and cards could not be loaded.")).toBeTruthy();
  mockTrpc.query("debitControl.ofUser", () => [aBlock()]);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("region", { name: "Debit control" })).toBeTruthy();
});

it("says of each account that is not debited why, and what is recorded lifts it", async () => {
  const { user } = open([aBlock()]);
  const section = within(await screen.findByRole("region", { name: "Debit control" }));
  expect(section.getByText("Checking •••• 6789").parentElement?.textContent).toBe(
    `Checking •••• 6789: ${MESSAGE}`,
  );
  await user.click(section.getByRole("button", { name: /^Record…/ }));
  const form = within(await screen.findByRole("dialog", { name: "Checking •••• 6789" }));
  await user.click(form.getByRole("button", { name: "Record" }));
  expect(await form.findByText("Please Input How it was obtained!")).toBeTruthy();
  const sent: RouterInputs["debitControl"]["record"][] = [];
  mockTrpc.mutation("debitControl.record", ({ input }) => {
    sent.push(input);
    mockTrpc.query("debitControl.ofUser", () => []);
    return {
      id: "0190c1a0-0000-7000-8000-0000000000d1",
      message: "Recorded. The account may be debited again.",
    };
  });
  await user.type(form.getByLabelText("How it was obtained"), "Signed on paper.");
  await user.click(form.getByRole("button", { name: "Record" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Debit control" })).toBeNull());
  expect(sent).toMatchObject([
    {
      userId: 10_001,
      instrument: { kind: "account", id: 11 },
      cure: "authorisation",
      how: "Signed on paper.",
      fileId: null,
    },
  ]);
});

it("asks for the corrected numbers where the bank called the number wrong, the account number twice", async () => {
  const { user } = open([aBlock({ kind: "notCorrected", code: "C06", cure: "correction" })]);
  await user.click(await screen.findByRole("button", { name: /^Record…/ }));
  const form = within(await screen.findByRole("dialog", { name: "Checking •••• 6789" }));
  const sent: RouterInputs["debitControl"]["record"][] = [];
  mockTrpc.mutation("debitControl.record", ({ input }) => {
    sent.push(input);
    return { id: null, message: "Recorded. Payments use the corrected account from now on." };
  });
  await user.type(form.getByLabelText("Account"), "123456780");
  await user.type(form.getByLabelText("Confirm account number"), "123456781");
  await user.type(form.getByLabelText("Routing"), "021000021");
  await user.type(form.getByLabelText("How it was obtained"), "Read from a voided check.");
  await user.click(form.getByRole("button", { name: "Record" }));
  expect(await form.findByText("The account numbers do not match.")).toBeTruthy();
  await user.clear(form.getByLabelText("Confirm account number"));
  await user.type(form.getByLabelText("Confirm account number"), "123456780");
  await user.click(form.getByRole("button", { name: "Record" }));
  await waitFor(() =>
    expect(sent).toMatchObject([
      { cure: "correction", numbers: { account: "123456780", routing: "021000021", subtype: "checking" } },
    ]),
  );
});

it("offers nothing where nothing lifts the block", async () => {
  open([aBlock({ code: "R02", cure: null })]);
  await screen.findByRole("region", { name: "Debit control" });
  expect(screen.queryByRole("button")).toBeNull();
});

it("is held for the role EMPLOYEE, with the reason", async () => {
  open([aBlock()], "EMPLOYEE");
  const button = await screen.findByRole("button", { name: /^Record…/ });
  await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("true"));
});
