import { randomUUID } from "node:crypto";
import type { ApplicationStage } from "@countinghouse/db";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

async function customer(stage: ApplicationStage | null = null) {
  const { id: userId } = await api.user();
  if (stage !== null) await addApplication(api, userId, { stage });
  return { userId, requestId: randomUUID() };
}

const begin = async (input: Awaited<ReturnType<typeof customer>>, role: Role = "EMPLOYEE") =>
  (await api.as(role)).users.beginApplication(input);
const readApplications = (userId: number) =>
  api.database.read.application.findMany({ where: { userId }, orderBy: { id: "asc" } });

it("begins an application that waits for a manual approval and expires after thirty days", async () => {
  const input = await customer();
  const { applicationId, message } = await begin(input);
  expect(message).toBe("Application created. Set its terms in Edit User, then have it approved.");
  expect(await readApplications(input.userId)).toMatchObject([
    {
      id: applicationId,
      stage: "underwriting",
      alloyStatus: "ManualReview",
      manualReviewReason: "Created by hand",
      expiresAt: api.clock.in({ hours: 30 * 24 }),
      approvedAmountCents: null,
    },
  ]);
});

it("allows a payout once Edit User has set the terms and an admin has approved the application", async () => {
  const input = await customer();
  const { applicationId } = await begin(input);
  const admin = await api.as("ADMIN");
  const { version, contact, application } = await admin.users.editForm({ userId: input.userId });
  await admin.users.edit({
    ...contact,
    requestId: randomUUID(),
    userId: input.userId,
    version,
    application: { id: applicationId, version: application?.version ?? 0 },
    approvedAmountCents: 100_000,
    paybackAmountCents: 120_000,
    paymentAmountCents: 30_000,
    firstPaymentDate: "2026-12-01",
    fundsDispersedOption: "nextDayBankACH",
    manualAdjustmentReason: "Other",
    schedule: null,
  });
  const { whyNotFund: before } = await admin.payments.options({ userId: input.userId });
  expect(before).toMatch(/approved/i);
  await admin.users.markManuallyApproved({ requestId: randomUUID(), userId: input.userId });
  const { whyNotFund: after } = await admin.payments.options({ userId: input.userId });
  expect(after).toBeNull();
});

it("begins an application after a funded one, and rejects it after one in any other stage", async () => {
  await begin(await customer("funded"));
  for (const stage of ["started", "underwriting", "offered", "contracted", "declined"] as const) {
    const input = await customer(stage);
    await expectRefusal(
      begin(input),
      "RULE",
      "This customer has an application that is not funded. Restart it instead.",
    );
  }
  await expectRefusal(begin({ userId: 2_000_000_000, requestId: randomUUID() }), "NOT_FOUND");
});

it("begins one application for two simultaneous requests", async () => {
  const other = await customer();
  await Promise.allSettled([begin(other), begin({ ...other, requestId: randomUUID() }, "ADMIN")]);
  expect(await readApplications(other.userId)).toHaveLength(1);
});
