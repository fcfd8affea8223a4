import { z } from "zod";
import { CARD_STATUSES } from "../bank-accounts/rules.ts";
import { RowId } from "../paging.ts";
import { UserId } from "../users/schemas.ts";

export const ListCards = z.strictObject({ userId: UserId });
export type ListCards = z.infer<typeof ListCards>;

/** Lets payments be made with a card, or no more. */
export const SetCardStatus = z.strictObject({ cardId: RowId, status: z.enum(CARD_STATUSES) });
export type SetCardStatus = z.infer<typeof SetCardStatus>;

/** Makes a card the primary one instead of the one that was shown as such; null when there was none. */
export const MakeCardPrimary = z.strictObject({ cardId: RowId, insteadOf: RowId.nullable() });
export type MakeCardPrimary = z.infer<typeof MakeCardPrimary>;
