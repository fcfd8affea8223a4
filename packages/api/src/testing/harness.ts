import { randomUUID } from "node:crypto";
import type { Database, Prisma } from "@countinghouse/db";
import type { WriteLimits } from "@countinghouse/db/connection-limits";
import { unregistered } from "@countinghouse/db/registration";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import type { Vault } from "@countinghouse/db/vault";
import { NOTHING_WAITS } from "@countinghouse/validators/approvals/rules";
import type { Role } from "@countinghouse/validators/roles";
import type { Actor, AdminActor } from "../actor.ts";
import { composeApprovals } from "../approved-verbs.ts";
import { createRateLimits } from "../auth/limits.ts";
import { createTokens } from "../auth/tokens.ts";
import { BATCH_RUNNERS } from "../batch-runners.ts";
import { BULK_DEFAULTS, createBulkEngine } from "../bulk-jobs/engine/bulk-engine.ts";
import { createCtx, type RequestFacts } from "../context.ts";
import type { WriteTools } from "../core.ts";
import { createLive } from "../live/live.ts";
import { createPaymentsEngine } from "../payments/engine/payments-engine.ts";
import type { Ports } from "../ports.ts";
import { createCopies, createCopyStanding } from "../read-copy.ts";
import type { Surroundings } from "../recovery/environment.ts";
import { createRecovery } from "../recovery/recovery.ts";
import { appRouter } from "../router.ts";
import type { ProcedureCtx, Services } from "../services.ts";
import { createCaller } from "../trpc.ts";
import type { Vendor } from "../vendors-off.ts";
import { createWorkPulse } from "../work/pulse.ts";
import { createTestClock, type TestClock } from "./clock.ts";
import { createMemoryStorage, type MemoryStorage } from "./memory-storage.ts";

const createAppCaller = createCaller(appRouter);

/** How far behind a copy may be that a test follows the database with. */
const COPY_DELAY_MS = 10_000;

/** What it takes to make customers and staff. */
export interface Tables {
  database: Database;
  vault: Vault;
  clock: Pick<TestClock, "now" | "in">;
  /** A customer with nothing but a name, and whatever is given. */
  user(facts?: Prisma.UserCreateInput): Promise<{ id: number }>;
}

export interface TestApi extends Tables {
  services: Services;
  /** The vendors that have no settings, for all that was made of these services: to be changed in place. */
  vendorsOff: Vendor[];
  /** What a command gives its verb. */
  tools(tx: WriteTools["tx"]): WriteTools;
  /** The database it is on, for another server on the same one. */
  held: TestDatabase;
  /** Does what no process of the product can do: alters a table, switches triggers off, truncates. */
  asOwner: TestDatabase["asOwner"];
  /** Where the journal of sent payments lies. */
  journal: MemoryStorage;
  clock: TestClock;
  /** Calls procedures as an admin of this role; the same admin each time. */
  as(role: Role): Promise<ReturnType<typeof createAppCaller>>;
  /** Calls procedures as an admin who signed in during the test. */
  callAs(actor: AdminActor, request?: Partial<RequestFacts>): ReturnType<typeof createAppCaller>;
  /** Calls procedures as someone who has not signed in. */
  visitor(request?: Partial<RequestFacts>, services?: Services): ReturnType<typeof createAppCaller>;
  /** The admin behind `as(role)`. */
  admin(role: Role): Promise<AdminActor>;
  ctx<Who extends Actor>(actor: Who, request?: Partial<RequestFacts>): ProcedureCtx<Who>;
  close(): Promise<void>;
}

export interface TestApiOptions {
  connections?: number;
  limits?: WriteLimits;
  /** Whether what waits for a second person by itself waits in the test as well. */
  fourEyes?: boolean;
  /** What there is already: a server that is started on another one's database, or on a copy of it. */
  on?: {
    held: TestDatabase;
    clock: TestClock;
    journal: MemoryStorage;
    ports: Partial<Ports>;
    surroundings?: Surroundings;
  };
}

/**
 * The API over a database of its own, a clock that stands still until it is moved, and a bot check that takes the
 * payload "human" once. Outside systems are not part of it: tests that deliver start the sandbox.
 */
