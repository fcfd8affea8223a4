import type { Fact, FactPlace } from "@countinghouse/validators/bulk-jobs/review";
import { paths } from "@/paths.ts";

const PLACES: Record<FactPlace, { words: string; path: (userId: number) => string }> = {
  accounts: { words: "accounts", path: (id) => paths.primaryAccount({ id }) },
  automation: { words: "switch", path: (id) => paths.userDetail({ id, section: "payment-automation" }) },
  balance: { words: "balance", path: (id) => paths.userDetail({ id, section: "balance-details" }) },
  bankBalance: { words: "bank balance", path: (id) => paths.userDetail({ id, section: "plaid-balance" }) },
  bankStatus: { words: "bank status", path: () => paths.bankStatus() },
  doNotFund: { words: "flag", path: (id) => paths.userDetail({ id, section: "do-not-fund" }) },
  external: { words: "agency", path: (id) => paths.userDetail({ id, section: "external-payment" }) },
  payments: { words: "payments", path: (user) => paths.paymentProcessor({ user }) },
  promises: { words: "promise", path: (id) => paths.userDetail({ id, section: "promises" }) },
  preference: { words: "preference", path: (id) => paths.userDetail({ id, section: "payment-adjustment" }) },
  remarks: { words: "remarks", path: (id) => paths.userDetail({ id, section: "derogatory-remarks" }) },
  schedule: { words: "schedule", path: (user) => paths.paymentSchedules({ user }) },
};

/** Leads to what keeps a customer out of a run, in a tab of its own: the run that is being looked at stays as it is. */
export function FactLink({ fact }: { fact: Fact }) {
  const { words, path } = PLACES[fact.place];
  return (
    <a
      href={path(fact.userId)}
      target="_blank"
      rel="noreferrer"
      aria-label={`See ${words} of user ${fact.userId}`}
      className="rounded-sm whitespace-nowrap text-link underline-offset-4 hover:underline"
    >
      See {words}
    </a>
  );
}
