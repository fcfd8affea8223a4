import { randomUUID } from "node:crypto";
import { FILING_UNANSWERED } from "@countinghouse/validators/businesses/rules";
import type { HttpFault } from "../../../../apps/sandbox/src/faults.ts";
import { callMiddesk, LIEN } from "../../../../apps/sandbox/src/testing/middesk-calls.ts";
import { pollBusinesses } from "../businesses/poll.ts";
import { readRow, verifierBooks } from "./businesses.ts";
import type { Delivery } from "./delivery.ts";
import type { TestApi } from "./harness.ts";

/** The calls to the verifier that file a lien, and those that look at the liens there are. */
export const FILE = { provider: "middesk", method: "POST", path: "/liens" } as const;
export const LOOK_UP = { provider: "middesk", method: "GET", path: "/liens" } as const;

/** What the list says of a filing that nobody answered. */
export const UNCONFIRMED = { lienStatus: "Filing Not Confirmed", lienError: FILING_UNANSWERED };

/** The liens of a user, as they are pressed for, kept and found in the verifier's own books. */
export function createLiens(api: TestApi, delivery: Delivery, user: () => number) {
  return {
    file: async () =>
      (await api.as("EMPLOYEE")).businesses.fileLiens({ requestId: randomUUID(), userIds: [user()] }),
    /** The same with a fault in the way of the call that files, which is given up on soon. */
    fileUnanswered: async (fault: { kind: HttpFault["kind"]; delayMs?: number }) => {
      delivery.sandbox.faults.add({ ...FILE, ...fault });
      await (await api.as("EMPLOYEE")).businesses.fileLiens({ requestId: randomUUID(), userIds: [user()] });
      await delivery.drain();
    },
    /** The newest lien. */
    newest: () =>
      api.database.read.businessLien.findFirstOrThrow({
        where: { userId: user() },
        orderBy: { createdAt: "desc" },
      }),
    row: () => readRow(api, user()),
    /** The liens in the verifier's own books. */
    books: async () => (await verifierBooks(delivery, user())).flatMap(({ liens }) => liens),
    /** Those that are not known here, as a viewer sees them. */
    unmatched: async () => (await api.as("VIEWER")).businesses.unmatchedLiens({ userId: user() }),
    /** How often the verifier was asked to file, whatever came of it. */
    calls: async () => {
      const { businessId } = await readRow(api, user());
      const isFiling = ({ method, path }: { method: string; path: string }) =>
        method === "POST" && path.endsWith(`/businesses/${businessId}/liens`);
      return delivery.sandbox.calls.list().filter(isFiling).length;
    },
    /** Somebody files at the verifier itself, past this console. Returns its id of the lien. */
    fileElsewhere: async (state = "NY"): Promise<string> => {
      const { businessId } = await readRow(api, user());
      const path = `/businesses/${businessId}/liens`;
      return (await callMiddesk(delivery.sandbox, { method: "POST", path, body: { ...LIEN, state } })).id;
    },
    /** Looks at the verifier, as the worker does every few seconds, once it is due. */
    poll: () => pollBusinesses(api.services),
  };
}
