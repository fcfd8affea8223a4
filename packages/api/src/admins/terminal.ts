import { randomUUID } from "node:crypto";
import { InviteAdmin, RaiseBudgetForm } from "@countinghouse/validators/admins/schemas";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { ROLES, type Role } from "@countinghouse/validators/roles";
import type { WithLimits } from "../auth/limits.ts";
import type { WithMailOutcome } from "../auth/mail-outcome.ts";
import type { WithConsoleUrl } from "../auth/refresh-cookie.ts";
import type { Ctx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { raiseBudget } from "./reading-budget.ts";
import {
  changeAdmin,
  endSessions,
  findAdmin,
  inviteAdmin,
  listStaff,
  removeFactors,
  sendPasswordLink,
  setAdminStatus,
  unlockAdmin,
} from "./staff.ts";

type JobCtx = Ctx<{ kind: "job"; name: string }, WithConsoleUrl & WithLimits & WithMailOutcome>;

/** What was typed behind a verb. */
export interface StaffOptions {
  email: string;
  name: string;
  role: string | undefined;
  paymentFlag: boolean | undefined;
  /** Of a larger budget of what they read, each as it was typed. */
  customers: string;
  reveals: string;
  hours: string;
  reason: string;
}

/** What each verb does, and the line that it says. */
const VERBS: Record<string, (ctx: JobCtx, options: StaffOptions) => Promise<string>> = {
  list: async (ctx) => (await listStaff(ctx)).map(formatAdminLine).join("\n"),
  invite: async (ctx, { email, name, role, paymentFlag = false }) => {
    const facts = InviteAdmin.safeParse({ email, fullName: name, role: parseRole(role), paymentFlag });
    if (!facts.success)
      throw new DomainError("INVALID", facts.error.issues.map(({ message }) => message).join("\n"));
    return (await inviteAdmin(ctx, { ...facts.data, ...press() })).message;
  },
  change: async (ctx, { email, role, paymentFlag }) => {
    const admin = await findAdmin(ctx, email);
    const change = { role: parseRole(role) ?? admin.role, paymentFlag: paymentFlag ?? admin.paymentFlag };
    return (await changeAdmin(ctx, { id: admin.id, version: admin.version, ...change, ...press() })).message;
  },
  disable: (ctx, options) => setStatus(ctx, options, true),
  enable: (ctx, options) => setStatus(ctx, options, false),
  reset: async (ctx, { email }) => {
    const { id } = await findAdmin(ctx, email);
    return (await sendPasswordLink(ctx, { id, ...press() })).message;
  },
  "end-sessions": async (ctx, { email }) => {
    const { id } = await findAdmin(ctx, email);
    const { ended, message } = await endSessions(ctx, { id, ...press() });
    return `${message} (${ended})`;
  },
  "remove-factors": async (ctx, { email }) => {
    const { id } = await findAdmin(ctx, email);
    return (await removeFactors(ctx, { id, ...press() })).message;
  },
  unlock: async (ctx, { email }) => {
    const { id } = await findAdmin(ctx, email);
    return (await unlockAdmin(ctx, { id, ...press() })).message;
  },
  "raise-budget": async (ctx, { email, customers, reveals, hours, reason }) => {
    const { id } = await findAdmin(ctx, email);
    const raise = RaiseBudgetForm.safeParse({ id, customers, reveals, hours, reason });
    if (!raise.success)
      throw new DomainError(
        "INVALID",
        raise.error.issues.map(({ path, message }) => `--${String(path[0])}: ${message}`).join("\n"),
      );
    const { until, message } = await raiseBudget(ctx, { ...raise.data, ...press() });
    return `${message} (until ${formatNewYork(until, "dateTime")} ET)`;
  },
};

const press = () => ({ requestId: randomUUID() });

async function setStatus(ctx: JobCtx, { email }: StaffOptions, isDisabled: boolean): Promise<string> {
  const { id, version } = await findAdmin(ctx, email);
  return (await setAdminStatus(ctx, { id, version, isDisabled, ...press() })).message;
}

function formatAdminLine({
  email,
  fullName,
  role,
  status,
  paymentFlag,
  lastSignInAt,
  sessions,
  factors,
}: Awaited<ReturnType<typeof listStaff>>[number]): string {
  const last =
    lastSignInAt === null ? "never signed in" : `last ${formatNewYork(lastSignInAt, "dateTime")} ET`;
  const flag = paymentFlag ? " · payment flag" : "";
  return `${email} · ${fullName} · ${role} · ${status}${flag} · ${last} · ${sessions.length} sessions${factors > 0 ? " · second factor" : ""}`;
}

function parseRole(typed: string | undefined): Role | undefined {
  const role = ROLES.find((each) => each === typed?.toUpperCase());
  if (typed !== undefined && role === undefined)
    throw new DomainError("INVALID", `--role is one of ${ROLES.join(", ")}.`);
  return role;
}

/** Whether this is something that can be done to staff. */
export const isStaffVerb = (verb: string): boolean => Object.hasOwn(VERBS, verb);

/**
 * Does to staff what the verb says (list, invite, change, disable, enable, reset, end-sessions, remove-factors, unlock, raise-budget) and returns the line to
 * say. Throws INVALID for what is wrongly typed, and what the verb throws.
 */
export function runStaffVerb(ctx: JobCtx, verb: string, options: StaffOptions): Promise<string> {
  const run = VERBS[verb];
  if (run === undefined) throw new DomainError("INVALID", `There is no ${verb}.`);
  return run(ctx, options);
}
