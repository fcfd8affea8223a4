import { Hono } from "hono";
import type {
  ItemErrorWebhook,
  ItemLoginRepairedWebhook,
  PendingDisconnectWebhook,
  UserAccountRevokedWebhook,
  UserPermissionRevokedWebhook,
} from "plaid";
import { z } from "zod";
import { readJson } from "../json-body.ts";
import { sendSyncUpdates } from "./answers.ts";
import { errorBody, ITEM_ERROR_CODES } from "./errors.ts";
import { HEALTHS } from "./institutions.ts";
import { type PlaidItem, readItem } from "./items.ts";
import type { PlaidSettings, PlaidState } from "./state.ts";
import type { Wire } from "./wire.ts";

const itemChangesSchema = z.strictObject({
  error: z.enum(ITEM_ERROR_CODES).nullable().optional(),
  balanceCents: z.int().nullable().optional(),
  syncMutations: z.int().min(0).optional(),
  syncLoops: z.boolean().optional(),
});

const ITEM_NOTICES = [
  "USER_PERMISSION_REVOKED",
  "USER_ACCOUNT_REVOKED",
  "PENDING_DISCONNECT",
  "LOGIN_REPAIRED",
] as const;

const itemNoticeSchema = z.strictObject({ code: z.enum(ITEM_NOTICES), accountId: z.string().optional() });

const accountErrorSchema = z.strictObject({ error: z.enum(ITEM_ERROR_CODES).nullable() });

const healthSchema = z.strictObject({ status: z.enum(HEALTHS) });

const settingsSchema = z.strictObject({
  webhookUrl: z.url().nullable().optional(),
  rateLimits: z.boolean().optional(),
  assetReportSeconds: z.int().min(0).max(86_400).optional(),
});

/**
 * What no caller of Plaid can do: break and mend a link, set what is in it, take a bank down, switch limits on, see the
 * webhooks that were sent and send one again.
 */
export function plaidControl(state: PlaidState): Hono {
  const { items, institutions, webhooks, settings } = state;
  return new Hono()
    .post("/items/:token", async (c) => {
      const item = readItem(c.req.param("token"));
      const changes = await readJson(c, itemChangesSchema);
      const now = items.change(item, changes);
      if (changes.error) sendItemError(state, item);
      return c.json({ itemId: item.id, ...now });
    })
    .post("/items/:token/transactions", async (c) => {
      const sent = await sendSyncUpdates(state, readItem(c.req.param("token")));
      return c.json(sent ?? { errors: ["No webhookUrl is set."] }, sent ? 200 : 409);
    })
    .post("/items/:token/webhook", async (c) => {
      const notice = await readJson(c, itemNoticeSchema);
      if (settings.webhookUrl === null) return c.json({ errors: ["No webhookUrl is set."] }, 409);
      const body = itemNotice(readItem(c.req.param("token")), notice);
      return c.json(await webhooks.send(settings.webhookUrl, body));
    })
    .post("/accounts/:id", async (c) => {
      const { error } = await readJson(c, accountErrorSchema);
      items.breakAccount(c.req.param("id"), error);
      return c.json({ accountId: c.req.param("id"), error });
    })
    .post("/institutions/:id", async (c) => {
      const { status } = await readJson(c, healthSchema);
      institutions.setHealth(c.req.param("id"), status);
      return c.json({ institutionId: c.req.param("id"), status });
    })
    .get("/settings", (c) => c.json(settings))
    .post("/settings", async (c) => {
      const changes: Partial<PlaidSettings> = await readJson(c, settingsSchema);
      return c.json(Object.assign(settings, changes));
    })
    .get("/webhooks", (c) => c.json(webhooks.list()))
    .post("/webhooks/:id/again", async (c) => {
      const again = await webhooks.sendAgain(c.req.param("id"));
      return again ? c.json(again) : c.json({ errors: ["No such webhook."] }, 404);
    })
    .post("/webhook-key", (c) => {
      webhooks.rotateKey();
      return c.body(null, 204);
    });
}

type ItemNotice = Wire<
  | UserPermissionRevokedWebhook
  | UserAccountRevokedWebhook
  | PendingDisconnectWebhook
  | ItemLoginRepairedWebhook
>;

/** A notice about a link that is no error. Without an account id it concerns the first account. */
function itemNotice(item: PlaidItem, { code, accountId }: z.infer<typeof itemNoticeSchema>): ItemNotice {
  const of = { webhook_type: "ITEM", item_id: item.id, environment: "sandbox" } as const;
  switch (code) {
    case "USER_PERMISSION_REVOKED":
      return { ...of, webhook_code: code, error: null };
    case "USER_ACCOUNT_REVOKED":
      return { ...of, webhook_code: code, account_id: accountId ?? item.accounts[0].id };
    case "PENDING_DISCONNECT":
      return { ...of, webhook_code: code, reason: "INSTITUTION_TOKEN_EXPIRATION" };
    default:
      return { ...of, webhook_code: code };
  }
}

/** Plaid tells of errors that the customer has to mend. */
function sendItemError({ settings, webhooks, items }: PlaidState, item: PlaidItem): void {
  const { error } = items.of(item);
  const body = error === null ? null : errorBody(error);
  if (settings.webhookUrl === null || body?.error_type !== "ITEM_ERROR") return;
  void webhooks.send(settings.webhookUrl, {
    webhook_type: "ITEM",
    webhook_code: "ERROR",
    item_id: item.id,
    error: body,
    environment: "sandbox",
  } satisfies Wire<ItemErrorWebhook>);
}
