import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import type { EditProgress } from "@/components/edit-crm-steps.tsx";
import { ADMIN } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aDeal, aDealChange, aDealState, DEAL_ID } from "../testing/crm.ts";
import { seeEverything } from "../testing/screen.ts";
import { findEnabledButton, findSection, openUserSection, USER_ID } from "../testing/user-page.tsx";
import { CrmSection } from "./crm-section.tsx";
import type { DealState } from "./use-deal.ts";

beforeEach(seeEverything);

const QUEUES = ["Waiting for Docs", "Funding Review"] as const;

const openSection = (role?: Role) => openUserSection(() => <CrmSection userId={USER_ID} hasTurn />, { role });

async function openCrm(state: DealState, role: Role = "EMPLOYEE", edit: EditProgress = null) {
  mockTrpc.query("doNotFund.progress", () => null);
  mockTrpc.query("users.editProgress", () => edit);
  mockTrpc.query("deals.get", () => state);
  const page = openSection(role);
  const region = await findSection("CRM");
  await region.findByText("Queue");
  const value = (label: string) => region.getByText(label).nextElementSibling?.textContent;
  const isDisabled = (name: string) =>
    region.getByRole("button", { name }).getAttribute("aria-disabled") === "true";
  return { ...page, region, value, isDisabled };
}

it("the stage and the reason stand as the CRM has them", async () => {
  const { value } = await openCrm(
    aDealState({ deal: aDeal({ stage: "Closed Lost", declineReason: "Fraud" }) }),
  );
  expect(value("Queue")).toBe("Closed Lost");
  expect(value("Decline Reason")).toBe("Fraud");
  expect(value("Deal Id")).toContain(DEAL_ID);
});

it("a customer without a deal is Not in deals", async () => {
  const { value } = await openCrm(aDealState({ deal: null }));
  expect(value("Queue")).toBe("Not in deals");
});

it("a CRM that does not answer is no customer without a deal, and can be asked again", async () => {
  mockTrpc.query("doNotFund.progress", () => null);
  const message = "The CRM did not return the deal's stage. Try again.";
  mockTrpc.query("deals.get", () => {
    throw mockTrpc.refusal("SERVICE_UNAVAILABLE", { message });
  });
  const { user } = openSection();
  const region = await findSection("CRM");
  expect(await region.findByText(message)).toBeTruthy();
  expect(region.queryByText("Not in deals")).toBeNull();
  mockTrpc.query("deals.get", () => aDealState());
  await user.click(region.getByRole("button", { name: "Retry" }));
  expect(await region.findByText("Underwriting")).toBeTruthy();
});

it("a CRM update that failed after an edit is seen on the customer page, and tried again there", async () => {
  const step = {
    id: "0190c1a0-0000-7000-8000-0000000000c2",
    step: "deal" as const,
    state: "FAILED" as const,
  };
  const { user, region } = await openCrm(aDealState(), "EMPLOYEE", {
    queuedAt: new Date("2026-11-20T16:40:00Z"),
    steps: [{ ...step, lastError: "zoho-crm: 400" }],
  });
  expect(await region.findByText(/^The last edit was saved, but the CRM deal was not updated/)).toBeTruthy();
  const asked: string[] = [];
  mockTrpc.mutation("users.retryEditStep", ({ input }) => {
    asked.push(input.stepId);
    return { id: input.stepId };
  });
  await user.click(region.getByRole("button", { name: "Retry" }));
  expect(await region.findByText("The CRM deal is being updated.")).toBeTruthy();
  expect(asked).toEqual([step.id]);
});

describe.each(QUEUES)("the button %s", (queue) => {
  it("moves the deal there, says that it worked, and shows how far that is", async () => {
    const sent: unknown[] = [];
    const { user, region } = await openCrm(aDealState());
    mockTrpc.mutation("deals.move", ({ input }) => {
      sent.push(input);
      mockTrpc.query("deals.get", () => aDealState({ change: aDealChange({ stage: queue }) }));
      return { queued: true };
    });
    await user.click(await findEnabledButton(queue, region));
    expect(await region.findByText(`Move to ${queue}`)).toBeTruthy();
    expect(region.getByText("Queued")).toBeTruthy();
    expect(await screen.findByText("Action performed successfully!")).toBeTruthy();
    expect(sent).toEqual([{ requestId: expect.any(String), userId: USER_ID, dealId: DEAL_ID, stage: queue }]);
  });

  it.each([
    ["in that stage", aDealState({ deal: aDeal({ stage: queue }) }), `The deal is already in ${queue}.`],
    ["Closed Lost", aDealState({ deal: aDeal({ stage: "Closed Lost" }) }), "The deal is Closed Lost."],
    ["missing", aDealState({ deal: null }), "There is no deal."],
    ["declined", aDealState({ deal: aDeal({ declineReason: "Fraud" }) }), "The deal is declined: Fraud."],
    [
      "being changed",
      aDealState({ change: aDealChange() }),
      "The last change is still on its way to the CRM.",
    ],
  ])("is disabled with its reason when the deal is %s", async (_what, state, reason) => {
    const { region, isDisabled } = await openCrm(state);
    expect((await region.findAllByText(reason)).length).toBeGreaterThan(0);
    expect(isDisabled(queue)).toBe(true);
  });
});

