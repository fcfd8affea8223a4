import type { Database, ReadDb } from "@countinghouse/db";
import type { Registration } from "@countinghouse/db/registration";
import type { Vault } from "@countinghouse/db/vault";
import type { Ach } from "@countinghouse/providers/ach/port";
import type { BankLink } from "@countinghouse/providers/bank-link/port";
import type { BotCheck } from "@countinghouse/providers/bot-check/port";
import type { BusinessVerification } from "@countinghouse/providers/business-verification/port";
import type { Cards } from "@countinghouse/providers/cards/port";
import type { Crm } from "@countinghouse/providers/crm/port";
import type { FileTransfer } from "@countinghouse/providers/file-transfer/port";
import type { LedgerSheet } from "@countinghouse/providers/ledger-sheet/port";
import type { ObjectStorage } from "@countinghouse/providers/object-storage/port";
import type { Actor, AdminActor } from "./actor.ts";
import type { RateLimits } from "./auth/limits.ts";
import type { Tokens } from "./auth/tokens.ts";
import type { BulkEngine } from "./bulk-jobs/engine/bulk-engine.ts";
import { type Command, createCommand } from "./command.ts";
import type { Live } from "./live/live.ts";
import type { PaymentsEngine } from "./payments/engine/payments-engine.ts";
import type { Recovery } from "./recovery/recovery.ts";

/** The outside systems that calls ask while somebody waits. Never inside a transaction. */
export interface Ports {
  ach: Ach;
  cards: Cards;
  bankLink: BankLink;
  crm: Crm;
  objectStorage: ObjectStorage;
  fileTransfer: FileTransfer;
  businessVerification: BusinessVerification;
  ledgerSheet: LedgerSheet;
}

/** What a process has once, made at its start. */
export interface Services {
  db: Database;
  vault: Vault;
  now: () => Date;
  /** As what the others know this process: what it claims carries the id. */
  registration: Registration;
  botCheck: BotCheck;
  ports: Ports;
  limits: RateLimits;
  tokens: Tokens;
  /** Keeps a database that was set back from sending. */
  recovery: Recovery;
  payments: PaymentsEngine;
  bulkJobs: BulkEngine;
  wakeOutbox: () => void;
  /** What browsers are told as it happens. */
  live: Live;
  /** The customers' own site: where re-access links lead, the secret it shows us, and where it leads back to. */
  customerPortal: { url: string; secret: string; returnUrl: string };
  /** Where reports are looked at, and the e-mail addresses that are led there besides SUPERADMIN; null leads nobody. */
  metabase: { url: string | null; emails: readonly string[] };
  /** The folder of the file-transfer area that uploads go to, such as "/uploads". */
  uploads: { folder: string };
  /** How many days a copied link to a contract works. */
  contractLinkDays: number;
  /** What this lender has switched on. */
  flags: { paymentAdjustment: boolean };
  /** The most that may be offered, in cents. */
  maximumOfferLimitCents: number;
  /** Whether browsers reach us over https: then the refresh cookie is bound to that. */
  secureCookies: boolean;
  log: Logger;
}

export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What one HTTP request brings. */
export interface RequestFacts {
  correlationId: string;
  ip: string;
  userAgent: string;
  /** The refresh token from the cookie, or null. */
  refreshToken: string | null;
  /** Whether the browser says the request comes from our own pages. */
  sameSite: boolean;
  /** Headers of the answer. */
  answer: Headers;
}

/** What a service function gets: it reads through `db` and writes through `command` alone. */
export interface Ctx<Who extends Actor = Actor> {
  actor: Who;
  db: ReadDb;
  command: Command;
  now: () => Date;
  services: Omit<Services, "db">;
  request: RequestFacts;
}

export type AdminCtx = Ctx<AdminActor>;

/** Puts together the context of one request or job. */
export function createCtx<Who extends Actor>(
  services: Services,
  actor: Who,
  request: RequestFacts,
): Ctx<Who> {
  const { db, ...rest } = services;
  return {
    actor,
    db: db.read,
    command: createCommand(services, actor),
    now: services.now,
    services: rest,
    request,
  };
}
