import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { MANUAL_ADJUSTMENT_REASONS } from "@countinghouse/validators/edit-user/rules";
import type { Role } from "@countinghouse/validators/roles";
import { screen, waitFor, within } from "@testing-library/react";
import { toast as toaster } from "sonner";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import EditUserPage from "../edit-user-page.tsx";
import type { EditApplication, EditForm } from "../use-edit-form.ts";

const USER_ID = 10_001;

export const someTerms = (changes: Partial<EditApplication> = {}): EditApplication => ({
  id: 501,
  version: 3,
  expired: false,
  offerExpired: false,
  isRenewed: false,
  fundedOn: null,
  contractSignedOn: null,
  initialApprovedAmountCents: 505_000,
  terms: {
    approvedAmountCents: 500_000,
    discountAmountCents: 20_000,
    paybackAmountCents: 650_000,
    paymentAmountCents: 41_250,
    ofeeRate: "0.0725",
    paymentTerms: "16 weekly payments",
    firstPaymentDate: "2099-12-02",
    discountDate: "2100-01-20",
    fundsDispersedOption: "instantBankTransfer",
  },
  disbursementFeeCents: 1200,
  disbursementAmountCents: 462_550,
  manualAdjustmentReason: "None",
  payments: [],
  paidOut: { advances: [], droppedCents: 0 },
  ...changes,
});

/** Maria Delgado as the form has her. */
export const someForm = (changes: Partial<EditForm> = {}): EditForm => ({
  userId: USER_ID,
  version: 7,
  customer: { id: USER_ID, firstname: "Maria", lastname: "Delgado", businessName: "" },
  zohoId: "5725767000001",
  contact: {
    email: "maria.delgado@example.com",
    currentAddress: "41 Mott St",
    zipcode: "10013",
    city: "New York",
    state: "NY",
    companyName: "Delgado Catering",
    einTax: "123456789",
    phone: "2125550144",
  },
  einMasked: null,
  application: someTerms(),
  maximumOfferLimitCents: 1_000_000,
  manualAdjustmentReasons: MANUAL_ADJUSTMENT_REASONS.map((reason) => ({ reason })),
  crm: null,
  ...changes,
});

/** A funded advance: one payment is paid, one is under way, two are to come. */
export const fundedTerms = (): EditApplication =>
  someTerms({
    fundedOn: "2099-11-20",
    contractSignedOn: "2099-11-19",
    payments: ["2099-12-02", "2099-12-09", "2099-12-16", "2099-12-23"].map((paymentDate, at) => ({
      id: at + 1,
      paymentDate,
      amountCents: 162_500,
      isFixed: at < 2,
      wasTried: at < 2,
    })),
  });

export type Sent = RouterInputs["users"]["edit"];
type Saved = RouterOutputs["users"]["edit"];

export const saved = (changes: Partial<Saved> = {}): Saved => ({
  message: "User updated successfully!",
  version: 8,
  disbursementFeeCents: 1200,
  disbursementAmountCents: 462_550,
  payments: [],
  stays: [],
  isCrmTold: true,
  ...changes,
});

/** Opens the page for an admin of this role; the server keeps what it is sent and answers so. */
export function openEditPage({
  role = "EMPLOYEE",
  form = someForm(),
  answer = () => saved(),
}: {
  role?: Role;
  form?: EditForm;
  answer?: (sent: Sent, tries: number) => Saved;
} = {}) {
  toaster.dismiss();
  sessionStorage.clear();
  return { ...serveEditPage({ role, form, answer }), ...renderEditPage() };
}

export function serveEditPage({
  role,
  form,
  answer,
}: {
  role: Role;
  form: EditForm;
  answer: (sent: Sent, tries: number) => Saved;
}) {
  const sent: Sent[] = [];
  signIn();
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("users.editForm", () => form);
  mockTrpc.mutation("users.edit", ({ input }) => {
    sent.push(input);
    return answer(input, sent.length);
  });
  return { sent };
}

export function renderEditPage() {
  const page = renderPage(<EditUserPage />, { at: `/admin/edit-user?id=${USER_ID}` });
  const { user } = page;
  return {
    ...page,
    type: async (label: string, text: string) => {
      await user.clear(await field(label));
      await user.type(await field(label), text);
    },
    choose: async (label: string, option: string) => {
      await user.click(await screen.findByRole("combobox", { name: label }));
      await user.click(await screen.findByRole("option", { name: option }));
    },
    submit: async () => user.click(await enabled("Submit")),
    press: async (name: string) => user.click(await enabled(name)),
    chooseReason: async (reason: string) => user.click(await screen.findByRole("radio", { name: reason })),
  };
}

export const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

/** The rows of a table of the review, a text each. */
export const reviewed = async (name: string) =>
  within(await screen.findByRole("table", { name }))
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent));

/** What the recalculation says of this line, without what it was before. */
export function lineText(label: string): string {
  const panel = within(screen.getByRole("region", { name: "Recalculation" }));
  const term = panel.getAllByRole("term").find((each) => each.textContent.startsWith(label));
  return term?.nextElementSibling?.textContent ?? "";
}

const enabled = (name: string) =>
  waitFor(() => {
    const button = screen.getByRole("button", { name });
    if (button.getAttribute("aria-disabled")) throw new Error(`${name} is held.`);
    return button;
  });
