import { EDIT_USER_LABELS } from "@countinghouse/validators/edit-user/rules";
import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { address, renderPage } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import EditUserPage from "./edit-user-page.tsx";
import { field, lineText, openEditPage, reviewed, someForm, someTerms } from "./testing/edit-page.tsx";

const APPLICATION = "Latest application is expired. Please ask user to start a new application.";
const OFFER = "Most recent offer has expired. Please ask user to generate a new offer.";
const LOCKED = ["Approved Amount", "Discount Amount", "Payback Amount", "Payment Amount", "Ofee (0.0725)"];

describe("the page", () => {
  it("has every field under its label, in the order of the specification, with what is stored", async () => {
    openEditPage();
    await field("Email");
    const labels = [...document.querySelectorAll("form label")].map((label) => label.textContent);
    expect(labels).toEqual(Object.values(EDIT_USER_LABELS));
    const values = await Promise.all(
      [
        "Email",
        "Phone",
        "EIN Number",
        "Approved Amount",
        "Initial Approved Amount",
        "Disbursement Amount",
      ].map(async (label) => (await field(label)).value),
    );
    expect(values).toEqual([
      "maria.delgado@example.com",
      "(212) 555-0144",
      "12-3456789",
      "5,000.00",
      "5,050.00",
      "4,625.50",
    ]);
    expect(screen.getByRole("heading", { level: 1, name: "Edit User" })).toBeTruthy();
    expect(screen.getByText("Maria Delgado")).toBeTruthy();
  });

  it.each(["Initial Approved Amount", "Disbursement Fee", "Disbursement Amount"])(
    "%s can be read and not changed",
    async (label) => {
      openEditPage();
      expect((await field(label)).readOnly).toBe(true);
    },
  );

  it.each(["SUPERADMIN", "ADMIN", "EMPLOYEE"] as const)("is open to the role %s", async (role) => {
    const { type } = openEditPage({ role });
    await type("City", "Brooklyn");
    await waitFor(() =>
      expect(screen.getByRole("button", { name: "Submit" }).getAttribute("aria-disabled")).toBeNull(),
    );
  });

  it("tells a VIEWER who may, and shows nothing to fill in", async () => {
    openEditPage({ role: "VIEWER" });
    mockTrpc.query("users.editForm", () => {
      throw mockTrpc.refusal("FORBIDDEN", { message: "Only SUPERADMIN, ADMIN or EMPLOYEE can do this." });
    });
    expect(await screen.findByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.")).toBeTruthy();
    expect(screen.getByText("Your role may not edit users.")).toBeTruthy();
    expect(screen.getByRole("link", { name: "Back to User" }).getAttribute("href")).toBe(
      "/admin/user-detail?id=10001",
    );
    expect(screen.queryByText(/^Search by id/)).toBeNull();
    expect(screen.queryByRole("form")).toBeNull();
  });

  it("says of an address that names nobody, and of a customer there is not, that there is none", async () => {
    const { unmount } = renderPage(<EditUserPage />, { at: "/admin/edit-user?id=abc" });
    expect(await screen.findByText("This address has no customer id.")).toBeTruthy();
    unmount();
    openEditPage();
    mockTrpc.query("users.editForm", () => {
      throw mockTrpc.refusal("NOT_FOUND", { message: "There is no customer 10001." });
    });
    expect(await screen.findByText("There is no customer 10001.")).toBeTruthy();
  });

  it("says that it could not load, and loads on Retry", async () => {
    const { user } = openEditPage();
    mockTrpc.query("users.editForm", () => {
      throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
    });
    const retry = await screen.findByRole("button", { name: "Retry" });
    mockTrpc.query("users.editForm", () => someForm());
    await user.click(retry);
    expect(await field("Email")).toBeTruthy();
  });

  it.each([
    [{ expired: true }, [APPLICATION]],
    [{ offerExpired: true }, [OFFER]],
    [{ expired: true, offerExpired: true }, [APPLICATION, OFFER]],
  ])("%j: the banner says so, and the amounts are disabled with the reason", async (over, banners) => {
    openEditPage({ form: someForm({ application: someTerms(over) }) });
    for (const label of LOCKED) {
      const input = await field(label);
      expect(input.readOnly).toBe(true);
      const [note = ""] = (input.getAttribute("aria-describedby") ?? "").split(" ");
      expect(document.getElementById(note)?.textContent).toBe(banners[0]);
    }
    const shown = [...document.querySelectorAll("[data-slot=alert]")].map((alert) => alert.textContent);
    expect(shown).toEqual(banners);
    expect((await field("City")).readOnly).toBe(false);
  });

  it("locks the terms of a customer who has no application, and saves the rest", async () => {
    const { type, submit, press, sent } = openEditPage({ form: someForm({ application: null }) });
    expect((await field("Payment Terms")).readOnly).toBe(true);
    await type("City", "Brooklyn");
    await submit();
    await press("Save changes");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ application: null, schedule: null, city: "Brooklyn" });
    expect(sent[0]).not.toHaveProperty("approvedAmountCents");
  });
});

