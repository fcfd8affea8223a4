import type { RouterInputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { chooseRowAction, expectRowReason, findRowAction } from "@/test/row-menu.ts";
import { mockTrpc } from "@/test/trpc-msw.ts";
import type { StaffMember } from "./staff-form.tsx";
import { StaffSection } from "./staff-section.tsx";

const AT = new Date("2026-11-20T16:40:00Z");
const ADA: StaffMember = {
  id: ADMIN.id,
  email: ADMIN.email,
  fullName: ADMIN.fullName,
  role: "SUPERADMIN",
  status: "ACTIVE",
  paymentFlag: false,
  factors: 0,
  version: 1,
  createdAt: AT,
  lastSignInAt: AT,
  reading: {
    read: { customers: 312, reveals: 4 },
    most: { customers: 5_000, reveals: 2_000 },
    raisedUntil: null,
  },
  sessions: [
    {
      id: "0190c1a0-0000-7000-8000-0000000000b1",
      createdAt: AT,
      rotatedAt: AT,
      ip: "203.0.113.7",
      userAgent: "Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36",
    },
  ],
};
const INES: StaffMember = {
  ...ADA,
  id: "0190c1a0-0000-7000-8000-0000000000a2",
  email: "ines@lender.example",
  fullName: "Ines Kaur",
  role: "EMPLOYEE",
  version: 4,
  sessions: [],
  lastSignInAt: null,
};

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("admins.list", () => [ADA, INES]);
});

const open = () => renderPage(<StaffSection />, { at: "/admin/settings" });
const toReason = (button: HTMLElement) =>
  document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent;

it("says of each admin the role, when they last signed in, and from where", async () => {
  open();
  expect(await screen.findByText("Last signed in on 2026-11-20 11:40:00 ET.")).toBeTruthy();
  expect(screen.getByText("Chrome on Windows, 203.0.113.7, since 2026-11-20 11:40:00 ET")).toBeTruthy();
  expect(screen.getByText("Never signed in.")).toBeTruthy();
});

it("invites somebody by what is typed", async () => {
  const sent: RouterInputs["admins"]["invite"][] = [];
  mockTrpc.mutation("admins.invite", ({ input }) => {
    sent.push(input);
    return { id: INES.id, message: "The invitation was sent." };
  });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Invite an admin" }));
  const form = within(await screen.findByRole("dialog", { name: "Invite an admin" }));
  await user.type(form.getByLabelText("Email"), "New@lender.example");
  await user.click(form.getByRole("button", { name: "Send invitation" }));
  expect(await form.findByText("Please Input Full Name!")).toBeTruthy();
  await user.type(form.getByLabelText("Full name"), "Omar Diaz");
  await user.click(form.getByRole("button", { name: "Send invitation" }));
  expect(await screen.findByText("The invitation was sent.")).toBeTruthy();
  expect(sent).toEqual([
    {
      email: "new@lender.example",
      fullName: "Omar Diaz",
      role: "EMPLOYEE",
      paymentFlag: false,
      requestId: expect.any(String),
    },
  ]);
});

