import type { Database } from "@countinghouse/db";
import type { Vault } from "@countinghouse/db/vault";
import type { LinkedAccount } from "@countinghouse/providers/bank-link/port";
import { BULK_BALANCE_ACCOUNTS } from "@countinghouse/validators/bulk-jobs/rules";
import { askLinks } from "../../bank-links/ask.ts";
import type { Ports } from "../../ports.ts";
import type { ShownAccounts } from "../rows.ts";
import type { AskedUser } from "./outcome.ts";

export interface BankServices {
  db: Database;
  vault: Vault;
  ports: Pick<Ports, "bankLink">;
}

/** A user whose banks are to be asked. */
export interface Asking {
  userId: number;
  links: { id: number; institutionName: string; sealed: Uint8Array }[];
  last4: ReadonlyMap<string, string>;
}

interface LinkRow {
  userId: number;
  id: number | null;
  institutionName: string;
  isActive: boolean;
  sealed: Uint8Array;
}

const LINKS = {
  name: "bulkJobs.links",
  text: `SELECT u.id AS "userId", l.id, l.institution_name AS "institutionName", l.is_active AS "isActive",
           l.access_token_sealed AS sealed
         FROM users u LEFT JOIN bank_link l ON l.user_id = u.id AND l.access_token_sealed IS NOT NULL
         WHERE u.id = ANY ($1::int[]) ORDER BY u.id, l.id`,
};

const LAST4 = {
  name: "bulkJobs.last4",
  text: `SELECT l.user_id AS "userId", k.provider_account_id AS "accountId", k.mask
         FROM bank_account k JOIN bank_link l ON l.id = k.bank_link_id
         WHERE l.user_id = ANY ($1::int[]) AND NOT k.is_manually_added AND k.replaced_at IS NULL`,
};

/**
 * The links of these users, set by set: the active ones, or all where none is active, since a lost one says best why.
 * Who does not exist is missing.
 */
export async function readLinks(
  { db }: BankServices,
  userIds: readonly number[],
): Promise<Map<number, Asking>> {
  const [links, accounts] = await Promise.all([
    db.read.sql<LinkRow & Record<string, unknown>>(LINKS, [userIds]),
    db.read.sql<{ userId: number; accountId: string; mask: string }>(LAST4, [userIds]),
  ]);
  const digits = Map.groupBy(accounts, ({ userId }) => userId);
  return new Map(
    Array.from(
      Map.groupBy(links, ({ userId }) => userId),
      ([userId, rows]) => {
        const stored = rows.flatMap(({ id, ...link }) => (id === null ? [] : [{ id, ...link }]));
        const active = stored.filter(({ isActive }) => isActive);
        const last4 = new Map(digits.get(userId)?.map(({ accountId, mask }) => [accountId, mask]));
        return [userId, { userId, links: active.length > 0 ? active : stored, last4 }] as const;
      },
    ),
  );
}

/** Asks the banks of one user. Never throws for what a bank did. The tokens are opened for these calls alone. */
export async function askBanks(
  { vault, ports }: BankServices,
  { userId, links, last4 }: Asking,
): Promise<AskedUser> {
  const opened = links.map(({ id, institutionName, sealed }) => ({
    id,
    institutionName,
    accessToken: vault.open(
      { table: "bank_link", column: "access_token_sealed", rowId: id },
      Uint8Array.from(sealed),
    ),
  }));
  return { userId, last4, answers: await askLinks(opened, (token) => ports.bankLink.balances(token)) };
}

/** The accounts of an answer as a row shows them, at most five. Cents. */
export const shownAccounts = ({ answers, last4 }: AskedUser): ShownAccounts =>
  answers.answered
    .flatMap(({ answer }) => answer)
    .slice(0, BULK_BALANCE_ACCOUNTS)
    .map((account) => ({
      name: account.name,
      mask: last4.get(account.accountId) || (account.mask ?? ""),
      balanceCents: bankBalance(account),
    }));

const bankBalance = ({ availableCents, currentCents }: LinkedAccount): number | null =>
  availableCents ?? currentCents;

/** What can be taken from an account by what its bank said; undefined where it said nothing. Cents. */
export const availableIn = ({ answers }: AskedUser, accountId: string): number | null | undefined =>
  answers.answered.flatMap(({ answer }) => answer).find((each) => each.accountId === accountId)
    ?.availableCents;
