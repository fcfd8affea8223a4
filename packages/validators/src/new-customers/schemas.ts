import { z } from "zod";
import { withRules } from "../across-fields.ts";
import { Ein, Email, orEmpty, PhoneNumber, StateCode, Zipcode } from "../contact/schemas.ts";
import { isIssuableSsn, normalizeSsn } from "../contact/ssn.ts";
import { freeText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { whyNotName, whyNotReach } from "./rules.ts";

const INVALID_SSN = "Enter an SSN of 9 digits, like 123-45-6789.";
export const UNISSUED_SSN = "This SSN was never issued. Check its digits.";

const Ssn = z
  .string()
  .trim()
  .transform((text, context) => {
    const digits = normalizeSsn(text);
    if (digits !== null && isIssuableSsn(digits)) return digits;
    context.addIssue({ code: "custom", message: digits === null ? INVALID_SSN : UNISSUED_SSN, input: text });
    return z.NEVER;
  });

/** A customer who is added by hand. An empty field is "not known". */
export const CreateUser = z.strictObject({
  firstname: freeText(100),
  lastname: freeText(100),
  companyName: freeText(200),
  email: orEmpty(Email),
  phone: orEmpty(PhoneNumber),
  ssn: orEmpty(Ssn),
  ein: orEmpty(Ein),
  currentAddress: freeText(200),
  city: freeText(100),
  state: orEmpty(StateCode),
  zipcode: orEmpty(Zipcode),
});
export type CreateUser = z.infer<typeof CreateUser>;

/** The form: somebody is named, and can be reached. */
export const NewCustomerForm = withRules(CreateUser, (typed, refuse) => {
  refuse("firstname", whyNotName(typed));
  if (typed.email !== undefined && typed.phone !== undefined) refuse("email", whyNotReach(typed));
});

export const BeginApplication = z.strictObject({ userId: UserId });
export type BeginApplication = z.infer<typeof BeginApplication>;
