import type { RouterOutputs } from "@countinghouse/api";
import { CLOCK_KINDS } from "@countinghouse/validators/deadlines/rules";
import { whyNotHold } from "@countinghouse/validators/work/rules";
import { deadlinePlace } from "@/components/deadlines/deadline.ts";
import { paths } from "@/paths.ts";

export type WorkList = RouterOutputs["work"]["list"];
export type WorkItem = WorkList["items"][number];

/** Names an item in the address. */
export const itemName = ({ kind, key }: Pick<WorkItem, "kind" | "key">): string => `${kind}:${key}`;

/** Where an item can be seen to; null where no page shows its cause. */
export function itemAddress({ kind, key, userId, paymentId }: WorkItem): string | null {
  const ofUser = (path: (of: { id: number }) => string) => (userId === null ? null : path({ id: userId }));
  switch (kind) {
    case "CLOCK_SET_BACK":
      return paths.recovery();
    case "BOOKED_OTHERWISE":
    case "UNMATCHED_REPORT":
      return paths.paymentExceptions({ row: key });
    case "UNPROCESSED_REPORT":
      return paths.unprocessedChargebacks({ row: key });
    case "REFUSED_CORRECTION":
      return ofUser(paths.primaryAccount);
    case "BREAK":
      return paths.reconciledDays({ day: key });
    case "DRIFT":
      return ofUser(paths.userDetail);
    case "INSTITUTION_DOWN":
      return paths.bankStatus({ row: key });
    case "FAILED_MESSAGE":
      return key.startsWith("LEDGER_SHEET:") ? paths.ledgerWriteFailures() : null;
    case "APPROVAL":
      return paths.approvals({ approval: key });
    case "BUSINESS":
    case "LIEN":
      return ofUser(paths.businessLien);
    case "OTHERS_LIEN":
      return userId === null ? null : paths.userDetail({ id: userId, section: "business-lien" });
    case "DEADLINE": {
      const clock = CLOCK_KINDS.find((name) => key.startsWith(`${name}:`));
      return clock === undefined || userId === null
        ? null
        : deadlinePlace(clock, key.slice(clock.length + 1), userId);
    }
    default:
      return paymentId === null ? ofUser(paths.userDetail) : paths.paymentProcessor({ payment: paymentId });
  }
}

/** The first item after the one that is left, and from the top again after the last, that nobody else works on. */
export function nextItem(
  items: readonly WorkItem[],
  adminId: string,
  left: string | null,
): WorkItem | undefined {
  const at = items.findIndex((item) => itemName(item) === left);
  return [...items.slice(at + 1), ...items.slice(0, Math.max(at, 0))].find(
    (item) => whyNotHold(item.heldBy, adminId) === null,
  );
}
