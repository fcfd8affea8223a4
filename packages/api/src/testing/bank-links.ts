import type { Prisma } from "@countinghouse/db";
import { createPlaidBankLink } from "@countinghouse/providers/bank-link/plaid";
import { type Delivery, PATIENT_MS } from "./delivery.ts";
import type { TestApi } from "./harness.ts";

export const CHECKING = { accountId: "acc-7", number: "4000000259" };

/** A token of the sandbox's that spells out a checking account, and the error its link is in. */
export const accessToken = (error = ""): string =>
  `access-sandbox-ins_109508.${CHECKING.accountId}:checking:${CHECKING.number}${error && `.error:${error}`}`;

/** A link of the user whose token is sealed the way the application keeps it; none for a token of null. */
export async function addBankLink(
  api: TestApi,
  userId: number,
  token: string | null = accessToken(),
  facts: Partial<Prisma.BankLinkUncheckedCreateInput> = {},
): Promise<{ id: number }> {
  return api.database.unsafeTransaction(async (tx) => {
    const { id } = await tx.bankLink.create({
      data: { userId, institutionId: "ins_109508", institutionName: "First Platypus Bank", ...facts },
    });
    if (token !== null) {
      const place = { table: "bank_link", column: "access_token_sealed", rowId: id };
      await tx.bankLink.update({ where: { id }, data: { accessTokenSealed: api.vault.seal(place, token) } });
    }
    return { id };
  });
}

/** Puts the real adapter, with the sandbox behind it, where calls look for the bank-link provider. */
export function connectBankLink(api: TestApi, { sandbox }: Delivery, deadlineMs = PATIENT_MS): void {
  api.services.ports.bankLink = createPlaidBankLink({ ...sandbox.plaid, deadlineMs, now: api.clock.now });
}
