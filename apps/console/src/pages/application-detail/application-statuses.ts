import { newYorkDate } from "@countinghouse/validators/new-york";
import { creditCheckTone } from "@/components/applications/credit-check.ts";
import type { BadgeTone } from "@/ui/badge.tsx";
import type { Application } from "./use-application.ts";

/** What has to be known of an application before anything else. */
export function statusesOf({ general, funding, contract }: Application): [tone: BadgeTone, text: string][] {
  const { alloyStatus, expired, offerExpired, isRenewed } = general;
  const statuses: [isSo: boolean, tone: BadgeTone, text: string][] = [
    [expired, "warning", "Application expired"],
    [offerExpired, "warning", "Offer expired"],
    [true, creditCheckTone(alloyStatus), alloyStatus],
    [funding.fundedAt !== null, "success", `Funded ${funding.fundedAt ? newYorkDate(funding.fundedAt) : ""}`],
    [funding.fundedAt === null, "neutral", "Not funded"],
    [isRenewed, "info", "Renewal"],
    [!contract.isContractSigned, "neutral", "Contract not signed"],
  ];
  return statuses.flatMap(([isSo, tone, text]): [BadgeTone, string][] => (isSo ? [[tone, text]] : []));
}
