import type { RevealedField } from "@countinghouse/validators/masking";

/**
 * One fact: text, a moment, money or a number that stands masked. Null and empty are shown as a dash. With `href` it opens what
 * it is made of. `hint` explains the label.
 */
export type Field = { label: string; hint?: string } & (
  | { text: string | null; copy?: boolean; title?: string; href?: string; isMaskedOnPaper?: boolean }
  | { id: number | null; to: (params: { id: number }) => string }
  | { at: Date | null }
  | { cents: number | null; href?: string }
  | { number: string; of: RevealedField; userId: number }
);

export type FieldGroup = { title: string; fields: Field[] };

/** "2019-04-30" as the specification has this one date shown: "2019-30-04". */
export const dayBeforeMonth = (date: string | null): string | null =>
  date?.replace(/^(\d{4})-(\d{2})-(\d{2})$/, "$1-$3-$2") ?? null;

/** "0928" as "09/28". */
export const monthAndYear = (expiry: string): string => expiry.replace(/^(\d{2})(\d{2})$/, "$1/$2");

export const cardNumber = ({ last4 }: { last4: string }): string => `•••• ${last4}`;

/** What stands for a card's security code. */
export const SECURITY_CODE = { text: "•••", title: "Security codes are never stored" } as const;

export const numberText = (value: number | null): string | null => (value === null ? null : String(value));

export const yesOrNo = (value: boolean | null): string | null =>
  value === null ? null : value ? "Yes" : "No";
