import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../apps/sandbox/src/index.ts";
import { createPaylianceAch } from "./ach/payliance.ts";
import { createPlaidBankLink } from "./bank-link/plaid.ts";
import { createMiddeskBusinessVerification } from "./business-verification/middesk.ts";
import { createZohoCrm } from "./crm/zoho.ts";
import { createAlloyDecisioning } from "./decisioning/alloy.ts";
import { createGoogleSheets } from "./ledger-sheet/google-sheets.ts";
import { ProviderError } from "./provider-error.ts";
import {
  type AlteringProxy,
  placesIn,
  startAlteringProxy,
  valueAt,
  withValue,
} from "./testing/altering-proxy.ts";
import { LEDGER_HEADINGS } from "./testing/ledger-sheet.ts";
import { all, payment, TUESDAY } from "./testing/payliance.ts";
import { CARD, sandboxCards } from "./testing/tabapay.ts";
import { createMemoryTokenStore } from "./token-store.ts";

const LINK = "access-sandbox-ins_109508.acc-7:checking:4000000259";
const CRM_CUSTOMER = "5725767010000000012";
const DAYS = ["2026-03-01", "2026-03-31"] as const;

let sandbox: Sandbox;
let proxy: AlteringProxy;
let run = 0;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(TUESDAY) });
  proxy = await startAlteringProxy(sandbox.origin);
  const business = { line1: "1 Main St", line2: null, city: "Fresno", state: "CA", postalCode: "93650" };
  const { id } = await middesk().createBusiness({
    externalId: "7",
    name: "Quill LLC",
    taxId: null,
    phone: null,
    person: null,
    address: business,
  });
  businessId = id;
  const debtor = { name: "Quill LLC", address: business };
  await middesk().fileLien(id, { state: "CA", debtor, collateral: null, principalCents: 500_000 });
  await ach().send("DEBIT", payment({ key: "returned", amountCents: 503 }));
  await ach().send("DEBIT", payment({ key: "settled", amountCents: 500 }));
  const sale = await cards().pull({ key: "sale", amountCents: 500, cardToken: CARD });
  cardReference = sale.kind === "paid" ? sale.reference : "";
  await sheets().append("Payments", [row("p-1")]);
  sandbox.clock.advance(14 * 86_400);
});
afterAll(async () => {
  proxy.close();
  await sandbox.close();
});

let businessId = "";
let cardReference = "";

/** The address behind the proxy of what is at this one. */
const behind = (address: string): string => address.replace(sandbox.origin, proxy.url);
const usual = { deadlineMs: 60_000, effectWindowMs: 0 };

const plaid = () =>
  createPlaidBankLink({
    ...sandbox.plaid,
    ...usual,
    baseUrl: behind(sandbox.plaid.baseUrl),
    now: () => new Date(TUESDAY),
  });
const tokens = createMemoryTokenStore();
const zoho = () => {
  const { baseUrl, accountsUrl, credentials } = sandbox.zoho;
  const access = { accountsUrl, credentials, tokens, now: () => new Date() };
  return createZohoCrm({ ...access, ...usual, baseUrl: behind(baseUrl) });
};
const middesk = () =>
  createMiddeskBusinessVerification({
    ...sandbox.middesk,
    ...usual,
    baseUrl: behind(sandbox.middesk.baseUrl),
  });
const alloy = () =>
  createAlloyDecisioning({
    ...sandbox.alloy,
    ...usual,
    auth: "basic",
    baseUrl: behind(sandbox.alloy.baseUrl),
    now: () => new Date(),
  });
const ach = () =>
  createPaylianceAch({ ...sandbox.payliance, ...usual, baseUrl: behind(sandbox.payliance.baseUrl) });
const sheets = () => {
  const { baseUrl, spreadsheetId, credentials } = sandbox.google;
  const usually = { ...usual, now: () => new Date(TUESDAY) };
  return createGoogleSheets({
    ...usually,
    baseUrl: behind(baseUrl),
    spreadsheetId,
    credentials,
    headings: LEDGER_HEADINGS,
  });
};
const row = (rowId: string) => ({
  rowId,
  cells: ["2026-03-01", rowId, "Ada Quill", 125.5, "ACH", "DEBIT", "", "ok"],
});
const cards = () => sandboxCards(sandbox, { baseUrl: behind(sandbox.tabapay.baseUrl) });

/** Calls of each vendor. Those that move money tell only how it went, since each has a key of its own. */
const CALLS: readonly (readonly [name: string, call: () => Promise<unknown>])[] = [
  ["Plaid, balances", () => plaid().balances(LINK)],
  ["Plaid, numbers", () => plaid().auth(LINK)],
  ["Plaid, a link", () => plaid().itemState(LINK)],
  ["Plaid, an institution", () => plaid().institution("ins_109508")],
  ["Plaid, institutions", () => plaid().institutions({ count: 3, offset: 0 })],
  ["Zoho, the newest deal", () => zoho().findDeal(CRM_CUSTOMER)],
  ["Zoho, a deal", () => zoho().deal("5725767110000000012")],
  [
    "Zoho, a stage",
    () => zoho().setDealStage("5725767110000000012", { stage: "Closed Won", declineReason: null }),
  ],
  ["Middesk, a business", () => middesk().business(businessId)],
  ["Middesk, a business by our id", () => middesk().findBusiness("7")],
  ["Middesk, liens", () => middesk().liens(businessId)],
  ["Alloy, an evaluation", () => alloy().evaluation("L-5zKNq7Rw")],
  ["Payliance, a debit", async () => (await ach().send("DEBIT", payment({ key: `run-${run++}` }))).kind],
  ["Payliance, a transaction", () => ach().lookUp("settled")],
  ["Payliance, a key", async () => ach().findKey((await ach().lookUp("settled"))?.reference ?? "")],
  ["Payliance, returns", () => all(ach().returnsBetween(...DAYS))],
  ["Payliance, settlements", () => all(ach().settlementsBetween(...DAYS))],
  ["TabaPay, a transaction", () => cards().find(cardReference)],
  [
    "TabaPay, a pull",
    async () => (await cards().pull({ key: `r${run++}`, amountCents: 500, cardToken: CARD })).kind,
  ],
  ["TabaPay, a card", () => cards().query(CARD)],
  ["Google, where a row stands", async () => [...(await sheets().find("Payments", ["p-1"]))]],
  [
    "Google, rows added",
    async () => (await sheets().append("Payments", [row(`p-${run++}`)])).range.startsWith("Payments!A"),
  ],
];

