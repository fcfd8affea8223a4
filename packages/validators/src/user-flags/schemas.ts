import { z } from "zod";
import { pleaseInput } from "../general-messages.ts";
import { RowVersion } from "../paging.ts";
import { freeText } from "../text.ts";
import { UserId } from "../users/schemas.ts";
import { EXTERNAL_PAYMENT_LABELS, USER_FLAGS } from "./rules.ts";

/** Switches one flag of a user. */
export const SetUserFlag = z.strictObject({
  userId: UserId,
  version: RowVersion,
  flag: z.enum(USER_FLAGS),
  on: z.boolean(),
});
export type SetUserFlag = z.infer<typeof SetUserFlag>;

/** Whether an outside agency collects from the user, and which. Without one the agency is empty, whatever was sent. */
export const ExternalPayment = z
  .strictObject({ isExternal: z.boolean(), externalAgency: freeText(200) })
  .transform(({ isExternal, externalAgency }) => ({
    isExternal,
    externalAgency: isExternal ? externalAgency : "",
  }))
  .refine(({ isExternal, externalAgency }) => !isExternal || externalAgency !== "", {
    path: ["externalAgency"],
    message: pleaseInput(EXTERNAL_PAYMENT_LABELS.externalAgency),
  });
export type ExternalPayment = z.infer<typeof ExternalPayment>;

/** Places a user with an outside agency, or takes the user back. */
export const SetExternalPayment = z.strictObject({
  userId: UserId,
  version: RowVersion,
  external: ExternalPayment,
});
export type SetExternalPayment = z.infer<typeof SetExternalPayment>;
