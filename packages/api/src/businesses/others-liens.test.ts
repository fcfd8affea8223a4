import type { VerifiedLien } from "@countinghouse/providers/business-verification/port";
import { afterAll, beforeAll, expect, it } from "vitest";
import { payOut } from "../testing/customers.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addLien } from "../testing/lien-rows.ts";
import { type Payable, payableCustomer } from "../testing/payable.ts";
import { accountForLiens } from "./account-for-liens.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const told = (changed: Partial<VerifiedLien> = {}): VerifiedLien => ({
  id: "lien-of-others",
  state: "NY",
  status: "filed",
  fileNumber: "77",
  filedOn: "2026-11-20",
  filedByOthers: true,
  documents: [],
  ...changed,
});

const waiting = async ({ userId }: Payable) =>
  (await (await api.as("VIEWER")).work.list({ kind: "OTHERS_LIEN" })).items.filter(
    (item) => item.userId === userId,
  );
const shown = async ({ userId }: Payable) =>
  (await (await api.as("VIEWER")).businesses.ofUser({ userId }))?.othersLiens;

it("a lien that others filed after the advance is shown with the customer and waits in Today, until it is closed", async () => {
  const customer = await payableCustomer(api);
  await addLien(api, customer, {});
  const account = (lien: VerifiedLien) => accountForLiens(api.services, customer.userId, [lien]);
  await account(told());
  expect(await shown(customer)).toMatchObject([{ state: "NY", fileNumber: "77", filedOn: "2026-11-20" }]);
  expect(await waiting(customer)).toEqual([]);
  await payOut(api, customer.applicationId);
  expect(await waiting(customer)).toMatchObject([
    { moneyCents: 50_000, said: "Another creditor filed a lien in NY on 2026-11-20, after the advance." },
  ]);
  await account(told({ status: "closed" }));
  expect(await shown(customer)).toEqual([]);
  expect(await waiting(customer)).toEqual([]);
});

it("a lien that others filed before the advance is no item", async () => {
  const customer = await payableCustomer(api);
  await addLien(api, customer, {});
  await payOut(api, customer.applicationId);
  const lien = told({ id: "earlier-lien-of-others", filedOn: "2026-10-01" });
  await accountForLiens(api.services, customer.userId, [lien]);
  expect(await shown(customer)).toHaveLength(1);
  expect(await waiting(customer)).toEqual([]);
});