type Outcome = { result: unknown } | { refusal: ProviderError["kind"] };

/** What came of a call; any other error than an adapter's own goes on. */
async function readOutcome(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    return { result: withoutRaw(await call()) };
  } catch (error) {
    if (error instanceof ProviderError) return { refusal: error.kind };
    throw error;
  }
}

/** The answer as it is kept for people says what was altered in it. */
const withoutRaw = (result: unknown): unknown =>
  JSON.parse(
    JSON.stringify(result, (name, value: unknown) => (name === "raw" ? undefined : value)) ?? "null",
  );

/** Whether an answer says what the other does, or nothing (null) in place of a part of it. */
function tellsNoOther(altered: unknown, outcome: unknown): boolean {
  if (altered === null || isDeepStrictEqual(altered, outcome)) return true;
  if (typeof altered !== "object" || typeof outcome !== "object" || outcome === null) return false;
  const [told, whole] = [Object.entries(altered), new Map(Object.entries(outcome))];
  return told.length === whole.size && told.every(([name, value]) => tellsNoOther(value, whole.get(name)));
}

describe.each(CALLS)("%s, whose answer", (_name, call) => {
  async function plainly() {
    proxy.alter(null);
    proxy.seen();
    const outcome = await readOutcome(call);
    expect(outcome).toHaveProperty("result");
    const places = proxy.seen().flatMap((answer) => placesIn(answer).map((place) => ({ answer, place })));
    return { outcome, places };
  }

  test("has a field more than is known, anywhere, tells the same", async () => {
    const { outcome, places } = await plainly();
    for (const { answer, place } of places) {
      const value = valueAt(answer, place);
      if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
      proxy.alter((told) =>
        place.length === 0
          ? { ...(told as object), added_later: { soon: [1] } }
          : withValue(told, place, { ...value, added_later: { soon: [1] } }),
      );
      expect({ place, ...(await readOutcome(call)) }).toEqual({ place, ...outcome });
    }
    expect(places.length).toBeGreaterThan(1);
  });

  test("has a number as text tells the same, or nothing in its place, or that it can not be read", async () => {
    const { outcome, places } = await plainly();
    const misread: unknown[] = [];
    for (const { answer, place } of places) {
      const value = valueAt(answer, place);
      if (typeof value !== "number") continue;
      proxy.alter((told) => withValue(told, place, String(value)));
      const altered = await readOutcome(call);
      if ("result" in altered && !tellsNoOther(altered, outcome)) misread.push(place, altered);
    }
    expect(misread).toEqual([]);
  });

  test.each([
    ["lacks a field", undefined],
    ["has null for a field", null],
    ["has a word of tomorrow for a field", "a word of tomorrow"],
    ["has an empty list for a field", []],
  ])("%s, whichever, is read or refused, and ends in no error of ours", async (_what, put) => {
    const { places } = await plainly();
    const ways = new Set<string>();
    for (const { place } of places) {
      if (place.length === 0) continue;
      proxy.alter((told) => withValue(told, place, put));
      for (const way of Object.keys(await readOutcome(call))) ways.add(way);
    }
    expect(["result", "refusal"]).toEqual(expect.arrayContaining([...ways]));
  });
});

test.each([
  ["status", "AUTHORIZED"],
  ["status", null],
  ["status", undefined],
  ["networkRC", "51"],
  ["networkRC", "a word of tomorrow"],
  ["networkRC", undefined],
  ["SC", 207],
  ["transactionID", undefined],
])("TabaPay with %s as %j is never taken for paid", async (field, value) => {
  proxy.alter((told) => withValue(told, [field], value));
  const pulled = await readOutcome(
    async () => (await cards().pull({ key: `n${run++}`, amountCents: 500, cardToken: CARD })).kind,
  );
  expect(pulled).not.toEqual({ result: "paid" });
  expect(pulled).not.toEqual({ result: "declined" });
});

test.each([
  ["successful", false],
  ["successful", "yes"],
  ["ValidationCode", 7],
  ["AuthorizationId", ""],
  ["AuthorizationId", null],
])("Payliance with %s as %j is never taken for accepted", async (field, value) => {
  proxy.alter((told) => withValue(told, [field], value));
  const sent = await readOutcome(
    async () => (await ach().send("DEBIT", payment({ key: `x-${run++}` }))).kind,
  );
  expect(sent).not.toEqual({ result: "accepted" });
});

test.each([
  ["values", null, "unavailable"],
  ["values", [[7]], "refused"],
  ["majorDimension", "COLUMNS", "unavailable"],
])("Google with %s as %j is never taken for a row that is not there", async (field, value, refusal) => {
  proxy.alter((told) => withValue(told, [field], value));
  expect(await readOutcome(() => sheets().find("Payments", ["p-1"]))).toEqual({ refusal });
});
