import type { RouterOutputs } from "@countinghouse/api";
import type { ClockKind } from "@countinghouse/validators/deadlines/rules";
import { paths } from "@/paths.ts";

export type DeadlineList = RouterOutputs["deadlines"]["list"];
export type Deadline = DeadlineList["items"][number];

/** Where what a clock runs against can be seen to. `key` is the clock's own. */
export function deadlinePlace(clock: ClockKind, key: string, userId: number): string {
  switch (clock) {
    case "DISPUTE":
      return paths.chargebacks();
    case "CARD":
    case "CORRECTION":
      return paths.primaryAccount({ id: userId });
    case "REPRESENTMENT":
    case "UNAUTHORIZED_RETURN":
      return paths.paymentSchedules({ user: userId });
    case "OFFER":
    case "ADVERSE_ACTION":
      return paths.applicationDetail({ id: Number(key) });
    case "CONSENT":
    case "DISCONNECT":
      return paths.userDetail({ id: userId, section: "bank-links" });
    case "PROMISE":
      return paths.userDetail({ id: userId, section: "promises" });
    case "FOLLOW_UP":
      return paths.userDetail({ id: userId, section: "notes" });
    case "LIEN_CONTINUATION":
    case "LIEN_TERMINATION":
      return paths.businessLien({ id: userId });
    default:
      return paths.userDetail({ id: userId });
  }
}
