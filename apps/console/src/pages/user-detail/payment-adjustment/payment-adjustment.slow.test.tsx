import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ADMIN } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { seeEverything } from "../testing/screen.ts";
import {
  DrawerOfUser,
  findEnabledButton,
  openUserPage,
  openUserSection,
  USER_ID,
} from "../testing/user-page.tsx";
import { PaymentAdjustmentSection } from "./payment-adjustment-section.tsx";

type Preference = RouterOutputs["paymentPreferences"]["get"];

const NONE: Preference = {
  useBank: false,
  bankNumber: null,
  useBankUntil: null,
  useCard: false,
  cardNumber: null,
  useCardUntil: null,
  version: 0,
  updatedBy: null,
  updatedAt: null,
};

const BY_BANK: Preference = {
  ...NONE,
  useBank: true,
  bankNumber: "6789",
  useBankUntil: "2099-05-20",
  version: 3,
  updatedBy: "erin.novak@example.com",
  updatedAt: new Date("2026-11-20T16:40:00Z"),
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T15:00:00Z") });
  seeEverything();
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

/** The section itself: until its turn only its heading holds its place. */
const region = async () => {
  await screen.findByRole("button", { name: "Set Payment Preference" });
  return within(screen.getByRole("region", { name: "Payment Adjustment" }));
};

type Setup = { role?: Role; preference?: Preference; search?: string };

const PreferenceAndForm: Parameters<typeof openUserSection>[0] = ({ query }) => (
  <>
    <PaymentAdjustmentSection userId={USER_ID} hasTurn />
    <DrawerOfUser query={query} />
  </>
);

function openPage({ role = "SUPERADMIN", preference = BY_BANK, search = "" }: Setup = {}) {
  const page = openUserSection(PreferenceAndForm, { role, search });
  mockTrpc.query("paymentPreferences.get", () => preference);
  return page;
}

async function openForm(setup: Setup = {}) {
  const page = openPage({ ...setup, search: "&drawer=payment-preference" });
  await screen.findByRole("dialog", { name: "Payment Preference" });
  const sent: RouterInputs["paymentPreferences"]["set"][] = [];
  mockTrpc.mutation("paymentPreferences.set", ({ input }) => {
    sent.push(input);
    return { version: input.version + 1 };
  });
  return { ...page, sent, save: () => page.user.click(screen.getByRole("button", { name: "Save" })) };
}

const textbox = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const dateField = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

describe("the section", () => {
  it("says how the customer is charged, until when and who set it", async () => {
    openPage();
    const section = await region();
    expect(await section.findByText("•••• 6789 until 2099-05-20")).toBeTruthy();
    expect(section.getByText("CARD").nextElementSibling?.textContent).toBe("Not used");
    expect(section.getByText("erin.novak@example.com")).toBeTruthy();
  });

  it("is on the page only where the flag allows it", async () => {
    openUserPage({ search: "&drawer=payment-preference" });
    mockTrpc.query("admins.me", () => ({
      ...ADMIN,
      flags: { paymentAdjustment: false, virusScanner: true },
    }));
    expect(await screen.findByRole("region", { name: "Payment Dates" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Payment Adjustment" })).toBeNull();
    expect(screen.queryByRole("link", { name: "Payment Adjustment" })).toBeNull();
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("fails alone and recovers alone", async () => {
    const { user } = openPage();
    mockTrpc.query("paymentPreferences.get", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const retry = await (await region()).findByRole("button", { name: "Retry" });
    mockTrpc.query("paymentPreferences.get", () => NONE);
    await user.click(retry);
    expect(await (await region()).findAllByText("Not used")).toHaveLength(2);
  });

  it.each(["SUPERADMIN", "ADMIN"] as const)("%s opens the form", async (role) => {
    const { user } = openPage({ role });
    await region();
    await user.click(await findEnabledButton("Set Payment Preference"));
    expect(await screen.findByRole("dialog", { name: "Payment Preference" })).toBeTruthy();
  });

  it.each(["EMPLOYEE", "VIEWER"] as const)("%s may not, not even by the address", async (role) => {
    openPage({ role, search: "&drawer=payment-preference" });
    const section = await region();
    expect(await section.findByText("Only SUPERADMIN or ADMIN can open this.")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the form", () => {
  it("a method that is checked starts with an expiry six months from today, and is saved", async () => {
    const { user, sent, save } = await openForm({ preference: NONE });
    await user.click(screen.getByRole("checkbox", { name: "Use CARD" }));
    expect(dateField("CARD Expiry Date").value).toBe("2027-05-21");
    await user.type(textbox("Card Number"), "4242");
    await save();
    expect(await screen.findByText("Payment preference saved successfully!")).toBeTruthy();
    expect(sent[0]).toMatchObject({
      userId: USER_ID,
      version: 0,
      preference: {
        useBank: false,
        bankNumber: null,
        useBankUntil: null,
        useCard: true,
        cardNumber: "4242",
        useCardUntil: "2027-05-21",
      },
    });
  });

  it("a method that is unchecked loses its number and its date", async () => {
    const { user, sent, save } = await openForm();
    await user.click(screen.getByRole("checkbox", { name: "Use ACH" }));
    expect(textbox("Bank Number").value).toBe("");
    expect(dateField("ACH Expiry Date").value).toBe("");
    await save();
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.preference).toMatchObject({ useBank: false, bankNumber: null, useBankUntil: null });
  });

  it.each([
    ["678", "Bank number must be the last 4 digit."],
    ["67890", "Bank number must only be the last 4 digit."],
    ["67a9", "Bank number must be a number"],
  ])("the bank number %s is refused: %s", async (number, message) => {
    const { user, sent, save } = await openForm();
    await user.clear(textbox("Bank Number"));
    await user.type(textbox("Bank Number"), number);
    await save();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it("an expiry that has come is refused", async () => {
    const { save, sent } = await openForm({ preference: { ...BY_BANK, useBankUntil: "2026-11-21" } });
    await save();
    expect(await screen.findByText("Expiry date must be a date after today.")).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it.each([
    [
      "INTERNAL_SERVER_ERROR",
      "Something went wrong",
      "Something went wrong while saving user payment preference!",
    ],
    ["CONFLICT", "Someone else changed this preference.", "Someone else changed this preference."],
  ] as const)("a failure that ends in %s stands in the form", async (code, message, shown) => {
    const { save } = await openForm();
    mockTrpc.mutation("paymentPreferences.set", () => {
      throw mockTrpc.refusal(code, { message });
    });
    await save();
    expect(await screen.findByText(shown)).toBeTruthy();
  });

  it("is for an ADMIN to read, with Save disabled and who may save", async () => {
    const { sent, save } = await openForm({ role: "ADMIN" });
    expect(textbox("Bank Number").readOnly).toBe(true);
    const button = screen.getByRole("button", { name: "Save" });
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await save();
    expect(screen.getAllByText("Only SUPERADMIN or EMPLOYEE can do this.").length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
  });
});
