import { z } from "zod";
import { withRules } from "../across-fields.ts";
import { pleaseInput } from "../general-messages.ts";
import { RowId } from "../paging.ts";
import { requiredText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { isRoutingNumber } from "./routing-number.ts";
import { ACCOUNT_TEXTS as TEXT } from "./texts.ts";

/** Whose accounts they are. */
export const GetAccountOwner = z.strictObject({ userId: UserId });
export type GetAccountOwner = z.infer<typeof GetAccountOwner>;

/** The accounts of a user's bank links that work and of those added by hand, or of the links that are lost. */
export const ListBankAccounts = z.strictObject({ userId: UserId, active: z.boolean() });
export type ListBankAccounts = z.infer<typeof ListBankAccounts>;

/** Lets payments be made with an account, or no more. */
export const SetAccountEnabled = z.strictObject({ accountId: RowId, enabled: z.boolean() });
export type SetAccountEnabled = z.infer<typeof SetAccountEnabled>;

/** Makes an account the primary one instead of the one that was shown as such; null when there was none. */
export const MakeAccountPrimary = z.strictObject({ accountId: RowId, insteadOf: RowId.nullable() });
export type MakeAccountPrimary = z.infer<typeof MakeAccountPrimary>;

/** Keeps an account of a lost link as one that was added by hand. */
export const AddLostAccountManually = z.strictObject({ accountId: RowId });
export type AddLostAccountManually = z.infer<typeof AddLostAccountManually>;

export const ACCOUNT_FIELDS = {
  account: "Account",
  repeated: "Confirm account number",
  name: "Name",
  routing: "Routing",
} as const;

/** Digits, of which people leave blanks and dashes between groups. */
const digits = (title: string, notNumeric: string) =>
  z
    .string(pleaseInput(title))
    .max(100)
    .transform((text) => text.replace(/[\s-]/g, ""))
    .refine((text) => text !== "", { message: pleaseInput(title), abort: true })
    .refine((text) => /^\d+$/.test(text), { message: notNumeric, abort: true });

export const accountNumber = digits(ACCOUNT_FIELDS.account, TEXT.accountNotNumeric).refine(
  (text) => text.length >= 4 && text.length <= 17,
  TEXT.accountLength,
);

export const routingNumber = digits(ACCOUNT_FIELDS.routing, TEXT.routingNotNumeric)
  .refine((text) => text.length === 9, { message: TEXT.routingLength, abort: true })
  .refine(isRoutingNumber, TEXT.routingWrong);

/**
 * An account written down by hand (specification 1, section 5). Its type, subtype and that it was added by hand are
 * the server's: nobody may say otherwise.
 */
export const AddAccountManually = z.strictObject({
  userId: UserId,
  account: accountNumber,
  name: requiredText(ACCOUNT_FIELDS.name, 100).refine((text) => text.length >= 6, TEXT.nameTooShort),
  routing: routingNumber,
});
export type AddAccountManually = z.infer<typeof AddAccountManually>;

export const repeatedNumber = digits(ACCOUNT_FIELDS.repeated, TEXT.accountNotNumeric);

/** The rule of a form in which the account number is typed twice. */
export function isTypedTwice(
  { account, repeated }: { account?: string; repeated?: string },
  refuse: (field: "repeated", message: string) => void,
): void {
  if (account !== undefined && repeated !== undefined && account !== repeated)
    refuse("repeated", TEXT.accountsDiffer);
}

/** The form of it: the account number is typed twice, since no bank confirms it. */
export const ManualAccountForm = withRules(
  AddAccountManually.omit({ userId: true }).extend({
    repeated: repeatedNumber,
  }),
  isTypedTwice,
);
export type ManualAccountForm = z.infer<typeof ManualAccountForm>;
