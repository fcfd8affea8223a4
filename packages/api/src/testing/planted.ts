import type { PersonalField } from "@countinghouse/validators/masking";
import type { TestApi } from "./harness.ts";

/** What stands in the database of each kind, in every writing that it has. */
export type Planted = Record<PersonalField, string[]>;

/** Born later than this, a day may be another date as well. */
const LAST_BIRTHDAY = "1995";

/** Every number and date of birth that this database holds of anybody. */
export async function plantedSecrets({ database, vault }: TestApi): Promise<Planted> {
  const { read } = database;
  const [users, accounts, cards] = await Promise.all([
    read.user.findMany({ select: { id: true, dob: true, ssnSealed: true, einSealed: true } }),
    read.bankAccount.findMany({ select: { id: true, numberSealed: true, routing: true } }),
    read.card.findMany({ select: { id: true, tokenSealed: true } }),
  ]);
  const opened = (column: string, rowId: number, sealed: Uint8Array | null, table = "users") =>
    sealed === null || sealed.byteLength === 0 ? [] : [vault.open({ table, column, rowId }, sealed)];
  const ssns = users.flatMap(({ id, ssnSealed }) => opened("ssn_sealed", id, ssnSealed));
  const eins = users.flatMap(({ id, einSealed }) => opened("ein_sealed", id, einSealed));
  return {
    ssn: ssns.flatMap((ssn) => [ssn, ssn.replace(/^(\d{3})(\d{2})/, "$1-$2-")]),
    ein: eins.flatMap((ein) => [ein, ein.replace(/^(\d{2})/, "$1-")]),
    dob: users
      .flatMap(({ dob }) => dob?.toISOString().slice(0, 10) ?? [])
      .filter((day) => day < LAST_BIRTHDAY),
    routing: [...new Set(accounts.map(({ routing }) => routing))].filter((routing) => routing !== ""),
    account: accounts.flatMap(({ id, numberSealed }) =>
      opened("number_sealed", id, numberSealed, "bank_account"),
    ),
    card: cards.flatMap(({ id, tokenSealed }) => opened("token_sealed", id, tokenSealed, "card")),
  };
}

/** Which of these stand in a text, whole and not as a part of a longer number. */
export function foundIn(text: string, secrets: readonly string[]): string[] {
  const words = new Set(text.split(/[^\w-]+/));
  return secrets.filter((secret) => words.has(secret));
}
