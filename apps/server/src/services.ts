import { composeApprovals } from "@countinghouse/api/approved-verbs";
import { createRateLimits } from "@countinghouse/api/auth/limits";
import { createMailOutcome } from "@countinghouse/api/auth/mail-outcome";
import { createTokens } from "@countinghouse/api/auth/tokens";
import { BATCH_RUNNERS } from "@countinghouse/api/batch-runners";
import {
  BULK_DEFAULTS,
  type BulkEngine,
  type BulkKind,
  createBulkEngine,
} from "@countinghouse/api/bulk-jobs/engine/bulk-engine";
import type { Logger } from "@countinghouse/api/core";
import { createChangeAnnouncer } from "@countinghouse/api/live/announce-changes";
import { createLive } from "@countinghouse/api/live/live";
import {
  createPaymentsEngine,
  type EngineServices,
} from "@countinghouse/api/payments/engine/payments-engine";
import type { Ports } from "@countinghouse/api/ports";
import { createCopies, createCopyStanding } from "@countinghouse/api/read-copy";
import { environmentAddress, type Surroundings } from "@countinghouse/api/recovery/environment";
import { createRecovery } from "@countinghouse/api/recovery/recovery";
import type { Services } from "@countinghouse/api/services";
import { isTracing, traceStatement } from "@countinghouse/api/tracing";
import { createWorkPulse } from "@countinghouse/api/work/pulse";
import { connect, type Database } from "@countinghouse/db";
import { type Registration, unregistered } from "@countinghouse/db/registration";
import { createVault } from "@countinghouse/db/vault";
import { ALTCHA_EFFORT, createAltcha } from "@countinghouse/providers/bot-check/altcha";
import { requireRecentTls } from "@countinghouse/providers/tls";
import { connectionBudget } from "./connection-budget.ts";
import { databaseAddresses, type Env, isLoopback, vendorsOff } from "./env.ts";
import { createPorts } from "./ports.ts";
import { createVirusScanner } from "./settings/virus-scanner.ts";
import { VERSION } from "./version.ts";

const now = () => new Date();

/** The time that a whole call may take beyond the deadline of its adapter. */
const CALL_MARGIN_MS = 1_000;

const paymentTimes = (env: Env) => ({
  callMs: env.PROVIDER_TIMEOUT_MS + CALL_MARGIN_MS,
  callWithinMs: env.PAYMENT_CALL_WITHIN_MS,
});

/**
 * Creates the services that a process has once, such as database, vault, limits and tokens. `clock` is the time of the business; credentials
 * for vendors use real time.
 */
