import type { RouterInputs } from "@countinghouse/api";
import { MutationCache, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { sayWaits } from "./say-waits.ts";
import { waitingApproval } from "./waits.ts";

type Domains = Extract<keyof RouterInputs, string>;

/** A domain, or one procedure of it. */
type Path = { [D in Domains]: D | `${D}.${keyof RouterInputs[D] & string}` }[Domains];

/** What a payment changes: what is owed, and wherever it is shown. */
const PAYMENT = ["payments", "loans", "applications", "paymentSchedules", "users.get", "deadlines"] as const;

/**
 * What is read again after a mutation: by its path, else by its domain; the domain itself where nothing is said. A read of
 * a customer is audited, so nothing is read again that can not have changed. A query whose answer must stay as it was
 * read says so itself, by `staleTime: "static"`.
 */
const READ_AFTER: Partial<Record<Path, readonly Path[]>> = {
  admins: ["admins"],
  adverseAction: ["deadlines", "work", "files"],
  deals: ["deals", "applications", "users.get", "deadlines", "work"],
  "admins.forgotPassword": [],
  "admins.setPassword": [],
  auth: [],
  // It may have been anything.
  approvals: [
    "approvals",
    ...PAYMENT,
    "automation",
    "bulkJobs",
    "doNotFund",
    "remarks",
    "settings",
    "users.get",
  ],
  automation: ["automation", "bulkJobs"],
  bulkJobs: ["bulkJobs", "automation"],
  reverts: ["reverts", "bulkJobs"],
  bankAccounts: ["bankAccounts", "bankLinks.list", "payments.options", "paymentSchedules", "similarRecords"],
  // The success is seen for a second first (specification 1, section 9).
  "bankAccounts.addLostManually": [],
  bankLinks: ["bankLinks", "users.get"],
  // The list is read again once the verifier had time.
  "businesses.register": [],
  "businesses.fileLiens": [],
  "businesses.fileLienAgain": [],
  "businesses.terminateOwnLien": ["businesses", "work", "deadlines"],
  "businesses.continueLien": ["businesses", "work", "deadlines"],
  cards: ["cards", "users.get", "payments.options", "paymentSchedules"],
  "chargebacks.setAnswerDate": ["work", "deadlines"],
  collections: [],
  customerLists: [],
  debitControl: ["debitControl", "payments.options", "paymentSchedules"],
  // Once the server has looked up what applications lacked.
  "decisions.factsLookup": ["users.get", "users.renewal"],
  // The answer says all that changed.
  "decisions.retryFacts": [],
  "doNotFund.set": ["doNotFund", "deals", "applications", "deadlines"],
  "doNotFund.clear": ["doNotFund", "deals", "applications", "deadlines"],
  drift: ["work"],
  files: [],
  // The table stands as it was arranged already.
  "lists.arrange": [],
  packets: [],
  // Leaves an event and nothing else.
  "funnel.recordExport": [],
  "reconciliation.recordExport": [],
  "loans.payoffLetter": ["files", "timeline"],
  "loans.return": PAYMENT,
  payments: PAYMENT,
  paymentExceptions: [...PAYMENT, "paymentExceptions", "chargebacks"],
  "paymentSchedules.process": PAYMENT,
  reAccess: [],
  reconciledDays: ["reconciledDays", "work"],
  promises: ["promises", "work", "deadlines", "timeline"],
  recovery: ["recovery", "admins.me"],
  remarks: ["remarks", "debitControl", "payments.options", "paymentSchedules"],
  users: ["users.get"],
  "users.beginApplication": ["users.get", "applications", "payments.options"],
  "users.create": ["users.list"],
  "users.edit": ["users", "paymentSchedules", "deals", "loans", "applications", "payments.options"],
  // The answer says all that changed.
  "users.reveal": [],
  "users.setFlag": [],
  "users.setExternalPayment": [],
};

const readAfter = (path: string): readonly string[] => {
  const [domain = path] = path.split(".");
  const table: Partial<Record<string, readonly string[]>> = READ_AFTER;
  return table[path] ?? table[domain] ?? [domain];
};

/** Refetches the visible queries of these domains and procedures now, and the others when they are next shown. */
async function readAgain(queryClient: QueryClient, changed: readonly string[]): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) =>
      Array.isArray(name) && changed.some((each) => `${name.join(".")}.`.startsWith(`${each}.`)),
  });
}

/** The same for what happened by itself, or is read again only some time after. */
export function useReadAgain(): (path: Path) => Promise<void> {
  const queryClient = useQueryClient();
  return (path) => readAgain(queryClient, readAfter(path));
}

/** The meta of a mutation: `affects` is that of its contract, and `pendingUntilRead` keeps it pending until those queries are refetched. */
export type CommandMeta = { affects?: readonly string[]; pendingUntilRead?: boolean };

export const PENDING_UNTIL_READ: CommandMeta = { pendingUntilRead: true };

/**
 * Reads again what each mutation may have changed. After a failure too: what was refused was pressed on old facts, and
 * what was not answered may have been done. The path is the mutation's key, as tRPC sets it (`getMutationKey` elsewhere).
 */
export const makeMutationCache = (): MutationCache =>
  new MutationCache({
    onError: (error) => sayWaits(error),
    onSettled: (_data, error, _variables, _onMutate, { options: { mutationKey, meta } }, { client }) => {
      const [path] = mutationKey ?? [];
      if (!Array.isArray(path)) return undefined;
      if (waitingApproval(error)) void readAgain(client, readAfter("approvals"));
      const { affects = readAfter(path.join(".")), pendingUntilRead = false }: CommandMeta = meta ?? {};
      const done = readAgain(client, affects);
      return pendingUntilRead ? done : undefined;
    },
  });
