import { NO_BANK_LINKED } from "@countinghouse/validators/bank-links/rules";
import { newYorkDate } from "@countinghouse/validators/new-york";
import type { BadgeTone } from "@/ui/badge.tsx";
import type { User } from "../use-user.ts";

export type UserStatus = { tone: BadgeTone; text: string };

/** What has to be known of a customer before anything else, the most severe first. */
export function userStatuses(user: User): UserStatus[] {
  const { application } = user;
  const statuses: (UserStatus | false)[] = [
    user.doNotFund && { tone: "danger", text: withDetail("Do Not Fund", user.doNotFundReason) },
    user.bankLinkLost && { tone: "danger", text: "Plaid connection lost" },
    user.bankLinks.length === 0 && { tone: "neutral", text: NO_BANK_LINKED },
    user.accountAlreadyFunded && { tone: "warning", text: "Account already funded before" },
    application?.initHighRisk === true && { tone: "warning", text: "High risk" },
    application?.expired === true && { tone: "warning", text: "Application expired" },
    application?.offerExpired === true && { tone: "warning", text: "Offer expired" },
    user.isExternal && { tone: "info", text: withDetail("External collections", user.externalAgency) },
    fundedStatus(application?.fundedAt ?? null),
    (application?.isRenewed === true || user.renewalUserId !== null) && { tone: "info", text: "Renewal" },
    application?.alloyStatus === "Manual Review" && { tone: "pending", text: "Manual approval needed" },
    application !== null && { tone: "neutral", text: workflowName(application.workflowUsed) },
    user.isImported && { tone: "neutral", text: "Imported" },
  ];
  return statuses.filter((status) => status !== false);
}

/** The workflow of an application that names none (specification 1, section 3). */
export const workflowName = (workflowUsed: string): string => workflowUsed || "Gig Worker";

const fundedStatus = (fundedAt: Date | null): UserStatus =>
  fundedAt === null
    ? { tone: "neutral", text: "Not funded" }
    : { tone: "success", text: `Funded ${newYorkDate(fundedAt)}` };

const withDetail = (text: string, detail: string): string => (detail === "" ? text : `${text} · ${detail}`);
