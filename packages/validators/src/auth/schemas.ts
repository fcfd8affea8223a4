import { z } from "zod";
import { Email } from "../contact/schemas.ts";
import { CODE_LENGTH, PASSWORD_MIN_LENGTH } from "./rules.ts";

/** First step: the credentials, and the solved bot check. */
export const SignIn = z.strictObject({
  email: Email,
  password: z
    .string()
    .min(PASSWORD_MIN_LENGTH, `Enter a password of at least ${PASSWORD_MIN_LENGTH} characters.`)
    .max(200, "Enter a password of at most 200 characters."),
  botCheck: z.string().min(1, "Wait for the check that you are not a robot.").max(10_000),
});
export type SignIn = z.infer<typeof SignIn>;

/** The sign-in form asks for exactly what the call takes. */
export const SignInForm = SignIn;
export type SignInForm = SignIn;

const ChallengeId = z.uuid();

/** Another code for a sign-in under way. */
export const ResendCode = z.strictObject({ challengeId: ChallengeId });
export type ResendCode = z.infer<typeof ResendCode>;

/** Second step: the one-time code that was sent by e-mail. */
export const VerifyCode = z.strictObject({
  challengeId: ChallengeId,
  code: z
    .string()
    .trim()
    .regex(new RegExp(String.raw`^\d{${CODE_LENGTH}}$`), `Enter the ${CODE_LENGTH} digits of the code.`),
});
export type VerifyCode = z.infer<typeof VerifyCode>;
