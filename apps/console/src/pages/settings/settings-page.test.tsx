import type { RouterInputs } from "@countinghouse/api";
import { STANDARD_RULES } from "@countinghouse/validators/approvals/rules";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import SettingsPage from "./settings-page.tsx";

const UNSET = { updatedAt: null, updatedBy: null };
const SET = { updatedAt: new Date("2026-11-20T16:40:00Z"), updatedBy: "Sofia Alvarez" };

const CEILING = {
  waits: false,
  name: "manualPaymentCeilingCents",
  cents: 1_000_000,
  version: 0,
} as const;

const BEFORE_PROMISE = { name: "debitsBeforePromise", on: false, version: 0 } as const;

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "SUPERADMIN" }));
  mockTrpc.query("passcodes.list", () => [
    { kind: "CARD", ...SET },
    { kind: "ACH", ...UNSET },
  ]);
  mockTrpc.query("admins.list", () => []);
  mockTrpc.query("work.targets", () => [{ kind: "LIEN", days: 5, version: 0, ...UNSET }]);
  mockTrpc.query("settings.list", () => [{ ...CEILING, ...UNSET }]);
  mockTrpc.query("settings.switches", () => [{ ...BEFORE_PROMISE, ...UNSET }]);
  mockTrpc.query("payments.hold", () => ({
    minutes: 0,
    runMinutes: 0,
    version: 0,
    updatedAt: null,
    updatedBy: null,
  }));
  mockTrpc.query("approvals.rules", () => ({ version: 0, rules: STANDARD_RULES, versions: [] }));
});

const open = (tab = "payments") => renderPage(<SettingsPage />, { at: `/admin/settings?tab=${tab}` });

async function openForm() {
  const { user, ...page } = open();
  await user.click(await screen.findByRole("button", { name: "Set ACH passcode" }));
  const form = within(await screen.findByRole("dialog", { name: "Set the ACH passcode" }));
  const fillIn = async (passcode: string, repeated = passcode) => {
    await user.clear(form.getByLabelText("New passcode"));
    await user.type(form.getByLabelText("New passcode"), passcode);
    await user.clear(form.getByLabelText("Repeat passcode"));
    await user.type(form.getByLabelText("Repeat passcode"), repeated);
    await user.click(form.getByRole("button", { name: "Set passcode" }));
  };
  return { ...page, user, form, fillIn };
}

it("opens with the staff, and keeps the chosen tab in the address", async () => {
  const { user } = renderPage(<SettingsPage />, { at: "/admin/settings" });
  expect(await screen.findByRole("region", { name: /^Staff/ })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Limits" })).toBeNull();
  await user.click(screen.getByRole("tab", { name: "Approvals" }));
  expect(await screen.findByRole("region", { name: "Approval rules" })).toBeTruthy();
  expect(address()).toBe("/admin/settings?tab=approvals");
});

it("says of each passcode who set it and when, never what it is", async () => {
  open();
  expect(await screen.findByText("Set by Sofia Alvarez on 2026-11-20 11:40:00 ET")).toBeTruthy();
  expect(screen.getByText("Not set: nothing can be paid out.")).toBeTruthy();
});

it.each(["ADMIN", "EMPLOYEE", "VIEWER"] as const)(
  "the role %s is told why there is nothing",
  async (role) => {
    mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
    open();
    expect(await screen.findByText("Only SUPERADMIN can do this.")).toBeTruthy();
    expect(screen.queryByText("Passcodes")).toBeNull();
  },
);

it("a passcode is typed twice without being seen, sent once and kept nowhere", async () => {
  const sent: RouterInputs["passcodes"]["set"][] = [];
  mockTrpc.mutation("passcodes.set", ({ input }) => {
    sent.push(input);
    mockTrpc.query("passcodes.list", () => [
      { kind: "CARD", ...SET },
      { kind: "ACH", ...SET },
    ]);
    return { kind: "ACH", updatedAt: SET.updatedAt };
  });
  const { form, fillIn, queryClient } = await openForm();
  for (const label of ["New passcode", "Repeat passcode"]) {
    const field = form.getByLabelText<HTMLInputElement>(label);
    expect([field.type, field.autocomplete, field.inputMode]).toEqual(["password", "off", "numeric"]);
  }
  await fillIn("730164");
  expect(await screen.findByText("The passcode was set.")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getAllByText(/Set by Sofia Alvarez/)).toHaveLength(2));
  expect(sent).toEqual([{ kind: "ACH", passcode: "730164", requestId: expect.any(String) }]);
  await waitFor(() => {
    const kept = queryClient.getMutationCache().getAll();
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain("730164");
  });
});

