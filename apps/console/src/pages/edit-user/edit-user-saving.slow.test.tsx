import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { address } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import {
  field,
  fundedTerms,
  openEditPage,
  reviewed,
  saved,
  someForm,
  someTerms,
} from "./testing/edit-page.tsx";

const REASON = "Manual Adjustment Reason";
const dialog = (name: string) => screen.findByRole("dialog", { name });
const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

describe("the Manual Adjustment Reason", () => {
  it("is asked for by Submit when a term changed and it is None, and OK saves with the chosen one", async () => {
    const { type, submit, press, chooseReason, sent } = openEditPage();
    await type("Approved Amount", "5500");
    expect(screen.getByText("A Manual Adjustment Reason will be asked for.")).toBeTruthy();
    await submit();
    await dialog(REASON);
    const reasons = screen.getAllByRole("radio").map((radio) => radio.closest("label")?.textContent);
    expect(reasons).toHaveLength(15);
    expect(reasons).not.toContain("None");
    expect(screen.getByRole("button", { name: "OK", description: "Choose a reason first." })).toBeTruthy();
    expect(await reviewed("Changes")).toEqual([
      ["Approved Amount", "$5,000.00", "$5,500.00"],
      ["Disbursement Amount", "$4,625.50", "$5,089.25"],
    ]);
    await chooseReason("Customer Request");
    await press("OK");
    expect(await screen.findByText("User updated successfully!")).toBeTruthy();
    expect(sent).toHaveLength(1);
    expect(sent[0]).toMatchObject({
      approvedAmountCents: 550_000,
      manualAdjustmentReason: "Customer Request",
    });
  });

  it("is not asked for when one is chosen already, nor for a contact field", async () => {
    const { type, choose, submit } = openEditPage();
    await type("Payment Terms", "20 weekly payments");
    await choose(REASON, "Term Extension");
    await submit();
    await dialog("Review changes");
    expect((await reviewed("Changes")).map(([label]) => label)).toEqual(["Payment Terms", REASON]);
  });

  it("is not told to become None while it is asked for", async () => {
    const application = someTerms({ manualAdjustmentReason: "Term Extension" });
    const { type, choose, submit } = openEditPage({ form: someForm({ application }) });
    await choose(REASON, "None");
    await type("Payment Terms", "20 weekly payments");
    await submit();
    await dialog(REASON);
    expect((await reviewed("Changes")).map(([label]) => label)).toEqual(["Payment Terms"]);
  });

  it("Cancel reverts the form to what was loaded", async () => {
    const { type, submit, press, sent } = openEditPage();
    await type("Approved Amount", "5500");
    await type("City", "Brooklyn");
    await submit();
    await dialog(REASON);
    await press("Cancel");
    await gone();
    expect((await field("Approved Amount")).value).toBe("5,000.00");
    expect((await field("City")).value).toBe("New York");
    expect(sent).toEqual([]);
  });

  it("Keep editing and Esc change nothing", async () => {
    const { user, type, submit } = openEditPage();
    await type("Approved Amount", "5500");
    await submit();
    await dialog(REASON);
    await user.keyboard("{Escape}");
    await gone();
    expect((await field("Approved Amount")).value).toBe("5,500.00");
  });

  it("None resets the form values, and Undo brings them back", async () => {
    const application = someTerms({ manualAdjustmentReason: "Term Extension" });
    const { type, choose, press } = openEditPage({ form: someForm({ application }) });
    await type("Payback Amount", "7000");
    await type("City", "Brooklyn");
    await choose(REASON, "None");
    expect((await field("Payback Amount")).value).toBe("6,500.00");
    expect((await field("City")).value).toBe("New York");
    await press("Undo");
    await waitFor(async () => expect((await field("City")).value).toBe("Brooklyn"));
    expect((await field("Payback Amount")).value).toBe("7,000.00");
    expect(screen.getByRole("combobox", { name: REASON }).textContent).toContain("Term Extension");
  });
});

it("Undo after None leaves what was typed since", async () => {
  const application = someTerms({ manualAdjustmentReason: "Term Extension" });
  const { type, choose, press } = openEditPage({ form: someForm({ application }) });
  await type("Payback Amount", "7000");
  await choose(REASON, "None");
  await type("City", "Brooklyn");
  await press("Undo");
  await waitFor(async () => expect((await field("Payback Amount")).value).toBe("7,000.00"));
  expect((await field("City")).value).toBe("Brooklyn");
});

it("the stored reason is shown before it serves the next edit of the terms", async () => {
  const application = someTerms({ manualAdjustmentReason: "Term Extension" });
  const { type, submit } = openEditPage({ form: someForm({ application }) });
  const says = "The Manual Adjustment Reason stays as stored and also applies to this edit: Term Extension.";
  await type("City", "Brooklyn");
  expect(screen.queryByText(says)).toBeNull();
  await type("Payment Terms", "20 weekly payments");
  expect(await screen.findByText(says)).toBeTruthy();
  await submit();
  expect(within(await dialog("Review changes")).getByText(says)).toBeTruthy();
});

it("a plan that is refused does not say how many payments change", async () => {
  const { user } = openEditPage({ form: someForm({ application: fundedTerms() }) });
  await user.clear(await field("Payment Amount"));
  expect(await screen.findAllByText(/^This advance has a payment schedule:/)).not.toHaveLength(0);
  expect(screen.queryByText(/unpaid payments? changes?\./)).toBeNull();
});

