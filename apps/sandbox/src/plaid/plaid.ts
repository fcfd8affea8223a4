import { type Context, Hono } from "hono";
import type {
  AssetReportCreateResponse,
  AssetReportGetResponse,
  AuthGetResponse,
  InstitutionsGetByIdResponse,
  InstitutionsGetResponse,
  ItemGetResponse,
  WebhookVerificationKeyGetResponse,
} from "plaid";
import type { Clock } from "../clock.ts";
import { dayNoon } from "../days.ts";
import type { Vendor } from "../vendor.ts";
import { accountNumbers, accountsAnswer, assertAgeSaid, syncAnswer } from "./answers.ts";
import { createAssetReports } from "./asset-reports.ts";
import { authenticate, requestSubjects } from "./callers.ts";
import { plaidControl } from "./control.ts";
import { bodyOfStatus, errorBody, requestId } from "./errors.ts";
import { createInstitutions, HEALTHS } from "./institutions.ts";
import { createItemStates } from "./item-states.ts";
import { describedItem, readItem } from "./items.ts";
import { createRateLimits } from "./rate-limits.ts";
import { type RequestOf, type RequestPath, readRequest } from "./requests.ts";
import { itemError, type PlaidState, plaidToday, workingItem } from "./state.ts";
import { createWebhooks } from "./webhooks.ts";
import type { Wire } from "./wire.ts";

/** The part of Plaid that reads links, institutions, transactions and asset reports. */
export function createPlaid(clock: Clock, webhookUrl: string | null): Vendor {
  const usual = { webhookUrl, rateLimits: false, assetReportSeconds: 8 };
  const state: PlaidState = {
    clock,
    items: createItemStates(),
    institutions: createInstitutions(clock),
    webhooks: createWebhooks(clock),
    settings: { ...usual },
    awaited: new Set(),
  };
  const reports = createAssetReports(state);
  const limits = createRateLimits(clock);

  /** Counts the call against the limits when they hold, and reads its body. */
  const asked = async <Path extends RequestPath>(c: Context, path: Path): Promise<RequestOf<Path>> => {
    const request = await readRequest(c, path);
    if (state.settings.rateLimits) limits.count(path, requestSubjects(request));
    return request;
  };

  const app = new Hono()
    .use(async (c, next) => {
      await authenticate(c);
      await next();
    })
    .post("/accounts/get", async (c) => {
      const { access_token, options } = await asked(c, "/accounts/get");
      return c.json(accountsAnswer(state, workingItem(state, access_token), options?.account_ids));
    })
    .post("/accounts/balance/get", async (c) => {
      const { access_token, options } = await asked(c, "/accounts/balance/get");
      const item = workingItem(state, access_token);
      assertAgeSaid(item, options?.min_last_updated_datetime);
      return c.json(accountsAnswer(state, item, options?.account_ids));
    })
    .post("/auth/get", async (c) => {
      const { access_token, options } = await asked(c, "/auth/get");
      const item = workingItem(state, access_token);
      const answer = accountsAnswer(state, item, options?.account_ids);
      return c.json({ ...answer, numbers: accountNumbers(item, answer) } satisfies Wire<AuthGetResponse>);
    })
    .post("/item/get", async (c) => {
      const item = readItem((await asked(c, "/item/get")).access_token);
      const last_successful_update = dayNoon(plaidToday(state) - 1).toISOString();
      return c.json({
        item: describedItem(item, itemError(state, item), state.settings.webhookUrl),
        status: { transactions: { last_successful_update, last_failed_update: null }, last_webhook: null },
        request_id: requestId(),
      } satisfies Wire<ItemGetResponse>);
    })
    .post("/institutions/get", async (c) => {
      const { count, offset } = await asked(c, "/institutions/get");
      return c.json({
        ...state.institutions.page(count, offset),
        request_id: requestId(),
      } satisfies Wire<InstitutionsGetResponse>);
    })
    .post("/institutions/get_by_id", async (c) => {
      const { institution_id, options } = await asked(c, "/institutions/get_by_id");
      return c.json({
        institution: state.institutions.get(institution_id, options?.include_status ?? false),
        request_id: requestId(),
      } satisfies Wire<InstitutionsGetByIdResponse>);
    })
    .post("/transactions/sync", async (c) => {
      const { access_token, cursor, count, options } = await asked(c, "/transactions/sync");
      const item = workingItem(state, access_token);
      return c.json(syncAnswer(state, item, { cursor, count, ...options }));
    })
    .post("/asset_report/create", async (c) => {
      const { access_tokens, days_requested, options } = await asked(c, "/asset_report/create");
      for (const token of access_tokens) readItem(token);
      const ordered = reports.order({
        accessTokens: access_tokens,
        days: days_requested,
        clientReportId: options.client_report_id ?? null,
        user: options.user ?? {},
        webhook: options.webhook ?? null,
      });
      return c.json({ ...ordered, request_id: requestId() } satisfies Wire<AssetReportCreateResponse>);
    })
    .post("/asset_report/refresh", async (c) => {
      const { asset_report_token, days_requested, options } = await asked(c, "/asset_report/refresh");
      const changes = { days: days_requested ?? null, webhook: options.webhook ?? null };
      const ordered = reports.refresh(asset_report_token, changes);
      return c.json({ ...ordered, request_id: requestId() } satisfies Wire<AssetReportCreateResponse>);
    })
    .post("/asset_report/get", async (c) => {
      const { asset_report_token, options } = await asked(c, "/asset_report/get");
      return c.json({
        report: reports.get(asset_report_token, options?.days_to_include),
        warnings: [],
        request_id: requestId(),
      } satisfies Wire<AssetReportGetResponse>);
    })
    .post("/asset_report/pdf/get", async (c) => {
      const { asset_report_token, options } = await asked(c, "/asset_report/pdf/get");
      const file = await reports.pdf(asset_report_token, options?.days_to_include);
      return c.body(new Uint8Array(file), 200, { "content-type": "application/pdf" });
    })
    .post("/webhook_verification_key/get", async (c) => {
      const { key_id } = await asked(c, "/webhook_verification_key/get");
      const key = await state.webhooks.key(key_id);
      return c.json({ key, request_id: requestId() } satisfies Wire<WebhookVerificationKeyGetResponse>);
    })
    .all("*", (c) => c.json(errorBody("NOT_FOUND"), 404));

  return {
    name: "plaid",
    app,
    control: plaidControl(state),
    cases: () =>
      state.institutions.list().map(({ id, name, health, since }) => ({
        id,
        key: id,
        name,
        status: health,
        details: [`since ${since.toISOString()}`],
        decidedAt: `/__sandbox/plaid/institutions/${id}`,
        decisions: HEALTHS,
      })),
    errorBody: bodyOfStatus,
    snapshot: () => ({
      settings: state.settings,
      items: state.items.snapshot(),
      institutions: state.institutions.snapshot(),
      assetReports: reports.snapshot(),
      webhooks: state.webhooks.list().length,
    }),
    reset: () => {
      for (const part of [state.items, state.institutions, state.webhooks, reports, limits, state.awaited])
        part.clear();
      Object.assign(state.settings, usual);
    },
  };
}
