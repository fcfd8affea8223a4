import { z } from "zod";
import { VersionIfKept } from "../paging.ts";
import { ROLES } from "../roles.ts";
import { requiredText } from "../text.ts";
import { APP_CODE_LENGTH, FACTOR_KINDS } from "./rules.ts";

const Current = z.string().min(1, "Enter your password.").max(200);
const Name = requiredText("Name", 60);
const FactorId = z.uuid();
const Base64Url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(4_000);

/** A code of an authenticator app; blanks in it are left out. */
const AppCode = z
  .string()
  .transform((typed) => typed.replaceAll(/\s/g, ""))
  .pipe(
    z
      .string()
      .regex(
        new RegExp(String.raw`^\d{${APP_CODE_LENGTH}}$`),
        `Enter the ${APP_CODE_LENGTH} digits of the code.`,
      ),
  );

/** A recovery code as typed: without regard to case, blanks and dashes; O is 0, I and L are 1. */
const RecoveryCodeText = z
  .string()
  .transform((typed) =>
    typed.toUpperCase().replaceAll(/[\s-]/g, "").replaceAll("O", "0").replaceAll(/[IL]/g, "1"),
  )
  .pipe(z.string().regex(/^[0-9A-Z]{10}$/, "Enter the ten characters of a recovery code."));

/** What a browser says of a passkey that signed (WebAuthn, AuthenticationResponseJSON). */
export const PasskeyAnswer = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.string().max(100).optional(),
  }),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

/** What a browser says of a passkey that was made (WebAuthn, RegistrationResponseJSON). */
export const NewPasskey = z.object({
  id: Base64Url,
  rawId: Base64Url,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .optional(),
  }),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

const ChallengeId = z.uuid();

/** Second step of signing in, by a second factor of one's own or a recovery code. */
export const VerifyFactor = z.discriminatedUnion("method", [
  z.strictObject({ challengeId: ChallengeId, method: z.literal("APP"), code: AppCode }),
  z.strictObject({ challengeId: ChallengeId, method: z.literal("RECOVERY"), code: RecoveryCodeText }),
  z.strictObject({ challengeId: ChallengeId, method: z.literal("PASSKEY"), passkey: PasskeyAnswer }),
]);
export type VerifyFactor = z.infer<typeof VerifyFactor>;

/** Begins to add a second factor, by the password. */
export const BeginFactor = z.strictObject({ kind: z.enum(FACTOR_KINDS), current: Current });
export type BeginFactor = z.infer<typeof BeginFactor>;

/** Adds an authenticator app, by a code that it shows. */
export const ConfirmApp = z.strictObject({ factorId: FactorId, name: Name, code: AppCode });
export type ConfirmApp = z.infer<typeof ConfirmApp>;

/** Adds a passkey that the browser has made. */
export const ConfirmPasskey = z.strictObject({ factorId: FactorId, name: Name, passkey: NewPasskey });
export type ConfirmPasskey = z.infer<typeof ConfirmPasskey>;

/** The name of one's own second factor. */
export const RenameFactor = z.strictObject({ factorId: FactorId, name: Name });
export type RenameFactor = z.infer<typeof RenameFactor>;

/** Takes one's own second factor away, by the password. */
export const RemoveFactor = z.strictObject({ factorId: FactorId, current: Current });
export type RemoveFactor = z.infer<typeof RemoveFactor>;

/** One's own password: for new recovery codes. */
export const OwnPassword = z.strictObject({ current: Current });
export type OwnPassword = z.infer<typeof OwnPassword>;

/** Whether a role needs a second factor. `version` is the one that was read; 0 where nobody has set it. */
export const SetFactorDemand = z.strictObject({
  role: z.enum(ROLES),
  isDemanded: z.boolean(),
  version: VersionIfKept,
});
export type SetFactorDemand = z.infer<typeof SetFactorDemand>;

/** The forms of the console: without what was begun, which they do not show. */
export const ConfirmAppForm = ConfirmApp.omit({ factorId: true });
export const BeginPasskeyForm = z.strictObject({ name: Name, current: Current });
export const RenameFactorForm = RenameFactor.omit({ factorId: true });
export const RecoveryCodeForm = z.strictObject({ code: RecoveryCodeText });
