import type { Tx } from "@countinghouse/db";
import { formatCents } from "@countinghouse/validators/money";
import {
  SETTING_CHANGED,
  SETTING_NAMES,
  SETTING_SAVED,
  SETTINGS,
  type SettingName,
  SWITCH_NAMES,
  SWITCHES,
  type SwitchName,
} from "@countinghouse/validators/settings/rules";
import type { SetSetting, SetSwitch } from "@countinghouse/validators/settings/schemas";
import { readRules } from "../approval-gate/facts.ts";
import type { AdminCtx } from "../context.ts";
import { DomainError } from "../errors.ts";

/** Every setting with its value (cents), and who set it when; `version` is 0 where nobody has. */
export async function listSettings(ctx: AdminCtx) {
  const rows = await ctx.db.setting.findMany({
    select: {
      name: true,
      cents: true,
      version: true,
      updatedAt: true,
      updatedBy: { select: { fullName: true } },
    },
  });
  const { rules } = await readRules(ctx.db);
  return SETTING_NAMES.map((name) => {
    const row = rows.find((each) => each.name === name);
    return {
      name,
      cents: row ? Number(row.cents) : SETTINGS[name].standard,
      version: row?.version ?? 0,
      /** Whether what is over it waits for a second person instead of being refused. */
      waits: name === "manualPaymentCeilingCents" && rules.OVER_CEILING.always,
      updatedAt: row?.updatedAt ?? null,
      updatedBy: row?.updatedBy.fullName ?? null,
    };
  });
}

/** What a setting is, in cents, inside a transaction. */
export async function readSetting(tx: Tx, name: SettingName): Promise<number> {
  const row = await tx.setting.findUnique({ where: { name }, select: { cents: true } });
  return row === null ? SETTINGS[name].standard : Number(row.cents);
}

/** The same as it is now, outside of a transaction. */
export async function settingNow({ db }: Pick<AdminCtx, "db">, name: SettingName): Promise<number> {
  const row = await db.setting.findUnique({ where: { name }, select: { cents: true } });
  return row === null ? SETTINGS[name].standard : Number(row.cents);
}

/** Returns each switch with its position, admin and time of the last change. `version` is 0 for a switch that was never set. */
export async function listSwitches(ctx: AdminCtx) {
  const rows = await ctx.db.setting.findMany({
    where: { name: { in: SWITCH_NAMES } },
    select: {
      name: true,
      cents: true,
      version: true,
      updatedAt: true,
      updatedBy: { select: { fullName: true } },
    },
  });
  return SWITCH_NAMES.map((name) => {
    const row = rows.find((each) => each.name === name);
    return {
      name,
      on: row ? isOn(row.cents) : SWITCHES[name].standard,
      version: row?.version ?? 0,
      updatedAt: row?.updatedAt ?? null,
      updatedBy: row?.updatedBy.fullName ?? null,
    };
  });
}

/** A switch is stored as one cent or none. */
const isOn = (cents: bigint): boolean => cents === 1n;

/** Turns a switch on or off. Throws CONFLICT where it is not at the version that was read. */
export function setSwitch(ctx: AdminCtx, input: SetSwitch & { requestId: string }) {
  const { name, on, version } = input;
  const spec = { action: "settings.setSwitch", capability: "settings.write", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const row = await tx.setting.findUnique({ where: { name }, select: { cents: true } });
    const before = row === null ? SWITCHES[name].standard : isOn(row.cents);
    await write(tx, { name, cents: on ? 1 : 0, version, updatedById: ctx.actor.id, updatedAt: now });
    return {
      result: { on, version: version + 1, message: SETTING_SAVED },
      audit: { subject: { type: "setting", id: name }, before: { on: before }, after: { on } },
    };
  });
}

interface Written {
  name: SettingName | SwitchName;
  cents: number;
  /** The one that was read. */
  version: number;
  updatedById: string;
  updatedAt: Date;
}

async function write(tx: Tx, { name, version, ...facts }: Written): Promise<void> {
  const data = { ...facts, version: version + 1 };
  const { count } =
    version === 0
      ? await tx.setting.createMany({ data: { name, ...data }, skipDuplicates: true })
      : await tx.setting.updateMany({ where: { name, version }, data });
  if (count === 0) throw new DomainError("CONFLICT", SETTING_CHANGED);
}

/** Changes a setting. Throws CONFLICT where it is not at the version that was read. */
export function setSetting(ctx: AdminCtx, input: SetSetting & { requestId: string }) {
  const { name, amountCents: cents, version } = input;
  const spec = { action: "settings.set", capability: "settings.write", input } as const;
  return ctx.command(spec, async ({ tx, now }) => {
    const before = await readSetting(tx, name);
    await write(tx, { name, cents, version, updatedById: ctx.actor.id, updatedAt: now });
    return {
      result: { cents, version: version + 1, message: SETTING_SAVED },
      audit: { subject: { type: "setting", id: name }, before: { cents: before }, after: { cents } },
      approval: {
        matters: ["LIMITS"],
        title: `${SETTINGS[name].label}: ${formatCents(cents)}`,
        userId: null,
        amountCents: null,
      },
    };
  });
}