it("disables after a question, from the version that was read, and keeps oneself and the last SUPERADMIN", async () => {
  const sent: RouterInputs["admins"]["setStatus"][] = [];
  mockTrpc.mutation("admins.setStatus", ({ input }) => {
    sent.push(input);
    mockTrpc.query("admins.list", () => [ADA, { ...INES, status: "DISABLED" }]);
    return { id: input.id, version: 5, message: "Disabled." };
  });
  const { user } = open();
  await expectRowReason("You cannot disable yourself.", user, "Ada Keller", "Disable");
  await chooseRowAction(user, "Ines Kaur", "Disable");
  const question = within(await screen.findByRole("alertdialog", { name: "Disable Ines Kaur?" }));
  await user.click(question.getByRole("button", { name: "Disable" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(await findRowAction(user, "Ines Kaur", "Enable")).toBeTruthy();
  expect(sent).toEqual([{ id: INES.id, version: 4, isDisabled: true, requestId: expect.any(String) }]);
  await expectRowReason("Enable this admin first.", user, "Ines Kaur", "Reset password");
});

it("does not let the last SUPERADMIN give the role away", async () => {
  const { user } = open();
  await chooseRowAction(user, "Ada Keller", "Change");
  const form = within(await screen.findByRole("dialog", { name: "Change Ada Keller" }));
  await user.click(form.getByRole("combobox", { name: "Role" }));
  await user.click(await screen.findByRole("option", { name: "AUDITOR" }));
  await waitFor(() =>
    expect(toReason(form.getByRole("button", { name: "Save" }))).toBe(
      "This is the last SUPERADMIN. Add another SUPERADMIN first.",
    ),
  );
});

it("mails a link and ends sessions once it was asked, and unlocks at once", async () => {
  const done: string[] = [];
  const answer = (verb: string) => () => {
    done.push(verb);
    return { message: `${verb} done` };
  };
  mockTrpc.mutation("admins.sendPasswordLink", answer("link"));
  mockTrpc.mutation("admins.unlock", answer("unlock"));
  mockTrpc.mutation("admins.endSessions", () => ({ ended: 1, ...answer("end")() }));
  const { user } = open();
  /** Confirms the question, and returns what was done before. */
  const answerTo = async (name: string, verb: string) => {
    const before = [...done];
    const question = within(await screen.findByRole("alertdialog", { name }));
    await user.click(question.getByRole("button", { name: verb }));
    return before;
  };
  await chooseRowAction(user, "Ada Keller", "Reset password");
  expect(await answerTo("Reset the password of Ada Keller?", "Reset password")).toEqual([]);
  expect(await screen.findByText("link done")).toBeTruthy();
  await chooseRowAction(user, "Ada Keller", "Unlock");
  expect(await screen.findByText("unlock done")).toBeTruthy();
  await chooseRowAction(user, "Ada Keller", "End sessions");
  expect(await answerTo("End the sessions of Ada Keller?", "End sessions")).toEqual(["link", "unlock"]);
  expect(await screen.findByText("end done")).toBeTruthy();
  expect(done).toEqual(["link", "unlock", "end"]);
  await expectRowReason("No session is open.", user, "Ines Kaur", "End sessions");
});

it("removes the second factors of somebody who lost them, once it was asked, and not one's own", async () => {
  mockTrpc.query("admins.list", () => [
    { ...ADA, factors: 1 },
    { ...INES, factors: 2 },
  ]);
  const sent: RouterInputs["admins"]["removeFactors"][] = [];
  mockTrpc.mutation("admins.removeFactors", ({ input }) => {
    sent.push(input);
    mockTrpc.query("admins.list", () => [{ ...ADA, factors: 1 }, INES]);
    return { message: "Their second factors were removed, and their sessions have ended." };
  });
  const { user } = open();
  await expectRowReason("Remove your own under Profile.", user, ADA.fullName, "Remove second factor");
  await chooseRowAction(user, INES.fullName, "Remove second factor");
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Remove" }));
  expect(await screen.findByText(/^Their second factors were removed/)).toBeTruthy();
  expect(sent).toMatchObject([{ id: INES.id }]);
});

it("says how much each has read within the hour, and raises the budget of one for some hours, with a reason", async () => {
  const sent: RouterInputs["admins"]["raiseBudget"][] = [];
  mockTrpc.mutation("admins.raiseBudget", ({ input }) => {
    sent.push(input);
    return { until: AT, message: "The view limit was raised." };
  });
  const { user } = open();
  expect(
    (
      await screen.findAllByText(
        "Within this hour: 312 of 5,000 customers viewed, full numbers of 4 of 2,000 customers shown.",
      )
    ).length,
  ).toBe(2);
  await chooseRowAction(user, "Ines Kaur", "Raise view limit");
  const form = within(await screen.findByRole("dialog", { name: "Raise the view limit of Ines Kaur" }));
  await user.clear(form.getByLabelText("Number of hours"));
  await user.type(form.getByLabelText("Number of hours"), "100");
  await user.click(form.getByRole("button", { name: "Raise" }));
  expect(await form.findByText("Enter at most 72 hours.")).toBeTruthy();
  expect(await form.findByText("Please Input Reason!")).toBeTruthy();
  await user.clear(form.getByLabelText("Number of hours"));
  await user.type(form.getByLabelText("Number of hours"), "2");
  await user.type(form.getByLabelText("Reason"), "The yearly review of files.");
  await user.click(form.getByRole("button", { name: "Raise" }));
  expect(await screen.findByText("The view limit was raised.")).toBeTruthy();
  expect(sent).toEqual([
    {
      id: INES.id,
      customers: 10_000,
      reveals: 4_000,
      hours: 2,
      reason: "The yearly review of files.",
      requestId: expect.any(String),
    },
  ]);
});
