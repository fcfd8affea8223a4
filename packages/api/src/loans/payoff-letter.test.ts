import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { payOut } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import type { TestApi } from "../testing/harness.ts";
import { createMemoryStorage, type MemoryStorage } from "../testing/memory-storage.ts";
import { openPayments, order, type Payable, payableCustomer, run } from "../testing/payable.ts";
import { payoffText } from "./payoff-letter.ts";

let api: TestApi;
let storage: MemoryStorage;
beforeAll(async () => {
  ({ api } = await openPayments({ roles: ["EMPLOYEE", "VIEWER"] }));
  storage = createMemoryStorage();
  api.services.ports.objectStorage = storage;
});
afterAll(() => api.close());

const make = async ({ userId }: Pick<Payable, "userId">) =>
  (await api.as("EMPLOYEE")).loans.payoffLetter({ userId, requestId: randomUUID() });

it("is stored among the files of a customer who owes nothing any more", async () => {
  const customer = await payableCustomer(api, { owesCents: 0 });
  await payOut(api, customer.applicationId);
  const { fileId } = await make(customer);
  const file = await api.database.read.userFile.findUniqueOrThrow({ where: { id: fileId } });
  expect(file).toMatchObject({
    userId: customer.userId,
    type: "payoff_letter",
    contentType: "application/pdf",
  });
  const bytes = Buffer.from(storage.objects.get(file.objectKey) ?? []);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
});

it("is refused while something is owed or on its way, and where there was no advance", async () => {
  const owing = await payableCustomer(api);
  await expectRefusal(make(owing), "RULE", "had no advance");
  await payOut(api, owing.applicationId);
  await expectRefusal(make(owing), "RULE", "still has a balance");
  await run(api, order(owing, "DEBIT", { amountCents: 50_000 }));
  await expectRefusal(make(owing), "RULE", "still pending");
  await expectRefusal(make({ userId: 2_000_000_000 }), "NOT_FOUND");
});

it("names the advances, the day, and the financing statement that is terminated", () => {
  const { paragraphs, to } = payoffText({
    lender: { name: "Countinghouse Capital LLC", address: "41 Mott St, New York, NY 10013" },
    name: "Maria Delgado",
    address: ["1 Main St"],
    applicationIds: [501, 502],
    liens: [{ state: "NY", fileNumber: "202611200001" }],
    madeAt: new Date("2026-11-20T17:00:00Z"),
  });
  expect(to).toEqual(["Maria Delgado", "1 Main St"]);
  const text = paragraphs.join("\n");
  for (const part of ["501, 502 are paid in full", "On 2026-11-20", "$0.00", "number 202611200001 in NY"])
    expect(text).toContain(part);
});
