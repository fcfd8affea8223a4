import { randomUUID } from "node:crypto";
import type { Prisma } from "@countinghouse/db";
import { AMOUNT_FIELDS } from "@countinghouse/validators/edit-user/rules";
import { isRedrawn, redrawSchedule, termsOfAll } from "@countinghouse/validators/edit-user/schedule";
import type { EditUserFields, LoanTerms } from "@countinghouse/validators/edit-user/schemas";
import type { Role } from "@countinghouse/validators/roles";
import type { RouterInputs, RouterOutputs } from "../index.ts";
import { addApplication } from "./customers.ts";
import type { TestApi } from "./harness.ts";

export type EditForm = RouterOutputs["users"]["editForm"];
export type EditInput = RouterInputs["users"]["edit"];

/** What an application in the tests is about: five thousand dollars, paid back by 412.50 a week. */
const TERMS = {
  stage: "offered",
  originalApprovedAmountCents: 505_000n,
  approvedAmountCents: 500_000n,
  paybackAmountCents: 650_000n,
  paymentAmountCents: 41_250n,
  discountAmountCents: 20_000n,
  termsCalculation: "16 weekly payments",
  fundsDispersedOption: "instantBankTransfer",
  disbursementFeeCents: 1200n,
  disbursementAmountCents: 462_550n,
  firstPaymentDate: new Date("2026-12-02"),
  discountDate: new Date("2027-01-20"),
  lastPaymentDate: new Date("2027-03-17"),
} as const;

const EIN = "123456789";

let lastEmail = 0;

/** A customer with an address, an EIN and an application with terms; returns both ids. */
export async function editableCustomer(
  api: TestApi,
  application: Partial<Prisma.ApplicationUncheckedCreateInput> = {},
  facts: Partial<Prisma.UserCreateInput> = {},
): Promise<{ userId: number; applicationId: number; email: string }> {
  const email = `maria.${++lastEmail}@example.com`;
  const { id: userId } = await api.user({
    email,
    phone: "2125550144",
    currentAddress: "41 Mott St",
    city: "New York",
    state: "NY",
    zipcode: "10013",
    companyName: "Delgado Catering",
    ...facts,
  });
  await api.database.unsafeTransaction((tx) =>
    tx.user.update({
      where: { id: userId },
      data: {
        einSealed: api.vault.seal({ table: "users", column: "ein_sealed", rowId: userId }, EIN),
        einIndex: api.vault.blindIndex("ein", EIN),
      },
    }),
  );
  const { id: applicationId } = await addApplication(api, userId, { ...TERMS, ...application });
  return { userId, applicationId, email };
}

/** The form as an employee opens it. */
export const openForm = async (api: TestApi, userId: number, role: Role = "EMPLOYEE"): Promise<EditForm> =>
  (await api.as(role)).users.editForm({ userId });

/** What the screen sends when these fields are changed in the form; it is 2026-11-20 in New York. */
export function editInput(form: EditForm, changes: Partial<EditUserFields> = {}): EditInput {
  const { application, contact } = form;
  const isLocked = application?.expired || application?.offerExpired;
  const open = Object.entries(application?.terms ?? {}).filter(
    ([field]) => !(isLocked && (AMOUNT_FIELDS as readonly string[]).includes(field)),
  );
  const terms: Partial<LoanTerms> = Object.fromEntries(open);
  const fields = { ...contact, ...terms, ...changes };
  return {
    requestId: randomUUID(),
    userId: form.userId,
    version: form.version,
    application: application && { id: application.id, version: application.version },
    manualAdjustmentReason: application?.manualAdjustmentReason ?? "None",
    ...fields,
    schedule: application ? reviewed(application, fields) : null,
  };
}

function reviewed(application: NonNullable<EditForm["application"]>, fields: Partial<EditUserFields>) {
  const { terms, payments, paidOut } = application;
  const after = { ...terms, ...fields };
  const changed = (["paybackAmountCents", "paymentAmountCents", "firstPaymentDate"] as const).filter(
    (field) => terms[field] !== after[field],
  );
  return isRedrawn(changed, payments)
    ? redrawSchedule(termsOfAll(after, paidOut), payments, "2026-11-20")
    : null;
}

/** Saves these changes as an admin of this role, the form opened a moment before. */
export async function edit(
  api: TestApi,
  userId: number,
  changes: Partial<EditUserFields>,
  role: Role = "EMPLOYEE",
) {
  return (await api.as(role)).users.edit(editInput(await openForm(api, userId), changes));
}

/** The application's row as it is stored. */
export const storedApplication = (api: TestApi, id: number) =>
  api.database.read.application.findUniqueOrThrow({ where: { id } });
