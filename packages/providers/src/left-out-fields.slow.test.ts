import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../apps/sandbox/src/index.ts";
import { createPlaidBankLink } from "./bank-link/plaid.ts";
import { createMiddeskBusinessVerification } from "./business-verification/middesk.ts";
import type { CrmNote } from "./crm/port.ts";
import { createZohoCrm } from "./crm/zoho.ts";
import { createAlloyDecisioning } from "./decisioning/alloy.ts";
import { ProviderError } from "./provider-error.ts";
import { type AlteringProxy, placesIn, startAlteringProxy, withValue } from "./testing/altering-proxy.ts";
import { createMemoryTokenStore } from "./token-store.ts";

const LINK = "access-sandbox-ins_109508.acc-7:checking:4000000259";
const CONTACT = "5725767010000000012";
const DEAL = "5725767110000000012";
const STAGE = { stage: "Closed Won", declineReason: null };
const ADDRESS = { line1: "1 Main St", line2: null, city: "Fresno", state: "CA", postalCode: "93650" };
const LIEN = {
  state: "CA",
  debtor: { name: "Quill LLC", address: ADDRESS },
  collateral: null,
  principalCents: 500_000,
};

let sandbox: Sandbox;
let proxy: AlteringProxy;
let run = 0;
let businessId = "";
let lienId = "";
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  proxy = await startAlteringProxy(sandbox.origin);
  businessId = (await middesk().createBusiness(business())).id;
  lienId = (await middesk().fileLien(businessId, LIEN)).id;
  sandbox.clock.advance(86_400);
});
afterEach(() => proxy.alter(null));
afterAll(async () => {
  proxy.close();
  await sandbox.close();
});

const behind = (address: string): string => address.replace(sandbox.origin, proxy.url);
const usual = { deadlineMs: 60_000, effectWindowMs: 0, now: () => new Date() };
const tokens = createMemoryTokenStore();

const plaid = () =>
  createPlaidBankLink({ ...sandbox.plaid, ...usual, baseUrl: behind(sandbox.plaid.baseUrl) });
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
  });
const zoho = () => {
  const { baseUrl, accountsUrl, credentials } = sandbox.zoho;
  return createZohoCrm({ ...usual, accountsUrl, credentials, tokens, baseUrl: behind(baseUrl) });
};
const business = () => ({
  externalId: String(run++),
  name: "Quill LLC",
  taxId: "12-3456789",
  phone: null,
  person: "Ada Quill",
  address: ADDRESS,
});
const note = (): CrmNote => ({
  subject: { kind: "deal", id: DEAL },
  title: "t",
  content: "c",
  marker: `m-${run++}`,
});

interface Call {
  name: string;
  call: () => Promise<unknown>;
  /** The places without which, or with another word in which, the answer may be none. */
  needs: readonly string[];
}

/** What reads. */
const READS: readonly Call[] = [
  { name: "Plaid, balances", call: () => plaid().balances(LINK), needs: ["accounts"] },
  { name: "Plaid, numbers", call: () => plaid().auth(LINK), needs: ["accounts", "numbers", "numbers.ach"] },
  {
    name: "Plaid, a link",
    call: () => plaid().itemState(LINK),
    needs: ["item", "item.item_id", "item.error"],
  },
  {
    name: "Plaid, an institution",
    call: () => plaid().institution("ins_109508"),
    needs: ["institution", "institution.institution_id", "institution.name"],
  },
  {
    name: "Plaid, institutions",
    call: () => plaid().institutions({ count: 3, offset: 0 }),
    needs: ["institutions", "total"],
  },
  {
    name: "Zoho, the newest deal",
    call: () => zoho().findDeal(CONTACT),
    needs: ["data", "data.0", "data.0.id", "data.0.Created_Time", "info", "info.more_records"],
  },
  { name: "Zoho, a deal", call: () => zoho().deal(DEAL), needs: ["data", "data.0", "data.0.id"] },
  {
    name: "Zoho, Do Not Fund",
    call: () => zoho().doNotFund(CONTACT),
    needs: ["data", "data.0", "data.0.DNF"],
  },
  { name: "Middesk, a business", call: () => middesk().business(businessId), needs: ["id"] },
  {
    name: "Middesk, liens",
    call: () => middesk().liens(businessId),
    needs: ["data", "data.0", "data.0.id", "has_more"],
  },
  {
    name: "Alloy, an evaluation",
    call: () => alloy().evaluation("L-5zKNq7Rw"),
    needs: ["evaluation_token", "timestamp", "summary"],
  },
];

/** What does something. */
const WRITES: readonly Call[] = [
  {
    name: "Plaid, an order of a report",
    call: () => plaid().createAssetReport({ accessTokens: [LINK], days: 30 }),
    needs: ["asset_report_token", "asset_report_id"],
  },
  {
    name: "Zoho, a stage",
    call: () => zoho().setDealStage(DEAL, STAGE),
    needs: ["data", "data.0", "data.0.status", "data.0.details", "data.0.details.id"],
  },
  {
    name: "Zoho, a note",
    call: () => zoho().createNote(note()),
    needs: ["data", "data.0", "data.0.status", "data.0.details", "data.0.details.id"],
  },
  { name: "Middesk, a new business", call: () => middesk().createBusiness(business()), needs: ["id"] },
  { name: "Middesk, a new lien", call: () => middesk().fileLien(businessId, LIEN), needs: ["id"] },
  { name: "Middesk, the end of a lien", call: () => middesk().terminateLien(lienId), needs: [] },
];

/** "read", or how the call failed. */
async function endOf(call: Call["call"]): Promise<string> {
  try {
    await call();
    return "read";
  } catch (error) {
    if (error instanceof ProviderError) return error.kind;
    throw error;
  }
}

/** How the call ends with this in each place of its answers in turn, the places that it needs apart from the others. */
async function endsWith(put: string | null | undefined, { call, needs }: Call) {
  proxy.seen();
  expect(await endOf(call)).toBe("read");
  const places = proxy.seen().flatMap((answer) => placesIn(answer).filter((place) => place.length > 0));
  const ends = { needed: new Set<string>(), others: new Map<string, string>() };
  for (const place of places) {
    proxy.alter((told) => withValue(told, place, put));
    const end = await endOf(call);
    proxy.alter(null);
    if (needs.includes(place.join("."))) ends.needed.add(end);
    else if (end !== "read") ends.others.set(place.join("."), end);
  }
  return ends;
}

const PUTS = [
  ["left out", undefined],
  ["null", null],
  ["a word of tomorrow", "a word of tomorrow"],
] as const;

describe.each(PUTS)("with a field that is %s", (_what, put) => {
  test.each(READS)("$name is read, unless it is one that is needed", async (call) => {
    expect([...(await endsWith(put, call)).others]).toEqual([]);
  });

  test.each(WRITES)("$name that was done is told as done, and never as refused", async (call) => {
    const { needed, others } = await endsWith(put, call);
    expect([...others]).toEqual([]);
    expect([...needed]).not.toContain("refused");
  });
});
