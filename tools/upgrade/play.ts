import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ADMINS } from "../../packages/db/src/seed/admins.ts";
import { ROOT } from "../checks/repository-files.ts";
import { type StackApart, startApart } from "../stack/apart.ts";
import { controlSandbox } from "../stack/sandbox-control.ts";
import { type AppliedMigration, type Customer, type Customers, openCustomers } from "./customers.ts";
import { type Fleet, openFleet } from "./fleet.ts";
import { type Judgement, judgeUpgrade } from "./judge.ts";
import type { Release } from "./release.ts";
import { hasCommand, runCommand } from "./server.ts";
import { openSession, type Session } from "./session.ts";
import { type StageFigures, startTraffic, type Traffic } from "./traffic.ts";

export interface UpgradePlan {
  users: number;
  callers: number;
  /** How long each stage lasts, in seconds. */
  seconds: number;
  say: (text: string) => void;
}

export interface UpgradeReport {
  stages: StageFigures[];
  migrations: { applied: AppliedMigration[]; seconds: number };
  slowestDrainMs: number;
  pressed: number;
  judgement: Judgement;
  /** Whether the last release signs what it writes of audit and ledger. */
  isSigned: boolean;
  /** What is wrong, a sentence each. */
  problems: string[];
  /** What processes said of calls that failed. */
  errors: string[];
}

/** The stage in which the migrations run. */
export const MIGRATES = "this release migrates";

/** Those who sit at the desk: all may charge. */
const STAFF = ["SUPERADMIN", "ADMIN", "EMPLOYEE"];

/**
 * The last release with its own database, filled and busy; this release's migrations while it serves; this release takes over and
 * the last one drains; and back again. Staff work all the while.
 */
export async function playUpgrade(release: Release, plan: UpgradePlan): Promise<UpgradeReport> {
  const died: string[] = [];
  const apart = await startApart(
    "upgrade",
    0,
    (reason) => died.push(reason),
    null,
    async () => {},
  );
  const fleet = openFleet(apart.logDir);
  const customers = openCustomers(apart.serverEnv.DATABASE_OWNER_URL ?? "");
  let traffic: Traffic | null = null;
  try {
    const env = toSettings(apart, release);
    plan.say(`Filling a database with ${plan.users} customers as ${release.name}`);
    if (hasCommand(release.root, "migrate")) await runCommand(release.root, "migrate", [], env.migrating);
    await runCommand(release.root, "seed", [`--users=${plan.users}`], env.owner);
    await fleet.begin(release.root, env.last);
    const desk = await openDesk(apart, fleet, customers);
    plan.say(`${desk.chargeable.length} customers can be charged, ${plan.callers} of the staff work`);
    traffic = startTraffic({ ...desk, customers, origins: fleet.origins, callers: plan.callers });
    const migrations = await upgradeAndBack(traffic, fleet, { release, plan, env, customers });
    const { stages, pressed } = await traffic.end();
    plan.say("What was pressed comes to its end");
    await fleet.replaceBy(ROOT, env.this);
    const judgement = await judgeUpgrade(env.this, controlSandbox(apart.sandboxOrigin), pressed);
    const { problems, slowestMs } = fleet.drained();
    return {
      stages,
      migrations,
      slowestDrainMs: slowestMs,
      pressed: pressed.all.length,
      judgement,
      isSigned: existsSync(join(release.root, "packages/api/src/chain")),
      problems: [...died, ...problems],
      errors: fleet.errors(),
    };
  } finally {
    await traffic?.end();
    await customers.close();
    await fleet.stop();
    await apart.stop();
  }
}

interface UpgradeSettings {
  /** Of processes of the last release, and of this one: none knows the owner's address where it need not. */
  last: NodeJS.ProcessEnv;
  this: NodeJS.ProcessEnv;
  migrating: NodeJS.ProcessEnv;
  owner: NodeJS.ProcessEnv;
}

function toSettings({ serverEnv, settings }: StackApart, release: Release): UpgradeSettings {
  const migrating: NodeJS.ProcessEnv = {
    ...serverEnv,
    ADMIN_PASSWORD: settings.adminPassword,
    CARD_PASSCODE: settings.cardPasscode,
    ACH_PASSCODE: settings.achPasscode,
    // They read more than anybody would.
    CUSTOMERS_READ_PER_HOUR: "1000000",
    REQUESTS_PER_MINUTE_ADDRESS: "0",
    REQUESTS_PER_MINUTE_SESSION: "0",
  };
  const owner: NodeJS.ProcessEnv = { ...migrating, DATABASE_URL: migrating.DATABASE_OWNER_URL };
  const serving = (all: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...all, DATABASE_OWNER_URL: undefined });
  return {
    // Before there was a role that owns nothing, processes migrated as they started.
    last: serving(hasCommand(release.root, "migrate") ? migrating : owner),
    this: serving(migrating),
    migrating,
    owner,
  };
}

async function upgradeAndBack(
  traffic: Traffic,
  fleet: Fleet,
  {
    release,
    plan,
    env,
    customers,
  }: { release: Release; plan: UpgradePlan; env: UpgradeSettings; customers: Customers },
): Promise<UpgradeReport["migrations"]> {
  const stage = (name: string) => {
    traffic.stage(name);
    plan.say(name);
  };
  const last = () => pause(plan.seconds * 1000);
  stage("the last release serves");
  await last();
  const known = new Set((await customers.migrations()).map(({ name }) => name));
  stage(MIGRATES);
  const began = performance.now();
  await runCommand(ROOT, "migrate", [], env.migrating);
  const seconds = (performance.now() - began) / 1000;
  const applied = (await customers.migrations()).filter(({ name }) => !known.has(name));
  stage("the last release serves over the new tables");
  await last();
  stage("this release takes over, and the last one drains");
  await fleet.replaceBy(ROOT, env.this);
  stage("this release serves");
  await last();
  stage("back: the last release takes over, and this one drains");
  await fleet.replaceBy(release.root, env.last);
  stage("back: the last release serves");
  await last();
  return { applied, seconds };
}

interface Desk {
  sessions: Session[];
  chargeable: Customer[];
  userIds: number[];
}

async function openDesk(apart: StackApart, fleet: Fleet, customers: Customers): Promise<Desk> {
  const [origin = ""] = fleet.origins();
  const sessions: Session[] = [];
  for (const { email } of ADMINS.filter(({ role }) => STAFF.includes(role)))
    sessions.push(
      await openSession(origin, apart.sandboxOrigin, { email, password: apart.settings.adminPassword }),
    );
  const chargeable: Customer[] = [];
  for (const each of await customers.chargeable())
    if (await mayCharge(sessions[0], origin, each)) chargeable.push(each);
  return { sessions, chargeable, userIds: await customers.all() };
}

interface Options {
  cards: { id: number; whyNotCharge: string | null }[];
  accounts: { id: number; whyNotDebit: string | null; enabled: boolean }[];
}

async function mayCharge(
  session: Session | undefined,
  origin: string,
  { userId, instrumentId, mode }: Customer,
): Promise<boolean> {
  const answer = await session?.call(origin, "payments.options", { userId });
  if (!answer || answer.failure !== null) return false;
  const { cards, accounts } = answer.data as Options;
  return mode === "SALE"
    ? cards.some(({ id, whyNotCharge }) => id === instrumentId && whyNotCharge === null)
    : accounts.some(({ id, whyNotDebit, enabled }) => id === instrumentId && whyNotDebit === null && enabled);
}
