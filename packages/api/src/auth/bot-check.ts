import { randomUUID } from "node:crypto";
import type { BotCheck } from "@countinghouse/providers/bot-check/port";
import type { Actor } from "../actor.ts";
import type { Ctx } from "../context.ts";
import { DomainError } from "../errors.ts";
import { clientKey } from "./client-key.ts";
import type { LimitName, WithLimits } from "./limits.ts";

export interface WithBotCheck {
  botCheck: BotCheck;
}

/** What a bot check stands before, and the known device that asks, if one does. */
export interface Attempt {
  what: "signIn" | "reset";
  device: string | null;
}

/** What of each is counted where. */
const COUNTS = {
  signIn: { byDevice: "signInByDevice", byAddress: "signInByAddress" },
  reset: { byDevice: "resetsByDevice", byAddress: "resetsByAddress" },
} as const satisfies Record<Attempt["what"], Record<"byDevice" | "byAddress", LimitName>>;

/**
 * Lets an attempt through whose challenge is solved, and uses the solution up. Only such a one counts: with the known device it comes
 * from, else with its address. So nobody spends what a person needs by failing, and no stranger spends a device's. Throws INVALID
 * where the check is wrong, old or used, however many were, LIMITED for too many of either.
 */
export async function passBotCheck(
  ctx: Ctx<Actor, WithBotCheck & WithLimits>,
  { what, device }: Attempt,
  payload: string,
): Promise<void> {
  const { limits } = ctx.services;
  const [limit, key] =
    device === null ? [COUNTS[what].byAddress, clientKey(ctx.request.ip)] : [COUNTS[what].byDevice, device];
  await limits.check(limit, key);
  if (!(await spendBotCheck(ctx, payload)))
    throw new DomainError("INVALID", "The check that you are not a robot has expired. Try again.", {
      field: "botCheck",
    });
  await limits.consume(limit, key);
}

/** Whether the challenge is solved and its solution was not used before; it is from now on. */
async function spendBotCheck(ctx: Ctx<Actor, WithBotCheck>, payload: string): Promise<boolean> {
  const check = await ctx.services.botCheck.verify(payload);
  if (!check.ok) return false;
  const { challengeId, expiresAt } = check;
  // Told by a read, which costs less than a command that comes to nothing.
  if ((await ctx.db.botCheckSolution.count({ where: { challengeId } })) > 0) return false;
  const used = new DomainError("CONFLICT", "This robot check was already used.");
  const spec = { action: "auth.botCheck", capability: null, input: { requestId: randomUUID() } } as const;
  const spent = ctx.command(spec, async ({ tx }) => {
    const { count } = await tx.botCheckSolution.createMany({
      data: { challengeId, expiresAt },
      skipDuplicates: true,
    });
    if (count === 0) throw used;
    return {
      result: true,
      audit: { subject: { type: "bot_check", id: challengeId }, after: { ip: ctx.request.ip } },
    };
  });
  return spent.catch((thrown: unknown) => {
    if (thrown === used) return false;
    throw thrown;
  });
}
