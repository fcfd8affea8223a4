import type { Services } from "../../packages/api/src/services.ts";

/** Takes money from a customer's card once more under a key that is in none of our books, as a bug would. */
export async function plantDouble({ db, vault, ports }: Services, prefix: string): Promise<void> {
  const { cardId, amountCents } = await db.read.paymentIntent.findFirstOrThrow({
    where: { businessKey: { startsWith: prefix }, kind: "SALE", cardId: { not: null } },
  });
  const { id, tokenSealed } = await db.read.card.findUniqueOrThrow({ where: { id: cardId ?? 0 } });
  const cardToken = vault.open({ table: "card", column: "token_sealed", rowId: id }, tokenSealed);
  const outcome = await ports.cards.pull({ key: "planted", amountCents: Number(amountCents), cardToken });
  if (outcome.kind !== "paid") throw new Error(`The double could not be planted: ${outcome.kind}.`);
}
