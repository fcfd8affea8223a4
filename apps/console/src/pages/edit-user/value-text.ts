import { formatEin } from "@countinghouse/validators/contact/ein";
import { formatPhone } from "@countinghouse/validators/contact/phone";
import { EDIT_USER_LABELS } from "@countinghouse/validators/edit-user/rules";
import type { EditUserFields } from "@countinghouse/validators/edit-user/schemas";
import { formatCents } from "@countinghouse/validators/money";
import type { FieldName } from "./edit-values.ts";

const AMOUNTS: readonly string[] = ["approvedAmount", "discountAmount", "paybackAmount", "paymentAmount"];

/** A value of the form as a person reads it; a dash where there is none. */
export function valueText(field: FieldName, value: EditUserFields[FieldName] | undefined): string {
  if (typeof value === "number") return AMOUNTS.includes(field) ? formatCents(value) : String(value);
  if (value === null || value === undefined || value === "") return "—";
  if (field === "phone") return formatPhone(value);
  return field === "einTax" ? formatEin(value) : value;
}

export const centsText = (cents: number | null): string => (cents === null ? "—" : formatCents(cents));

export type ChangeRow = { label: string; before: string; after: string };

/** What changes of these fields, in the order of the form. */
export function changeRows(
  names: readonly FieldName[],
  before: Partial<EditUserFields>,
  after: Partial<EditUserFields>,
): ChangeRow[] {
  return fieldNames()
    .filter((name) => names.includes(name))
    .map((name) => ({
      label: EDIT_USER_LABELS[name],
      before: valueText(name, before[name]),
      after: valueText(name, after[name]),
    }));
}

const fieldNames = (): FieldName[] =>
  (Object.keys(EDIT_USER_LABELS) as (keyof typeof EDIT_USER_LABELS)[]).filter((name) => isField(name));

const isField = (name: keyof typeof EDIT_USER_LABELS): name is FieldName =>
  name !== "initialApprovedAmount" && name !== "disbursementFee" && name !== "disbursementAmount";
