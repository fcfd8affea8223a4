import { z } from "zod";
import { Email } from "../contact/schemas.ts";
import { RowVersion } from "../paging.ts";
import { MOST_RAISE_HOURS, MOST_READ } from "../reading/rules.ts";
import { ROLES } from "../roles.ts";
import { requiredText } from "../text.ts";
import { NEW_PASSWORD_MIN_LENGTH } from "./rules.ts";

/** A password that is set; what is guessed first the server refuses beside it. */
export const NewPassword = z
  .string()
  .min(NEW_PASSWORD_MIN_LENGTH, `Enter a password of at least ${NEW_PASSWORD_MIN_LENGTH} characters.`)
  .max(200, "Enter a password of at most 200 characters.");

/**
 * A new member of staff, with or without the payment flag of the collections export. Passwords that are set have fifteen
 * characters or more (NIST SP 800-63B-4).
 */
export const CreateAdmin = z.strictObject({
  email: Email,
  fullName: requiredText("Full Name", 200),
  role: z.enum(ROLES),
  paymentFlag: z.boolean().default(false),
  password: NewPassword,
});
export type CreateAdmin = z.infer<typeof CreateAdmin>;

const AdminId = z.uuid();

/** Somebody who is to set their own password by a mailed link. */
export const InviteAdmin = CreateAdmin.omit({ password: true });
export type InviteAdmin = z.infer<typeof InviteAdmin>;

/** What an admin may do from now on. */
export const ChangeAdmin = z.strictObject({
  id: AdminId,
  version: RowVersion,
  role: z.enum(ROLES),
  paymentFlag: z.boolean(),
});
export type ChangeAdmin = z.infer<typeof ChangeAdmin>;

/** Takes an admin out, or back in. */
export const SetAdminStatus = z.strictObject({ id: AdminId, version: RowVersion, isDisabled: z.boolean() });
export type SetAdminStatus = z.infer<typeof SetAdminStatus>;

/** Names an admin: for a link, to end all sessions, to unlock. */
export const NameAdmin = z.strictObject({ id: AdminId });
export type NameAdmin = z.infer<typeof NameAdmin>;

const Count = z.number().int().min(1, "Enter a number of customers.").max(MOST_READ);
const Hours = z
  .number()
  .int()
  .min(1, "Enter a number of hours.")
  .max(MOST_RAISE_HOURS, `Enter at most ${MOST_RAISE_HOURS} hours.`);

/** A larger budget of what an admin reads in an hour, for some hours, and why. */
export const RaiseBudget = z.strictObject({
  id: AdminId,
  customers: Count,
  reveals: Count,
  hours: Hours,
  reason: requiredText("Reason", 300),
});
export type RaiseBudget = z.infer<typeof RaiseBudget>;

const typed = <Schema extends z.ZodType<number, number>>(schema: Schema) =>
  z
    .string()
    .trim()
    .regex(/^\d{1,7}$/, "Enter a whole number.")
    .transform(Number)
    .pipe(schema);

/** The same as it is typed. */
export const RaiseBudgetForm = RaiseBudget.extend({
  customers: typed(Count),
  reveals: typed(Count),
  hours: typed(Hours),
});

/** One of one's own sessions. */
export const EndOwnSession = z.strictObject({ sessionId: z.uuid() });
export type EndOwnSession = z.infer<typeof EndOwnSession>;

/** One's own name. */
export const ChangeOwnName = z.strictObject({
  version: RowVersion,
  fullName: requiredText("Full Name", 200),
});
export type ChangeOwnName = z.infer<typeof ChangeOwnName>;

/** One's own password, by the one before. */
export const ChangeOwnPassword = z.strictObject({
  current: z.string().min(1, "Enter your password.").max(200),
  password: NewPassword,
});
export type ChangeOwnPassword = z.infer<typeof ChangeOwnPassword>;

/** A link to set a new password, by e-mail. */
export const ForgotPassword = z.strictObject({
  email: Email,
  botCheck: z.string().min(1, "Wait for the check that you are not a robot.").max(10_000),
});
export type ForgotPassword = z.infer<typeof ForgotPassword>;

/** A password by a mailed link. */
export const SetPassword = z.strictObject({
  token: z.string().regex(/^[\w-]{43}$/, "This link is no longer valid. Request a new one."),
  password: NewPassword,
});
export type SetPassword = z.infer<typeof SetPassword>;
