import type { RouterInputs } from "@countinghouse/api";
import { AFTER_PAYMENT } from "@countinghouse/validators/contract/affects";
import { MutationCache, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { toast } from "@/lib/toast.ts";
import { leaveSafely } from "@/lib/unsaved-changes.ts";
import { paths } from "@/paths.ts";
import { waitingApproval } from "./waits.ts";

type Domains = Extract<keyof RouterInputs, string>;

/** A domain, or one procedure of it. */
type Path = { [D in Domains]: D | `${D}.${keyof RouterInputs[D] & string}` }[Domains];

/**
 * The queries to refetch after a mutation of a domain without a contract: by its path, else by its domain; the domain itself where the
 * table has no line. A read of a customer is audited, so only queries that can have changed are refetched. A query whose answer must
 * stay has `staleTime: "static"`.
 */
const READ_AFTER: Partial<Record<Path, readonly Path[]>> = {
  adverseAction: ["deadlines", "work", "files"],
  deals: ["deals", "applications", "users.get", "deadlines", "work"],
  "admins.forgotPassword": [],
  "admins.setPassword": [],
  auth: [],
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
  "loans.return": AFTER_PAYMENT,
  paymentExceptions: [...AFTER_PAYMENT, "paymentExceptions", "chargebacks"],
  "paymentSchedules.process": AFTER_PAYMENT,
  reAccess: [],
  reconciledDays: ["reconciledDays", "work"],
  promises: ["promises", "work", "deadlines", "timeline"],
  recovery: ["recovery", "admins.me"],
  remarks: ["remarks", "debitControl", "payments.options", "paymentSchedules"],
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

/** Refetches the queries of a mutation, or these queries, after a change that no mutation of this page made. */
export function useReadAgain(): (changed: Path | readonly string[]) => Promise<void> {
  const queryClient = useQueryClient();
  return (changed) => readAgain(queryClient, typeof changed === "string" ? readAfter(changed) : changed);
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
      if (waitingApproval(error)) void readAgain(client, ["approvals"]);
      const { affects = readAfter(path.join(".")), pendingUntilRead = false }: CommandMeta = meta ?? {};
      const done = readAgain(client, affects);
      return pendingUntilRead ? done : undefined;
    },
  });

/** Says once, whatever was pressed, that it waits for a second person, and where to see it. */
function sayWaits(error: unknown): void {
  const waits = waitingApproval(error);
  if (waits === null) return;
  const { approvalId: approval, message } = waits;
  toast.info("Sent for approval", {
    description: message,
    action: { label: "Open approval", run: () => leaveSafely(() => navigate(paths.approvals({ approval }))) },
  });
}
