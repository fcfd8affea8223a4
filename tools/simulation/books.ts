import type { Posting } from "../../packages/api/src/ledger/post.ts";

interface Posted {
  name: string;
  postings: readonly Posting[];
}

/** A ledger in memory, with what the database sees to: one transaction of a kind for an intent, never changed. */
export interface Books {
  /** Posts one transaction; throws when the intent has one of this kind already. */
  post(intentId: string, kind: string, postings: readonly Posting[]): void;
  /** Takes back what the transaction of this kind did to each account. */
  reverse(intentId: string, kind: string, as: string): void;
  posted(): readonly Posted[];
  /** The cached balance of each user, in cents. */
  balances: ReadonlyMap<number, number>;
  /** Keeps how it stands now; returns what sets it back to that. */
  copy(): () => void;
}

export function createBooks(): Books {
  const transactions = new Map<string, Posted>();
  const balances = new Map<number, number>();
  const post = (intentId: string, kind: string, postings: readonly Posting[]): void => {
    const name = `${intentId} ${kind}`;
    if (transactions.has(name)) throw new Error(`The ledger has a transaction ${name} already.`);
    transactions.set(name, { name, postings });
    for (const { account, amountCents } of postings)
      if (account.userId !== undefined)
        balances.set(account.userId, (balances.get(account.userId) ?? 0) + amountCents);
  };
  return {
    post,
    reverse: (intentId, kind, as) => {
      const posted = transactions.get(`${intentId} ${kind}`);
      if (posted === undefined) throw new Error(`The ledger has no transaction ${intentId} ${kind}.`);
      post(
        intentId,
        as,
        posted.postings.map((posting) => ({ ...posting, amountCents: -posting.amountCents })),
      );
    },
    posted: () => [...transactions.values()],
    balances,
    copy: () => {
      const [kept, keptBalances] = [new Map(transactions), new Map(balances)];
      return () => {
        transactions.clear();
        balances.clear();
        for (const [name, posted] of kept) transactions.set(name, posted);
        for (const [userId, cents] of keptBalances) balances.set(userId, cents);
      };
    },
  };
}
