import { randomUUID } from "node:crypto";
import type { Prisma } from "@countinghouse/db";
import type { TestApi } from "./harness.ts";

type AccountFacts = Partial<Prisma.BankAccountUncheckedCreateInput>;

/** An account of a link of its own, whose number is sealed and indexed the way the application keeps it. */
export async function addAccount(
  api: TestApi,
  userId: number,
  {
    number = "4000000259",
    isActive = true,
    ...facts
  }: AccountFacts & { number?: string; isActive?: boolean } = {},
): Promise<{ id: number }> {
  return api.database.unsafeTransaction(async (tx) => {
    const link = await tx.bankLink.create({
      data: { userId, institutionId: "ins_3", institutionName: "Chase", isActive },
    });
    const { id } = await tx.bankAccount.create({
      data: {
        bankLinkId: link.id,
        userId,
        providerAccountId: randomUUID(),
        name: "Plaid Checking",
        numberSealed: Buffer.alloc(0),
        numberIndex: api.vault.blindIndex("bankAccountNumber", number),
        mask: number.slice(-4),
        routing: "021000021",
        ...facts,
      },
    });
    const place = { table: "bank_account", column: "number_sealed", rowId: id };
    await tx.bankAccount.update({ where: { id }, data: { numberSealed: api.vault.seal(place, number) } });
    return { id };
  });
}

/** A card that is active and good for years, unless it is said otherwise. */
export async function addCard(
  api: TestApi,
  userId: number,
  facts: Partial<Prisma.CardUncheckedCreateInput> = {},
): Promise<{ id: number }> {
  return api.database.unsafeTransaction(async (tx) => {
    const token = `tok_${randomUUID()}`;
    const { id } = await tx.card.create({
      data: {
        userId,
        tokenSealed: Buffer.alloc(0),
        tokenIndex: api.vault.blindIndex("cardToken", token),
        last4: "4242",
        expiry: "1230",
        cardName: "Maria Delgado",
        ...facts,
      },
    });
    const place = { table: "card", column: "token_sealed", rowId: id };
    await tx.card.update({ where: { id }, data: { tokenSealed: api.vault.seal(place, token) } });
    return { id };
  });
}
