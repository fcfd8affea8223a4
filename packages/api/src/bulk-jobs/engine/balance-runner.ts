import { whyNotAskBank } from "@countinghouse/validators/bank-links/rules";
import { unknownUser } from "@countinghouse/validators/users/rules";
import { type Asking, askBanks, type BankServices, readLinks, shownAccounts } from "./ask-banks.ts";
import { failedRow, type Runner } from "./outcome.ts";
import type { Pace } from "./pace.ts";

/** Asks the banks of each user what is in the accounts, and keeps it as the customer's page does. */
export const createBalanceRunner = (services: BankServices, pace: Pace): Runner<Asking> => ({
  prepare: async (items) => {
    const askings = await readLinks(
      services,
      items.map(({ userId }) => userId),
    );
    return new Map(
      items.flatMap(({ id, userId }) => {
        const asking = askings.get(userId);
        return asking ? [[id, asking] as const] : [];
      }),
    );
  },
  run: async (item, asking, begin) => {
    if (asking === undefined) return failedRow(item, "UNKNOWN_USER", unknownUser(item.userId));
    const whyNot = whyNotAskBank({ links: asking.links.length });
    if (whyNot !== null) return failedRow(item, "NO_BANK_LINK", whyNot);
    if (!(await pace.turn(asking.links.length))) return null;
    if (!(await begin())) return null;
    const asked = await askBanks(services, asking);
    const accounts = shownAccounts(asked);
    const [failure] = asked.answers.failed;
    if (failure) return failedRow(item, failure.code || "UNAVAILABLE", failure.message, { accounts, asked });
    return { item, state: "DONE", errorCode: "", errorMessage: "", accounts, asked };
  },
});