describe("an edit of the contact", () => {
  it("is looked at field by field, saved once, and leads back to the user", async () => {
    const { type, submit, press, sent } = openEditPage();
    await type("City", "Brooklyn");
    await type("EIN Number", "98-7654321");
    await submit();
    expect(await reviewed("Changes")).toEqual([
      ["City", "New York", "Brooklyn"],
      ["EIN Number", "12-3456789", "98-7654321"],
    ]);
    expect(screen.getByText("The CRM is updated as well.")).toBeTruthy();
    await press("Save changes");
    expect(await screen.findByText("User updated successfully!")).toBeTruthy();
    await waitFor(() => expect(address()).toBe("/admin/user-detail?id=10001"));
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      userId: 10_001,
      version: 7,
      application: { id: 501, version: 3 },
      city: "Brooklyn",
      einTax: "987654321",
      phone: "2125550144",
      manualAdjustmentReason: "None",
      schedule: null,
    });
  });

  it("is not sent while it is looked at, and Keep editing keeps it", async () => {
    const { type, submit, press, sent } = openEditPage();
    await type("City", "Brooklyn");
    await submit();
    await press("Keep editing");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect((await field("City")).value).toBe("Brooklyn");
    expect(sent).toEqual([]);
  });

  it("of nothing is not submitted", async () => {
    openEditPage();
    expect(
      await screen.findByRole("button", { name: "Submit", description: "There are no changes to save." }),
    ).toBeTruthy();
  });

  it("takes a phone and an EIN pasted in any writing", async () => {
    const { user } = openEditPage();
    for (const [label, pasted, shown] of [
      ["Phone", "tel. +1 646-555-0123", "(646) 555-0123"],
      ["EIN Number", "EIN 98 7654321", "98-7654321"],
    ] as const) {
      await user.clear(await field(label));
      await user.paste(pasted);
      expect((await field(label)).value).toBe(shown);
    }
  });

  it("says how the EIN ends to whoever does not see it whole, and that an empty field keeps it", async () => {
    const form = someForm({ einMasked: "*****6789" });
    const { type, submit } = openEditPage({ form: { ...form, contact: { ...form.contact, einTax: "" } } });
    expect((await field("EIN Number")).value).toBe("");
    expect(screen.getByText("It is *****6789. Leave blank to keep it.")).toBeTruthy();
    await type("EIN Number", "98-7654321");
    await submit();
    expect(await reviewed("Changes")).toEqual([["EIN Number", "*****6789", "98-7654321"]]);
  });

  it("fills city, state and zip code from a whole address, and takes that back on Undo", async () => {
    const { user, press } = openEditPage();
    await user.clear(await field("Address"));
    await user.paste("123 Main St Apt 4, Brooklyn, NY 11201");
    const values = () =>
      Promise.all(["Address", "City", "State", "Zip Code"].map(async (l) => (await field(l)).value));
    expect(await values()).toEqual(["123 Main St Apt 4", "Brooklyn", "NY", "11201"]);
    expect(screen.getByText("City, State and Zip Code were filled from it.")).toBeTruthy();
    await press("Undo");
    expect(await values()).toEqual(["", "New York", "NY", "10013"]);
  });

  it("offers no Undo of an address that a reset has taken away", async () => {
    const { user, type, choose } = openEditPage({
      form: someForm({ application: someTerms({ manualAdjustmentReason: "Term Extension" }) }),
    });
    await user.clear(await field("Address"));
    await user.paste("123 Main St Apt 4, Brooklyn, NY 11201");
    await type("Payback Amount", "7000");
    expect(screen.getByText("City, State and Zip Code were filled from it.")).toBeTruthy();
    await choose(EDIT_USER_LABELS.manualAdjustmentReason, "None");
    expect(screen.queryByText("City, State and Zip Code were filled from it.")).toBeNull();
  });

  it("leaves a part of an address as it is pasted", async () => {
    const { user } = openEditPage();
    await user.clear(await field("Address"));
    await user.paste("123 Main St");
    expect((await field("Address")).value).toBe("123 Main St");
    expect((await field("City")).value).toBe("New York");
  });

  it("that is wrong says so at the field, and is not looked at", async () => {
    const { type, submit } = openEditPage();
    await type("Zip Code", "123");
    await submit();
    expect(await screen.findByText("Enter a zip code of 5 or 9 digits.")).toBeTruthy();
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

describe("the recalculation", () => {
  it("follows what is typed, line by line", async () => {
    const { type, choose } = openEditPage();
    await type("Approved Amount", "5500");
    expect(lineText("Approved Amount")).toMatch(/before \$5,000\.00, now \$5,500\.00$/);
    expect(lineText("Ofee (0.0725)")).toMatch(/now −\$398\.75$/);
    expect(lineText("Disbursement Amount")).toMatch(/now \$5,089\.25$/);
    await choose("Funds Disbursed Method", "nextDayBankACH");
    expect(lineText("Disbursement Fee")).toMatch(/before \$12\.00, now \$0\.00$/);
    expect((await field("Disbursement Amount")).value).toBe("5,101.25");
    await type("Ofee (0.0725)", ".1");
    expect(lineText("Disbursement Amount")).toMatch(/now \$4,950\.00$/);
  });

  it("knows that an instant transfer costs a renewed customer six dollars", async () => {
    const { choose } = openEditPage({
      form: someForm({
        application: someTerms({
          isRenewed: true,
          disbursementFeeCents: 0,
          terms: { ...someTerms().terms, fundsDispersedOption: "nextDayBankACH" },
        }),
      }),
    });
    await choose("Funds Disbursed Method", "instantBankTransfer");
    expect((await field("Disbursement Fee")).value).toBe("6.00");
  });

  it("says at once that an amount is above the limit", async () => {
    const { type } = openEditPage();
    await type("Approved Amount", "10000.01");
    expect(await screen.findByText("Maximum Allowed Offer Limit is 10000 USD")).toBeTruthy();
  });

  it("says that the fees are more than the amount, and holds Submit", async () => {
    const { type } = openEditPage();
    await type("Approved Amount", "10");
    expect(
      await screen.findByRole("button", {
        name: "Submit",
        description: "The fees are more than the approved amount.",
      }),
    ).toBeTruthy();
  });

  it("takes no third decimal of a Payment Amount that is typed", async () => {
    const { type } = openEditPage();
    await type("Payment Amount", "412.509");
    expect((await field("Payment Amount")).value).toBe("412.50");
    expect(within(document.body).queryByRole("alert")).toBeNull();
  });
});