it.each([
  ["730164", "730165", "The passcodes do not match."],
  ["73a1", "73a1", "The passcode must be a number"],
  ["12345", "12345", "A new passcode must have at least 6 digits"],
])("%s and %s are not sent: %s", async (passcode, repeated, message) => {
  const { form, fillIn } = await openForm();
  await fillIn(passcode, repeated);
  expect(await form.findByText(message)).toBeTruthy();
});

it("a failed load offers Retry", async () => {
  mockTrpc.query("passcodes.list", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  open();
  expect(await screen.findByRole("button", { name: "Retry" })).toBeTruthy();
});

it("the ceiling of manual payments says who set it, and is changed from what was read", async () => {
  const sent: RouterInputs["settings"]["set"][] = [];
  mockTrpc.mutation("settings.set", ({ input }) => {
    sent.push(input);
    mockTrpc.query("settings.list", () => [{ ...CEILING, cents: 250_000, version: 1, ...SET }]);
    return { cents: 250_000, version: 1, message: "The setting was saved." };
  });
  const { user } = open();
  const limits = within(await screen.findByRole("region", { name: "Limits" }));
  expect(await limits.findByText("$10,000.00")).toBeTruthy();
  expect(limits.getByText("Default.")).toBeTruthy();
  await user.click(limits.getByRole("button", { name: "Change" }));
  const form = within(await screen.findByRole("dialog", { name: "Manual payment ceiling" }));
  const field = form.getByLabelText("Manual payment ceiling (USD)");
  await user.clear(field);
  await user.type(field, "2500");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await limits.findByText("$2,500.00")).toBeTruthy();
  expect(limits.getByText("Set by Sofia Alvarez on 2026-11-20 11:40:00 ET")).toBeTruthy();
  expect(sent).toEqual([
    { name: "manualPaymentCeilingCents", amountCents: 250_000, version: 0, requestId: expect.any(String) },
  ]);
});

it("turns a switch on from the version that was read", async () => {
  const sent: RouterInputs["settings"]["setSwitch"][] = [];
  mockTrpc.mutation("settings.setSwitch", ({ input }) => {
    sent.push(input);
    mockTrpc.query("settings.switches", () => [{ ...BEFORE_PROMISE, on: true, version: 1, ...SET }]);
    return { on: true, version: 1, message: "The setting was saved." };
  });
  const { user } = open();
  const toggle = await screen.findByRole("switch", { name: "Debits before a promised day" });
  expect(toggle.getAttribute("aria-checked")).toBe("false");
  await user.click(toggle);
  await waitFor(() => expect(sent).toMatchObject([{ name: "debitsBeforePromise", on: true, version: 0 }]));
  await waitFor(() => expect(toggle.getAttribute("aria-checked")).toBe("true"));
});

it("a setting that somebody else changed meanwhile says so in the form", async () => {
  mockTrpc.mutation("settings.set", () => {
    throw mockTrpc.refusal("CONFLICT", {
      message: "Someone else changed this setting. Reload and try again.",
    });
  });
  const { user } = open();
  await user.click(await screen.findByRole("button", { name: "Change" }));
  const form = within(await screen.findByRole("dialog", { name: "Manual payment ceiling" }));
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findByText("Someone else changed this setting. Reload and try again.")).toBeTruthy();
});

it("the time of a kind of work is a whole number of banking days, sent with the version that was read", async () => {
  const sent: RouterInputs["work"]["setTarget"][] = [];
  mockTrpc.mutation("work.setTarget", ({ input }) => {
    sent.push(input);
    return { kind: input.kind, days: input.days, version: 1 };
  });
  const { user } = open("targets");
  expect(await screen.findByText("5 banking days")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Change Lien problem" }));
  const form = within(await screen.findByRole("dialog", { name: "Lien problem" }));
  const field = form.getByLabelText("Banking days");
  await user.clear(field);
  await user.type(field, "soon");
  await user.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findByText("Enter a whole number of banking days from 0 to 60.")).toBeTruthy();
  await user.clear(field);
  await user.type(field, "3");
  await user.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toMatchObject([{ kind: "LIEN", days: 3, version: 0 }]));
});
