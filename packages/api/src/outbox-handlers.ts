import type { BankLink } from "@countinghouse/providers/bank-link/port";
import type { BusinessVerification } from "@countinghouse/providers/business-verification/port";
import type { Crm } from "@countinghouse/providers/crm/port";
import type { Decisioning } from "@countinghouse/providers/decisioning/port";
import type { LedgerSheet } from "@countinghouse/providers/ledger-sheet/port";
import type { Mailer } from "@countinghouse/providers/mailer/port";
import { deliverAssetReports } from "./asset-reports/delivery.ts";
import { deliverEmails } from "./auth/delivery.ts";
import { deliverBusinesses } from "./businesses/delivery.ts";
import { deliverCrm } from "./deals/delivery.ts";
import { deliverBackfills } from "./decisions/delivery.ts";
import { deliverLedgerRows } from "./ledger-writes/delivery.ts";
import type { OutboxHandlers } from "./outbox/deliver.ts";

/** The outside systems that messages go to. */
export interface OutboxPorts {
  mailer: Mailer;
  ledgerSheet: LedgerSheet;
  crm: Crm;
  bankLink: BankLink;
  decisioning: Decisioning;
  businessVerification: BusinessVerification;
}

const CLAIMED_AT_ONCE = 100;
/** Each takes several calls, one after the other. */
const BUSINESSES_AT_ONCE = 10;

const atOnce = () => 0;

/** Which domain delivers the messages of which topic, and through which port. */
export const createOutboxHandlers = (ports: OutboxPorts): OutboxHandlers => ({
  EMAIL: {
    claimedAtOnce: CLAIMED_AT_ONCE,
    effectWindowMs: atOnce,
    deliver: (_, claimed, hold) => deliverEmails(ports.mailer, claimed, hold),
  },
  LEDGER_SHEET: {
    claimedAtOnce: CLAIMED_AT_ONCE,
    effectWindowMs: () => ports.ledgerSheet.effectWindowMs,
    deliver: (services, claimed, hold) => deliverLedgerRows(services, ports.ledgerSheet, claimed, hold),
  },
  CRM: {
    claimedAtOnce: CLAIMED_AT_ONCE,
    effectWindowMs: () => ports.crm.effectWindowMs,
    deliver: (services, claimed, hold) => deliverCrm(services, ports.crm, claimed, hold),
  },
  ASSET_REPORT: {
    claimedAtOnce: CLAIMED_AT_ONCE,
    effectWindowMs: atOnce,
    deliver: (services, claimed, hold) => deliverAssetReports(services, ports.bankLink, claimed, hold),
  },
  BACKFILL: {
    claimedAtOnce: CLAIMED_AT_ONCE,
    effectWindowMs: atOnce,
    deliver: (services, claimed) => deliverBackfills(services, ports.decisioning, claimed),
  },
  BUSINESS: {
    claimedAtOnce: BUSINESSES_AT_ONCE,
    effectWindowMs: atOnce,
    deliver: (services, claimed) => deliverBusinesses(services, ports.businessVerification, claimed),
  },
});
