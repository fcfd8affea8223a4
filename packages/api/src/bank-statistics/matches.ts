import type { StoredReport } from "../asset-reports/stored.ts";
import type { Share } from "./shapes.ts";
import { type BankTransaction, postedTransactions } from "./transactions.ts";

/** Names this alike are one (notes, 3.9). */
const NAME_SIMILARITY = 0.85;

/**
 * How many of the transactions of an earlier report were found again in a later one: the same day, amount and words.
 * Those older than the later report's first transaction can not be, and are left out.
 */
export function transactionMatch(earlier: StoredReport, later: StoredReport): Share {
  const sought = soughtAgain(earlier, later);
  return { found: sought.filter(({ isFound }) => isFound).length, of: sought.length };
}

/** The transactions that are looked for in the later report, oldest first, and whether each was found. */
export function soughtAgain(
  earlier: StoredReport,
  later: StoredReport,
): (BankTransaction & { isFound: boolean })[] {
  const again = postedTransactions(later);
  const since = again[0]?.date ?? null;
  const left = new Map<string, number>();
  for (const each of again) left.set(likeness(each), (left.get(likeness(each)) ?? 0) + 1);
  const sought = postedTransactions(earlier).filter(({ date }) => since !== null && date >= since);
  return sought.map((each) => {
    const count = left.get(likeness(each)) ?? 0;
    if (count > 0) left.set(likeness(each), count - 1);
    return { ...each, isFound: count > 0 };
  });
}

const likeness = ({ date, amountCents, description }: BankTransaction): string =>
  `${date} ${amountCents} ${description}`;

export interface LinkedAccount {
  accountId: string;
  mask: string;
}

/** How many accounts are, with id and last digits, both in the report and linked, of all that are in either. */
export function assetMatch(report: Pick<StoredReport, "items">, linked: readonly LinkedAccount[]): Share {
  const accounts = comparedAccounts(report, linked);
  return { found: accounts.filter((each) => each.isReported && each.isLinked).length, of: accounts.length };
}

/** Every account of the report or the links, once, and where it stands. */
export function comparedAccounts(
  report: Pick<StoredReport, "items">,
  linked: readonly LinkedAccount[],
): { key: string; name: string; mask: string; isReported: boolean; isLinked: boolean }[] {
  const key = (accountId: string, mask: string) => `${accountId} ${mask}`;
  const known = new Set(linked.map(({ accountId, mask }) => key(accountId, mask)));
  const accounts = new Map(
    linked.map(({ accountId, mask }) => [
      key(accountId, mask),
      { name: "", mask, isReported: false, isLinked: true },
    ]),
  );
  for (const { accountId, name, mask } of report.items.flatMap((item) => item.accounts)) {
    const of = key(accountId, mask ?? "");
    accounts.set(of, { name, mask: mask ?? "", isReported: true, isLinked: known.has(of) });
  }
  return Array.from(accounts, ([of, account]) => ({ key: of, ...account }));
}

export interface NameMatch {
  /** The name of the account's owner that is most alike. */
  name: string;
  /** 0 to 1. */
  similarity: number;
  isMatch: boolean;
}

/** The owner's name in the report that is most like one of the customer's own or the business's; null without names. */
export function nameMatch(report: Pick<StoredReport, "items">, names: readonly string[]): NameMatch | null {
  const [best] = comparedNames(report, names);
  return best
    ? { name: best.name, similarity: best.similarity, isMatch: best.similarity >= NAME_SIMILARITY }
    : null;
}

/** Each name of an owner against each of the customer's, the most alike first. */
export function comparedNames(
  report: Pick<StoredReport, "items">,
  names: readonly string[],
): { name: string; other: string; similarity: number }[] {
  const known = names.filter((name) => sortWords(name) !== "");
  const owners = report.items
    .flatMap(({ accounts }) => accounts)
    .flatMap((account) => account.owners)
    .flatMap((owner) => owner.names);
  const compared = owners.flatMap((name) =>
    known.map((other) => ({ name, other, similarity: nameSimilarity(name, other) })),
  );
  return compared.toSorted((one, other) => other.similarity - one.similarity);
}

/**
 * How alike two names are, 0 to 1: one less the changes of a letter that turn one into the other, by the length of the
 * longer one. Capitals, accents, signs and the order of words make no difference.
 */
export function nameSimilarity(one: string, other: string): number {
  const [first, second] = [sortWords(one), sortWords(other)];
  const longest = Math.max(first.length, second.length);
  return longest === 0 ? 0 : 1 - changesBetween(first, second) / longest;
}

const sortWords = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .split(" ")
    .toSorted()
    .join(" ");

/** Levenshtein's distance. */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [above, letter] of Array.from(one).entries()) {
    const next = [above + 1];
    for (const [index, wanted] of Array.from(other).entries()) {
      const replaced = (row[index] ?? 0) + Number(letter !== wanted);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
