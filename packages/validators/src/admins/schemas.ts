import { z } from "zod";
import { Email } from "../contact/schemas.ts";
import { ROLES } from "../roles.ts";
import { requiredText } from "../text.ts";

/**
 * A new member of staff, with or without the payment flag of the collections export. Passwords that are set have fifteen
 * characters or more (NIST SP 800-63B-4).
 */
export const CreateAdmin = z.strictObject({
  email: Email,
  fullName: requiredText("Full Name", 200),
  role: z.enum(ROLES),
  paymentFlag: z.boolean().default(false),
  password: z.string().min(15, "Enter a password of at least 15 characters.").max(200),
});
export type CreateAdmin = z.infer<typeof CreateAdmin>;
