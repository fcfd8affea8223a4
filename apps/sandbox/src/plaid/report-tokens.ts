import { z } from "zod";
import { makeUuid } from "../random.ts";
import { refused } from "./errors.ts";

const PREFIX = "assets-sandbox-";

const orderSchema = z.object({
  accessTokens: z.array(z.string()).min(1),
  days: z.number().int(),
  orderedAt: z.iso.datetime(),
  seconds: z.number().int(),
  user: z.record(z.string(), z.string().nullish()).default({}),
  clientReportId: z.string().nullable(),
  /** Sets apart two orders of the same. */
  nonce: z.string(),
});

/** What was ordered, all of which the report's token carries: reports so outlive a restart of the sandbox. */
export type ReportOrder = z.output<typeof orderSchema>;

/** The token of an order. */
export function makeReportToken(order: ReportOrder): string {
  return PREFIX + Buffer.from(JSON.stringify(order)).toString("base64url");
}

/** The id of the report with this token. */
export function makeReportId(token: string): string {
  return makeUuid(token);
}

/**
 * What was ordered under a token. A token that never was given out stands for a report made long ago, on the link whose
 * access token has the same name. Throws Plaid's error for what is no token.
 */
export function readReportOrder(token: string, now: Date): ReportOrder {
  const [, name] = /^assets-sandbox-([\w-]+)$/.exec(token) ?? [];
  if (name === undefined) throw refused("INVALID_ASSET_REPORT_TOKEN");
  const order = orderSchema.safeParse(parsed(name));
  if (order.success) return order.data;
  return {
    accessTokens: [`access-sandbox-${name}`],
    days: 720,
    orderedAt: new Date(now.getTime() - 3 * 86_400_000).toISOString(),
    seconds: 0,
    user: {},
    clientReportId: null,
    nonce: "",
  };
}

function parsed(name: string): unknown {
  try {
    return JSON.parse(Buffer.from(name, "base64url").toString());
  } catch {
    return undefined;
  }
}
