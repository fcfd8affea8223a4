import { formatEin } from "@countinghouse/validators/contact/ein";
import { formatPhone } from "@countinghouse/validators/contact/phone";
import { EDIT_USER_LABELS, TERM_INPUTS, type WatchedField } from "@countinghouse/validators/edit-user/rules";
import type { EditUserFields } from "@countinghouse/validators/edit-user/schemas";
import { formatCents } from "@countinghouse/validators/money";

type FieldName = keyof EditUserFields;

/** A value of an edit as a person reads it; a dash where there is none. */
function valueText(field: FieldName, value: EditUserFields[FieldName] | undefined): string {
  if (typeof value === "number") return formatCents(value);
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
  return names
    .toSorted((one, other) => fieldPlace(one) - fieldPlace(other))
    .map((name) => ({
      label: EDIT_USER_LABELS[fieldInput(name)],
      before: valueText(name, before[name]),
      after: valueText(name, after[name]),
    }));
}

const ORDER = Object.keys(EDIT_USER_LABELS);

const fieldPlace = (name: FieldName): number => ORDER.indexOf(fieldInput(name));

/** The field of the form in which this is typed. */
const fieldInput = (name: FieldName) => (isTerm(name) ? TERM_INPUTS[name] : name);

const isTerm = (name: FieldName): name is WatchedField => name in TERM_INPUTS;