describe("an edit of the terms that payments follow", () => {
  it("shows which payments change and what stays, and sends what was looked at", async () => {
    const { type, submit, press, chooseReason, sent } = openEditPage({
      form: someForm({ application: fundedTerms() }),
    });
    await type("Payment Amount", "2000");
    expect(screen.getByText("2 unpaid payments change.")).toBeTruthy();
    await submit();
    await dialog(REASON);
    expect(await reviewed("Unpaid payments")).toEqual([
      ["2099-12-16", "$1,625.00", "$2,000.00"],
      ["2099-12-23", "$1,625.00", "$1,250.00"],
    ]);
    for (const sentence of [
      "2 payments that are paid or in progress do not change.",
      "The contract signed on 2099-11-19 keeps the earlier terms until it is signed again.",
    ])
      expect(screen.getByText(sentence)).toBeTruthy();
    await chooseReason("Payment Plan Change");
    await press("OK");
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.schedule).toEqual([
      { paymentDate: "2099-12-16", amountCents: 200_000 },
      { paymentDate: "2099-12-23", amountCents: 125_000 },
    ]);
  });

  it("holds Submit where nothing is left to draw them by", async () => {
    const { user } = openEditPage({ form: someForm({ application: fundedTerms() }) });
    await user.clear(await field("Payment Amount"));
    expect(
      await screen.findByRole("button", {
        name: "Submit",
        description: /^This advance has a payment schedule:/,
      }),
    ).toBeTruthy();
  });
});

describe("a failure", () => {
  const submitCity = async ({ type, submit, press }: ReturnType<typeof openEditPage>) => {
    await type("City", "Brooklyn");
    await submit();
    await press("Save changes");
  };

  it("is told with the server's message, and nothing that was typed is lost", async () => {
    const page = openEditPage({
      answer: () => {
        throw mockTrpc.refusal("UNPROCESSABLE_CONTENT", { message: "The moon is full." });
      },
    });
    await submitCity(page);
    expect(await screen.findByText("The moon is full.")).toBeTruthy();
    await gone();
    expect((await field("City")).value).toBe("Brooklyn");
    expect(address()).toBe("/admin/edit-user?id=10001");
  });

  it("that nobody explains is sent again under the same request", async () => {
    const page = openEditPage({
      answer: (_, tries) => {
        if (tries === 1) throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
        return saved();
      },
    });
    await submitCity(page);
    expect(await screen.findByText("Something went wrong")).toBeTruthy();
    await gone();
    await page.submit();
    await page.press("Save changes");
    await screen.findByText("User updated successfully!");
    expect(page.sent[1]?.requestId).toBe(page.sent[0]?.requestId);
  });

  it("for a taken e-mail is the server's message, and leads to whose it is until another is typed", async () => {
    const text = "User with same email already exists: 10002 Luis Delgado";
    const page = openEditPage({
      answer: () => {
        throw mockTrpc.refusal("CONFLICT", {
          message: "This e-mail is taken.",
          details: { duplicatedUser: { id: 10_002, fullname: "Luis Delgado" } },
        });
      },
    });
    await page.type("Email", "luis.delgado@example.com");
    await page.submit();
    await page.press("Save changes");
    expect(await screen.findByText("This e-mail is taken.")).toBeTruthy();
    const link = await screen.findByRole("link", { name: new RegExp(text) });
    expect(link.getAttribute("href")).toBe("/admin/user-detail?id=10002");
    await waitFor(async () => expect(document.activeElement).toBe(await field("Email")));
    await page.type("Email", "maria@example.com");
    expect(screen.queryByRole("link", { name: new RegExp(text) })).toBeNull();
  });

  it("because someone else saved first shows what they changed, and lets both edits stand", async () => {
    const message = "Someone else changed this customer. Review their changes.";
    const theirs = someForm();
    const now = someForm({
      version: 8,
      contact: { ...theirs.contact, city: "Newark", companyName: "Delgado Foods" },
    });
    const page = openEditPage({
      answer: (_, tries) => {
        if (tries > 1) return saved();
        mockTrpc.query("users.editForm", () => now);
        throw mockTrpc.refusal("CONFLICT", { message, details: { changed: "user" } });
      },
    });
    await page.type("Zip Code", "11201");
    await submitCity(page);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByText("Updated from their change: Company Name Delgado Foods")).toBeTruthy();
    expect(screen.getByText("yours: Brooklyn")).toBeTruthy();
    await page.press("Take theirs: City");
    expect((await field("City")).value).toBe("Newark");
    await page.submit();
    expect(await reviewed("Changes")).toEqual([["Zip Code", "10013", "11201"]]);
    await page.press("Save changes");
    await waitFor(() => expect(page.sent).toHaveLength(2));
    expect(page.sent[1]).toMatchObject({ version: 8, city: "Newark", zipcode: "11201" });
  });
});

describe("what the CRM refused of the last edit", () => {
  const crm = {
    queuedAt: new Date("2026-11-20T16:40:00Z"),
    steps: [
      {
        id: "0190c1a0-0000-7000-8000-0000000000c1",
        step: "contact" as const,
        state: "DELIVERED" as const,
        lastError: "",
      },
      {
        id: "0190c1a0-0000-7000-8000-0000000000c2",
        step: "deal" as const,
        state: "FAILED" as const,
        lastError: "The CRM refused it.",
      },
    ],
  };

  it("is told, and tried again once a press", async () => {
    const { press } = openEditPage({ form: someForm({ crm }) });
    const asked: string[] = [];
    mockTrpc.mutation("users.retryEditStep", ({ input }) => {
      asked.push(input.stepId);
      return { id: input.stepId };
    });
    expect(
      await screen.findByText(
        "The last edit was saved, but the CRM deal was not updated: The CRM refused it.",
      ),
    ).toBeTruthy();
    await press("Retry");
    expect(await screen.findByText("The CRM deal is being updated.")).toBeTruthy();
    expect(asked).toEqual([crm.steps[1]?.id]);
  });
});