describe("declining by hand", () => {
  it("offers the fourteen reasons, sends the chosen one, and then reads Declined", async () => {
    const sent: unknown[] = [];
    const { user, region, isDisabled } = await openCrm(aDealState());
    mockTrpc.mutation("deals.decline", ({ input }) => {
      sent.push(input);
      const deal = aDeal({ stage: "Closed Lost", declineReason: input.reason });
      mockTrpc.query("deals.get", () => aDealState({ deal }));
      return { queued: true };
    });
    await user.click(await findEnabledButton("Manual Decline", region));
    const dialog = within(await screen.findByRole("dialog", { name: "Manual Decline" }));
    await user.click(dialog.getByRole("combobox", { name: "Decline Reason" }));
    expect(await screen.findAllByRole("option")).toHaveLength(14);
    await user.click(screen.getByRole("option", { name: "Customer Dropped Off" }));
    await user.click(dialog.getByRole("button", { name: "Decline" }));
    expect(await region.findByRole("button", { name: "Declined" })).toBeTruthy();
    expect(isDisabled("Declined")).toBe(true);
    expect(sent).toEqual([
      { requestId: expect.any(String), userId: USER_ID, dealId: DEAL_ID, reason: "Customer Dropped Off" },
    ]);
  });

  it("is left without a word when it is cancelled", async () => {
    const { user, region } = await openCrm(aDealState());
    await user.click(await findEnabledButton("Manual Decline", region));
    const dialog = within(await screen.findByRole("dialog", { name: "Manual Decline" }));
    await user.click(dialog.getByRole("combobox", { name: "Decline Reason" }));
    await user.keyboard("{Escape}");
    await user.click(dialog.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("needs a reason, and a refusal stands in the dialog", async () => {
    const { user, region } = await openCrm(aDealState());
    const refusal = "The deal is declined already.";
    mockTrpc.mutation("deals.decline", () => {
      throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: refusal });
    });
    await user.click(await findEnabledButton("Manual Decline", region));
    const dialog = within(await screen.findByRole("dialog", { name: "Manual Decline" }));
    await user.click(dialog.getByRole("button", { name: "Decline" }));
    expect(await dialog.findByText("Please choose a decline reason.")).toBeTruthy();
    await user.click(dialog.getByRole("combobox", { name: "Decline Reason" }));
    await user.click(await screen.findByRole("option", { name: "Stacking" }));
    await user.click(dialog.getByRole("button", { name: "Decline" }));
    expect(await dialog.findByText(refusal)).toBeTruthy();
  });
});

describe("a missing deal", () => {
  it("can be asked for", async () => {
    const sent: unknown[] = [];
    const { user, region } = await openCrm(aDealState({ deal: null }));
    mockTrpc.mutation("deals.request", ({ input }) => {
      sent.push(input);
      mockTrpc.query("deals.get", () => aDealState());
      return { queued: true };
    });
    await user.click(await findEnabledButton("Request deal id", region));
    expect(await region.findByText("Underwriting")).toBeTruthy();
    expect(region.queryByRole("button", { name: "Request deal id" })).toBeNull();
    expect(sent).toEqual([{ requestId: expect.any(String), userId: USER_ID }]);
  });

  it("can not be asked for when the CRM does not know the customer", async () => {
    const { region, isDisabled } = await openCrm(aDealState({ deal: null, zohoId: "" }));
    expect(await region.findByText("Zoho Id is empty.")).toBeTruthy();
    expect(isDisabled("Request deal id")).toBe(true);
  });
});

it("a change that the CRM refused is said to have failed", async () => {
  const { region } = await openCrm(
    aDealState({ change: aDealChange({ state: "FAILED", lastError: "zoho-crm: RECORD_IN_BLUEPRINT" }) }),
  );
  expect(region.getByText("The CRM refused it.")).toBeTruthy();
});

it("a change that is refused at the press says why", async () => {
  const { user, region } = await openCrm(aDealState());
  const message = "The customer has another deal now. Reload to see it.";
  mockTrpc.mutation("deals.move", () => {
    throw mockTrpc.refusal("CONFLICT", { message });
  });
  await user.click(await findEnabledButton("Funding Review", region));
  expect(await screen.findByText(message)).toBeTruthy();
});

it("a VIEWER reads the stage and is told who changes it", async () => {
  const { region, value, isDisabled } = await openCrm(aDealState(), "VIEWER");
  expect(value("Queue")).toBe("Underwriting");
  await waitFor(() =>
    expect(region.getAllByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.")).toHaveLength(3),
  );
  for (const name of [...QUEUES, "Manual Decline"]) expect(isDisabled(name)).toBe(true);
});

it("a CRM that is off says so in its place, and offers nothing to try again", async () => {
  mockTrpc.query("users.editProgress", () => null);
  mockTrpc.query("deals.get", () => {
    throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "asked" });
  });
  openSection();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, vendorsOff: ["crm" as const] }));
  expect(await screen.findByText("The CRM is off: Zoho CRM is not set up here.")).toBeTruthy();
  expect(screen.queryByText("asked")).toBeNull();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});