export async function createTestApi({
  connections = 10,
  limits,
  fourEyes = false,
  on,
}: TestApiOptions = {}): Promise<TestApi> {
  const held = on?.held ?? (await createTestDatabase({ size: connections, limits }));
  if (on === undefined && !fourEyes) await letOnePersonDo(held.database);
  const { database, vault, drop, asOwner } = held;
  const clock = on?.clock ?? createTestClock();
  const ports = Object.assign(unreachablePorts(), on?.ports);
  const vendorsOff: Vendor[] = [];
  const core = {
    db: database,
    copies: createCopies(database, COPY_DELAY_MS),
    vault,
    now: clock.now,
    registration: unregistered(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
    vendorsOff,
  };
  const journal = on?.journal ?? createMemoryStorage();
  const recovery = createRecovery(
    core,
    { processors: ports, storage: () => journal },
    on?.surroundings ?? { kind: "SANDBOX", address: "this machine" },
  );
  await recovery.verify();
  const base = { ...core, recovery };
  const payments = createPaymentsEngine(base, ports, { callMs: 5_000 });
  const bulk = { ...BULK_DEFAULTS, balancesPerMinute: 0, achV1PauseMs: 0 };
  const services: Services = {
    ...base,
    approvals: composeApprovals(() => services),
    payments,
    bulkJobs: createBulkEngine({ ...base, ports, payments }, bulk, () => {}, BATCH_RUNNERS),
    wakeOutbox: () => {},
    live: createLive(database.directUrl),
    workPulse: createWorkPulse(base, { freshMs: 0, longestMs: 0 }),
    limits: createRateLimits(database.pool),
    // Nobody delivers here: mails are read off the outbox.
    mailOutcome: () => Promise.resolve({ state: "DELIVERED", why: "" }),
    tokens: createTokens([Buffer.alloc(32, "test")], clock.now),
    botCheck: {
      challenge: () => Promise.resolve({}),
      verify: (payload) =>
        Promise.resolve(
          payload.startsWith("human")
            ? {
                ok: true,
                challengeId: payload === "human" ? randomUUID() : payload,
                expiresAt: clock.in({ minutes: 5 }),
              }
            : { ok: false, reason: "invalid" },
        ),
    },
    ports,
    customerPortal: {
      url: "https://portal.example.test",
      secret: "what the portal shows",
      returnUrl: "https://console.example.test/re-access/logged",
    },
    consoleUrl: "https://console.example.test",
    metabase: { url: "https://metabase.example.test/", emails: ["employee@countinghouse.test"] },
    uploads: { folder: "/uploads" },
    virusScanner: null,
    contractLinkDays: 7,
    flags: { paymentAdjustment: true, virusScanner: false },
    lender: { name: "Countinghouse Capital LLC", address: "41 Mott St, New York, NY 10013" },
    maximumOfferLimitCents: 1_000_000,
    secureCookies: false,
    version: "1.2.3",
    copyStanding: createCopyStanding(database, COPY_DELAY_MS),
  };
  const admins = new Map<Role, AdminActor>();
  const ctx = <Who extends Actor>(actor: Who, request: Partial<RequestFacts> = {}) =>
    createCtx(services, actor, { ...requestFacts(), ...request });
  const admin = async (role: Role): Promise<AdminActor> => {
    const known = admins.get(role);
    if (known) return known;
    const email = `${role.toLowerCase()}@countinghouse.test`;
    const fullName = `Test ${role}`;
    const { id } =
      (await database.read.admin.findUnique({ where: { email } })) ??
      (await database.unsafeTransaction((tx) =>
        tx.admin.create({ data: { email, fullName, role, passwordHash: "none" } }),
      ));
    const actor: AdminActor = { kind: "admin", id, sessionId: randomUUID(), email, fullName, role };
    admins.set(role, actor);
    return actor;
  };
  return {
    services,
    vendorsOff,
    tools: (tx) => ({ tx, now: clock.now(), vendorsOff }),
    journal,
    held,
    database,
    asOwner,
    vault,
    clock,
    ctx,
    admin,
    as: async (role) => createAppCaller(ctx(await admin(role))),
    callAs: (actor, request) => createAppCaller(ctx(actor, request)),
    visitor: (request, differently = services) => {
      const facts = { ...requestFacts(), ...request };
      return createAppCaller(createCtx(differently, { kind: "visitor", ip: facts.ip }, facts));
    },
    user: userMaker(database),
    close: async () => {
      await services.live.close();
      await drop();
    },
  };
}

/** Sets rules by which nothing waits for a second person: a test of a verb is of what it does. */
export const letOnePersonDo = (database: Database) =>
  database.unsafeTransaction(async (tx) => {
    const { _max } = await tx.approvalRules.aggregate({ _max: { version: true } });
    const version = (_max.version ?? 0) + 1;
    await tx.approvalRules.create({
      data: { version, rules: NOTHING_WAITS as Prisma.InputJsonObject, setAt: new Date(0) },
    });
  });

/** Makes customers with nothing but a name, and whatever is given. */
export const userMaker =
  (database: Database): Tables["user"] =>
  (facts) =>
    database.unsafeTransaction((tx) =>
      tx.user.create({ data: { firstname: "Maria", lastname: "Delgado", ...facts }, select: { id: true } }),
    );

/** Ports that lead nowhere. A test that asks an outside system puts the adapter to its sandbox in their place. */
const unreachablePorts = (): Ports =>
  new Proxy({} as Ports, {
    get: (ports, name) => {
      if (name in ports) return ports[name as keyof Ports];
      throw new Error(`This test starts no sandbox behind the port ${String(name)}.`);
    },
  });

const requestFacts = (): RequestFacts => ({
  correlationId: randomUUID(),
  ip: "127.0.0.1",
  userAgent: "test",
  refreshToken: null,
  deviceTokens: [],
  sameSite: true,
  answer: new Headers(),
});
