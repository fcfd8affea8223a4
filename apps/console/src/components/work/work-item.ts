import type { RouterOutputs } from "@countinghouse/api";
import { CLOCK_KINDS } from "@countinghouse/validators/deadlines/rules";
import { type WorkKind, whyNotHold } from "@countinghouse/validators/work/rules";
import { deadlinePlace } from "@/components/deadlines/deadline.ts";
import { paths } from "@/paths.ts";

export type WorkList = RouterOutputs["work"]["list"];
export type WorkItem = WorkList["items"][number];

/** The name of an item in the address. */
export const itemName = ({ kind, key }: Pick<WorkItem, "kind" | "key">): string => `${kind}:${key}`;

/** The address of the record that an item is about; null where the item itself has the action. */
export function itemAddress({ kind, key, userId, paymentId }: WorkItem): string | null {
  const ofUser = (path: (of: { id: number }) => string) => (userId === null ? null : path({ id: userId }));
  const section = (name: string) => ofUser(({ id }) => paths.userDetail({ id, section: name }));
  switch (kind) {
    case "CLOCK_SET_BACK":
      return paths.recovery();
    case "BOOKED_OTHERWISE":
    case "UNMATCHED_REPORT":
      return paths.paymentExceptions({ row: key });
    case "UNPROCESSED_REPORT":
      return paths.unprocessedChargebacks({ row: key });
    case "BROKEN_PROMISE":
      return section("promises");
    case "REFUSED_CORRECTION":
      return ofUser(paths.primaryAccount);
    case "MANUAL_REVIEW":
      return section("general");
    case "BANK_LINK_LOST":
      return section("bank-links");
    case "INSTITUTION_DOWN":
      return paths.bankStatus({ row: key });
    case "FAILED_MESSAGE":
    case "DRIFT":
      return null;
    case "BREAK":
      return paths.reconciledDays({ day: key });
    case "APPROVAL":
      return paths.approvals({ approval: key });
    case "BUSINESS":
    case "LIEN":
      return ofUser(paths.businessLien);
    case "OTHERS_LIEN":
      return section("business-lien");
    case "DEADLINE": {
      const clock = CLOCK_KINDS.find((name) => key.startsWith(`${name}:`));
      return clock === undefined || userId === null
        ? null
        : deadlinePlace(clock, key.slice(clock.length + 1), userId);
    }
    case "CHARGEBACK":
    case "FAILED_PAYMENT":
    case "UNKNOWN_OUTCOME":
      return paymentId === null ? null : paths.paymentProcessor({ payment: paymentId });
    default:
      return kind satisfies never;
  }
}

/** Returns the items by kind. The kind of the most urgent item is first, and each kind keeps the order of its items. */
export const groupByKind = (items: readonly WorkItem[]): { kind: WorkKind; items: WorkItem[] }[] =>
  [...Map.groupBy(items, ({ kind }) => kind)].map(([kind, ofKind]) => ({ kind, items: ofKind }));

/** Returns the next item that no other admin has open. After the last item it starts again from the top. */
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