export function createServices(
  env: Env,
  log: Logger,
  wakeOutbox: () => void,
  wakeBulkJobs: (kind: BulkKind) => void = () => {},
  registration: Registration = unregistered(),
  clock: () => Date = now,
): Services {
  requireRecentTls();
  const budget = connectionBudget(env.ROLE, env.DATABASE_CONNECTIONS);
  const { url, ...how } = { ...databaseAddresses(env), observe: isTracing() ? traceStatement : undefined };
  const db = connect(url, { ...how, sizes: budget.screens, replicaUrl: env.DATABASE_REPLICA_URL });
  const vault = createVault(env.vaultKeys);
  const ports = createPorts(env, db, vault);
  const readingBudget = { customers: env.CUSTOMERS_READ_PER_HOUR, reveals: env.REVEALS_PER_HOUR };
  const copies = createCopies(db, env.DATABASE_REPLICA_DELAY_MS);
  const core = {
    db,
    copies,
    vault,
    now: clock,
    log,
    registration,
    vendorsOff: vendorsOff(env),
    readingBudget,
    announce: createChangeAnnouncer({ db, log }),
  };
  const recovery = createRecovery(
    core,
    { processors: ports, storage: () => ports.objectStorage },
    readSurroundings(env),
  );
  const base = { ...core, recovery };
  const services: Services = {
    ...base,
    approvals: composeApprovals(() => services),
    ports,
    payments: createPaymentsEngine(base, ports, paymentTimes(env)),
    bulkJobs: createBulkJobs(
      env,
      base,
      ports,
      wakeBulkJobs,
      budget.bulkJobs && connect(url, { ...how, sizes: budget.bulkJobs }),
    ),
    wakeOutbox,
    live: createLive(db.directUrl),
    workPulse: createWorkPulse(core),
    limits: createRateLimits(db.pool),
    mailOutcome: createMailOutcome(db),
    tokens: createTokens(tokenKeys(env), clock),
    botCheck: createAltcha({
      signatureSecret: `challenge:${env.BOT_CHECK_KEY}`,
      keySecret: `key:${env.BOT_CHECK_KEY}`,
      ...ALTCHA_EFFORT,
    }),
    customerPortal: env.vendors.customerPortal && {
      url: env.vendors.customerPortal.CUSTOMER_PORTAL_URL,
      secret: env.vendors.customerPortal.CUSTOMER_PORTAL_SECRET,
      returnUrl: new URL("/re-access/logged", env.PUBLIC_URL).href,
    },
    consoleUrl: env.PUBLIC_URL,
    metabase: { url: env.METABASE_URL ?? null, emails: env.METABASE_EMAILS },
    uploads: { folder: env.vendors.fileTransfer?.SFTP_UPLOADS_FOLDER ?? "" },
    virusScanner: createVirusScanner(env),
    contractLinkDays: env.CONTRACT_LINK_DAYS,
    flags: { paymentAdjustment: env.PAYMENT_ADJUSTMENT, virusScanner: env.CLAMD_ADDRESS !== undefined },
    lender:
      env.LENDER_NAME === undefined || env.LENDER_ADDRESS === undefined
        ? null
        : { name: env.LENDER_NAME, address: env.LENDER_ADDRESS },
    maximumOfferLimitCents: env.MAXIMUM_OFFER_LIMIT_CENTS,
    version: VERSION,
    copyStanding: createCopyStanding(db, env.DATABASE_REPLICA_DELAY_MS),
    secureCookies: env.PUBLIC_URL.startsWith("https:"),
  };
  return services;
}

/** Returns the keys of access and refresh tokens. The first key signs. */
const tokenKeys = ({ TOKEN_KEY }: Pick<Env, "TOKEN_KEY">): Buffer[] =>
  TOKEN_KEY.map((each) => Buffer.from(each, "base64"));

/** Returns the kind of environment, which is a sandbox when a processor is on this machine, and the address of the console. */
function readSurroundings({ vendors: { ach, cards }, PUBLIC_URL, NODE_ENV }: Env): Surroundings {
  const processors = [ach?.PAYLIANCE_BASE_URL, cards?.TABAPAY_BASE_URL].filter((url) => url !== undefined);
  const isSandbox = processors.length === 0 ? NODE_ENV !== "production" : processors.some(isLoopback);
  return {
    kind: isSandbox ? "SANDBOX" : "PRODUCTION",
    address: environmentAddress(PUBLIC_URL, isLoopback(PUBLIC_URL)),
  };
}

/** Creates the engine of bulk jobs. `own` connections, in a process that runs them, keep screens from waiting (reliability M26). */
function createBulkJobs(
  env: Env,
  base: EngineServices,
  ports: Ports,
  wake: (kind: BulkKind) => void,
  own: Database | null,
): BulkEngine {
  const services = own === null ? base : { ...base, db: own };
  const payments = createPaymentsEngine(services, ports, paymentTimes(env));
  const settings = {
    ...BULK_DEFAULTS,
    balancesPerMinute: env.BULK_BALANCES_PER_MINUTE,
    cardsPerMinute: env.BULK_CARDS_PER_MINUTE,
    achPerMinute: env.BULK_ACH_PER_MINUTE,
    balancesAtOnce: env.BULK_BALANCES_AT_ONCE,
    paymentsAtOnce: env.BULK_PAYMENTS_AT_ONCE,
  };
  const engine = createBulkEngine({ ...services, ports, payments }, settings, wake, BATCH_RUNNERS);
  return {
    ...engine,
    stop: async () => {
      await engine.stop();
      await own?.close();
    },
  };
}
