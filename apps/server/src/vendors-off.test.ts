import { drainOutbox } from "@countinghouse/api/outbox/deliver";
import { createOutboxHandlers } from "@countinghouse/api/outbox-handlers";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { addFailedWrite, paymentRow } from "@countinghouse/api/testing/ledger-writes";
import { createMemoryStorage } from "@countinghouse/api/testing/memory-storage";
import { ALL_VENDORS } from "@countinghouse/api/vendors-off";
import { ProviderError } from "@countinghouse/providers/provider-error";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";
import { checkVendor, vendorChecks } from "./vendor-checks.ts";
import { OFF } from "./vendors-off.ts";

let api: TestApi;
let served: Served;
beforeAll(async () => {
  api = await createTestApi();
  api.vendorsOff.push(...ALL_VENDORS);
  served = await serve(api.services);
});
afterAll(async () => {
  await served.close();
  await api.close();
});

it.each<[vendor: string, ask: () => Promise<unknown>]>([
  ["ach", () => OFF.ach.lookUp("key")],
  ["cards", () => OFF.cards.find("reference")],
  ["bankLink", () => OFF.bankLink.balances("token")],
  ["crm", () => OFF.crm.deal("1")],
  ["decisioning", () => OFF.decisioning.evaluation("L-1")],
  ["businessVerification", () => OFF.businessVerification.liens("1")],
  ["ledgerSheet", () => OFF.ledgerSheet.find("Payments", [])],
  ["fileTransfer", () => OFF.fileTransfer.list("/")],
])("the replacement of %s sends nothing, and refuses with the reason", async (_vendor, ask) => {
  const refusal = await Promise.resolve()
    .then(ask)
    .catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(ProviderError);
  expect(refusal).toMatchObject({
    kind: "refused",
    message: expect.stringMatching(/ is not set up here\.$/),
  });
});

it("npm run vendors:check sends nothing to a vendor that is off, and does not count it as a failure", async () => {
  const [check] = vendorChecks(
    {
      ...OFF,
      objectStorage: createMemoryStorage(),
      signInToMail: () => Promise.resolve(),
      virusScanner: null,
      uploadsFolder: "/",
    },
    api.clock.now(),
  );
  expect(check && (await checkVendor(check))).toMatchObject({
    vendor: "Plaid",
    state: "off",
    reason: "Bank links are off: Plaid is not set up here.",
  });
});

it("a message that was queued while the vendor was on fails at once with the reason", async () => {
  const { id } = await addFailedWrite(api, { sheet: "Payments", rows: [paymentRow("Maria")] });
  await api.database.unsafeTransaction((tx) =>
    tx.outboxMessage.update({ where: { id }, data: { state: "QUEUED", nextAt: api.clock.now() } }),
  );
  const mailer = { send: () => Promise.resolve() };
  await drainOutbox(api.services, createOutboxHandlers({ ...OFF, mailer }), ["LEDGER_SHEET"]);
  expect(await api.database.read.outboxMessage.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: "FAILED",
    lastError: "The ledger sheet is off: Google Sheets is not set up here.",
  });
});

it.each(["/api/webhooks/plaid", "/api/webhooks/middesk", "/re-access/redeem"])(
  "answers 404 at %s for a vendor that is off",
  async (path) => {
    expect((await served.post(path, "{}", { authorization: "Bearer " })).status).toBe(404);
  },
);
