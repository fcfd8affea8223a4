import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { aUser, findEnabledButton, findSection, openUserSection } from "../testing/user-page.tsx";
import { ExternalPaymentSection } from "./external-payment-section.tsx";

const section = () => findSection("External Payment");

const AGENCY = "External Agency Name";

async function openForm(button: "Create" | "Edit", user = aUser()) {
  const page = openUserSection(ExternalPaymentSection, { user });
  await page.user.click(await findEnabledButton(button, await section()));
  await screen.findByRole("form", { name: `${button} external payment` });
  return { ...page, submit: () => page.user.click(screen.getByRole("button", { name: "Submit" })) };
}

it("shows the agency, and offers to edit it", async () => {
  openUserSection(ExternalPaymentSection, {
    user: aUser({ isExternal: true, externalAgency: "Atlas Receivables" }),
  });
  const region = await section();
  expect(await region.findByText("Atlas Receivables")).toBeTruthy();
  expect(region.getByText("Is External Collections").nextElementSibling?.textContent).toBe("Yes");
  expect(region.getByRole("button", { name: "Edit" })).toBeTruthy();
});

it("a customer is placed with an agency, and the form gives way to what was saved", async () => {
  const { user, submit } = await openForm("Create");
  const sent: unknown[] = [];
  mockTrpc.mutation("users.setExternalPayment", ({ input }) => {
    sent.push(input);
    return { version: 2, message: "Updated external payment detail successfully" };
  });
  await user.click(screen.getByRole("checkbox", { name: "Is External Collections" }));
  await user.type(screen.getByRole("textbox", { name: AGENCY }), "Atlas");
  await submit();
  expect(await screen.findByText("Updated external payment detail successfully")).toBeTruthy();
  expect(await (await section()).findByText("Atlas")).toBeTruthy();
  expect(sent).toMatchObject([
    { userId: 10_001, version: 1, external: { isExternal: true, externalAgency: "Atlas" } },
  ]);
});

it("the agency must be named, and can not be without external collections", async () => {
  const { user, submit } = await openForm("Create");
  expect(screen.getByRole("textbox", { name: AGENCY }).hasAttribute("readonly")).toBe(true);
  await user.click(screen.getByRole("checkbox", { name: "Is External Collections" }));
  await submit();
  expect(await screen.findByText("Please Input External Agency Name!")).toBeTruthy();
});

it.each([
  ["INTERNAL_SERVER_ERROR", "Something went wrong", "Failed external payment detail"],
  ["CONFLICT", "Someone else changed this customer.", "Someone else changed this customer."],
] as const)("a failure that ends in %s stands in the form", async (code, message, shown) => {
  const { submit } = await openForm("Edit", aUser({ isExternal: true, externalAgency: "Atlas" }));
  mockTrpc.mutation("users.setExternalPayment", () => {
    throw mockTrpc.refusal(code, { message });
  });
  await submit();
  expect(await screen.findByText(shown)).toBeTruthy();
  expect(screen.getByRole("form", { name: "Edit external payment" })).toBeTruthy();
});

it("Cancel leaves everything as it was", async () => {
  const { user } = await openForm("Create");
  await user.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("form", { name: "Create external payment" })).toBeNull());
});

it("a VIEWER may not open it", async () => {
  openUserSection(ExternalPaymentSection, { role: "VIEWER" });
  const region = await section();
  await waitFor(() =>
    expect(region.getByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.")).toBeTruthy(),
  );
  expect(region.getByRole("button", { name: "Create" }).getAttribute("aria-disabled")).toBe("true");
});
