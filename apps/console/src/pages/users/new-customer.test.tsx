import { screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { ADMIN, address, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { NewCustomer } from "./new-customer.tsx";

async function open() {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "EMPLOYEE" as const }));
  signIn();
  const { user } = renderPage(<NewCustomer />);
  await waitFor(() => expect(button().getAttribute("aria-disabled")).toBeNull());
  await user.click(button());
  const form = within(await screen.findByRole("dialog"));
  return { user, form };
}

const button = () => screen.getByRole("button", { name: "New customer" });

function serveCreate(answer?: () => never) {
  const sent: { requestId: string; firstname: string; phone: string }[] = [];
  mockTrpc.mutation("users.create", ({ input }) => {
    sent.push(input);
    return answer?.() ?? { id: 10_007, message: "Customer added." };
  });
  return sent;
}

it("sends normalized values, and opens the page of the customer", async () => {
  const sent = serveCreate();
  const { user, form } = await open();
  await user.type(form.getByLabelText("First Name"), "Ana");
  await user.type(form.getByLabelText("Last Name"), "Diaz");
  await user.type(form.getByLabelText("Phone"), "(212) 555-0144");
  await user.click(form.getByRole("button", { name: "Add customer" }));
  await waitFor(() => expect(address()).toMatch(/10007/));
  expect(sent).toMatchObject([{ firstname: "Ana", lastname: "Diaz", phone: "2125550144", email: "" }]);
});

it("shows in the form that a name and a contact are missing, and sends nothing", async () => {
  const sent = serveCreate();
  const { user, form } = await open();
  await user.type(form.getByLabelText("City"), "New York");
  await user.click(form.getByRole("button", { name: "Add customer" }));
  expect(await form.findByText("Enter first and last name, or a company name.")).toBeTruthy();
  expect(form.getByText("Enter an e-mail address or a phone number.")).toBeTruthy();
  expect(sent).toEqual([]);
});

it("shows whose e-mail address it is, and repeats the same request id", async () => {
  const sent = serveCreate(() => {
    throw mockTrpc.refusal("CONFLICT", { message: "This e-mail is taken by 17 Bo Lee." });
  });
  const { user, form } = await open();
  await user.type(form.getByLabelText("Company Name"), "Acme");
  await user.type(form.getByLabelText("Email"), "bo@example.com");
  const press = () => user.click(form.getByRole("button", { name: "Add customer" }));
  await press();
  expect(await form.findByText("This e-mail is taken by 17 Bo Lee.")).toBeTruthy();
  await press();
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.requestId).toBe(sent[0]?.requestId);
});

it("is disabled for a VIEWER, with the reason", async () => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role: "VIEWER" as const }));
  signIn();
  renderPage(<NewCustomer />);
  expect(await screen.findByText("Only SUPERADMIN, ADMIN or EMPLOYEE can do this.")).toBeTruthy();
});
