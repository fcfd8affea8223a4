import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { anApplication, aUser, findEnabledButton, openUserSection, USER_ID } from "../testing/user-page.tsx";
import type { User } from "../use-user.ts";
import { GeneralSection } from "./general-section.tsx";

const FUNDED = "This user is already funded!";
const ACCOUNT = "Account in use is already funded before!";
const LOST = "We have lost Plaid connection for this user.";

async function openGeneral(user: User, role?: { role: Role }) {
  const page = openUserSection(GeneralSection, { user, ...role });
  const general = within(await screen.findByRole("region", { name: "General" }));
  await general.findByText("Identity");
  return { ...page, general };
}

const open = anApplication({ stage: "underwriting", funded: false, fundedAt: null, alloyStatus: "Denied" });

it.each([
  [FUNDED, aUser()],
  [ACCOUNT, aUser({ accountAlreadyFunded: true, application: open })],
  [LOST, aUser({ bankLinkLost: true, application: open })],
])("warns: %s", async (banner, user) => {
  const { general } = await openGeneral(user);
  expect([FUNDED, ACCOUNT, LOST].filter((text) => general.queryByText(text))).toEqual([banner]);
});

it("of a customer who never linked a bank it says that, and nothing of a connection that was lost", async () => {
  const { general } = await openGeneral(aUser({ bankLinks: [], application: open }));
  expect(general.getByText("No bank linked")).toBeTruthy();
  expect(general.queryByText(LOST)).toBeNull();
});

it("without cause there is no warning, with several the most severe comes first", async () => {
  const { general } = await openGeneral(aUser({ bankLinkLost: true, accountAlreadyFunded: true }));
  const shown = general.getAllByText(/lost Plaid|already funded/).map((banner) => banner.textContent);
  expect(shown).toEqual([LOST, ACCOUNT, FUNDED]);
});

it("an unfunded customer with a healthy bank link is not warned of", async () => {
  const { general } = await openGeneral(aUser({ application: open }));
  expect(general.queryByText(/lost Plaid|already funded/)).toBeNull();
});

it("moments stand in New York time with the zone, days as YYYY-MM-DD, the unknown as a dash", async () => {
  const { general } = await openGeneral(aUser());
  const value = (label: string) => general.getByText(label).nextElementSibling?.textContent;
  await waitFor(() => expect(value("Application Funded Date")).toBe("2026-09-23 14:05:11 ET"));
  expect(value("First Payment Date")).toBe("2026-09-30");
  expect(value("Business Start Date")).toBe("2019-30-04");
  expect(general.getByText("Business Start Date").getAttribute("data-hint")).toBe(" (Y-D-M)");
  expect(value("Incorporated")).toContain("—");
  expect(value("Manually Approved")).toContain("—");
  expect(value("Payment Amount")).toBe("$412.50");
});

it("an SSN that the role sees whole is masked on paper", async () => {
  const { general } = await openGeneral(aUser({ ssn: "900-12-3456" }));
  const whole = general.getByText("900-12-3456");
  expect(whole.className).toBe("print:hidden");
  expect(whole.nextElementSibling?.getAttribute("data-on-paper")).toBe("*****3456");
});

it("there is nothing to approve once the credit check is Approved", async () => {
  const { general } = await openGeneral(aUser());
  expect(general.queryByRole("button", { name: "Manual Approve" })).toBeNull();
});

it("Manual Approve asks first, sends one request and says that it was sent", async () => {
  const sent: { userId: number; requestId: string }[] = [];
  const { user, general } = await openGeneral(aUser({ application: open }));
  mockTrpc.mutation("users.markManuallyApproved", ({ input }) => {
    sent.push(input);
    return { message: "Request has been sent successfully" as const };
  });
  await user.click(await findEnabledButton("Manual Approve", general));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Approve Maria Delgado by hand?" }));
  expect(dialog.getByText(/changes from Denied to Approved/)).toBeTruthy();
  expect(sent).toEqual([]);

  mockTrpc.query("users.get", () => aUser());
  await user.click(dialog.getByRole("button", { name: "Manual Approve" }));
  expect(await screen.findByText("Request has been sent successfully")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("button", { name: "Manual Approve" })).toBeNull());
  expect(sent).toEqual([
    { userId: USER_ID, reason: "", requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ]);
});

it("an approval that is refused says why and may be tried again", async () => {
  const { user, general } = await openGeneral(aUser({ application: open }));
  const message = "The application has changed. Reload and try again.";
  mockTrpc.mutation("users.markManuallyApproved", () => {
    throw mockTrpc.refusal("CONFLICT", { message });
  });
  await user.click(await findEnabledButton("Manual Approve", general));
  const dialog = await screen.findByRole("alertdialog");
  await user.click(within(dialog).getByRole("button", { name: "Manual Approve" }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(general.getByRole("button", { name: "Manual Approve" })).toBeTruthy();
});

it.each(["EMPLOYEE", "VIEWER"] as const)("%s reads why they may not approve", async (role) => {
  const { general } = await openGeneral(aUser({ application: open }), { role });
  expect(await general.findByText("Only SUPERADMIN or ADMIN can do this.")).toBeTruthy();
  expect(general.getByRole("button", { name: "Manual Approve" }).getAttribute("aria-disabled")).toBe("true");
});

it("without an application there is nothing to approve, and the button says so", async () => {
  const { general } = await openGeneral(aUser({ application: null }));
  expect(await general.findByText("There is no application to approve.")).toBeTruthy();
});
