import { randomUUID } from "node:crypto";
import type { PrincipalReason } from "@countinghouse/validators/adverse-action/principal-reasons";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { EmailMessage } from "../auth/message.ts";
import { payloadPlace } from "../outbox/queue.ts";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { createMemoryStorage, type MemoryStorage } from "../testing/memory-storage.ts";
import { noticeText } from "./letter.ts";

let api: TestApi;
let storage: MemoryStorage;
beforeAll(async () => {
  api = await createTestApi();
  storage = createMemoryStorage();
  api.services.ports.objectStorage = storage;
});
afterEach(() => {
  storage.isDown = false;
});
afterAll(() => api.close());

const LENDER = { name: "Countinghouse Capital LLC", address: "41 Mott St, New York, NY 10013" };

/** A declined application, with what the engine said. */
async function declined(facts: { email?: string; reasons?: string[]; declineReason?: string } = {}) {
  const { email = `${randomUUID()}@example.com`, reasons = ["Payment History", "Bureau: open bankruptcy"] } =
    facts;
  const { id: userId } = await api.user({ email });
  const { declineReason = "Payment History" } = facts;
  const { id } = await addApplication(api, userId, { stage: "declined", declineReason });
  await api.database.unsafeTransaction((tx) =>
    tx.decision.create({
      data: {
        userId,
        applicationId: id,
        flowType: "new",
        outcome: "Denied",
        outcomeReasons: reasons,
        createdAt: api.clock.now(),
      },
    }),
  );
  return { userId, email, applicationId: id };
}

const send = async (applicationId: number, role: Role = "EMPLOYEE", reason?: PrincipalReason) =>
  (await api.as(role)).adverseAction.send({
    applicationId,
    requestId: randomUUID(),
    ...(reason && { reason }),
  });
const preview = async (applicationId: number) =>
  (await api.as("VIEWER")).adverseAction.preview({ applicationId });
const sentReasons = async (applicationId: number) =>
  (await api.database.read.adverseActionNotice.findUnique({ where: { applicationId } }))?.reasons;
const readMail = async (applicationId: number) => {
  const { id, payload } = await api.database.read.outboxMessage.findUniqueOrThrow({
    where: { dedupeKey: `adverse_action_notice:${applicationId}` },
  });
  return EmailMessage.parse(JSON.parse(api.vault.open(payloadPlace(id), payload)));
};
const clocks = async (userId: number) =>
  (await (await api.as("VIEWER")).deadlines.list({ kind: "ADVERSE_ACTION", userId })).items;

it("the letter is kept among the files, mailed once with the same bytes, and the deadline is gone", async () => {
  const { userId, email, applicationId } = await declined();
  expect(await clocks(userId)).toHaveLength(1);
  const { fileId } = await send(applicationId);
  const file = await api.database.read.userFile.findUniqueOrThrow({ where: { id: fileId } });
  expect(file).toMatchObject({ userId, applicationId, type: "adverse_action_notice" });
  const kept = storage.objects.get(file.objectKey);
  expect(
    Buffer.from(kept ?? [])
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  expect(kept?.length).toBe(file.sizeBytes);
  const mail = await readMail(applicationId);
  expect(mail).toMatchObject({ to: email, attachment: { contentType: "application/pdf" } });
  expect(Buffer.from(mail.attachment?.base64 ?? "", "base64").equals(Buffer.from(kept ?? []))).toBe(true);
  expect(await clocks(userId)).toEqual([]);
  expect(await api.database.read.adverseActionNotice.findUnique({ where: { applicationId } })).toMatchObject({
    reasons: ["Poor credit performance with us", "Bankruptcy"],
    sentTo: email,
  });
});

it("says who lends, what was decided when, each reason once, and the notice of 12 CFR 1002.9(b)(1)", () => {
  const { head, paragraphs } = noticeText({
    lender: LENDER,
    applicant: { name: "Maria Delgado", address: ["1 Main St"] },
    applicationId: 501,
    decidedOn: "2026-11-16",
    reasons: ["Too many returns"],
    madeAt: api.clock.now(),
  });
  expect(head).toEqual([LENDER.name, LENDER.address]);
  const text = paragraphs.join("\n");
  for (const part of [
    "number 501",
    "2026-11-16",
    "•  Too many returns",
    "Equal Credit Opportunity Act",
    "Federal Trade Commission",
  ])
    expect(text).toContain(part);
});

it("is refused by rule: not declined, no reason, no address, sent already, or no lender", async () => {
  const { id: userId } = await api.user({ email: `${randomUUID()}@example.com` });
  const { id: offered } = await addApplication(api, userId, { stage: "offered" });
  await expectRefusal(send(offered), "RULE", "is not declined");
  const without = await declined({ reasons: [], declineReason: "" });
  await expectRefusal(send(without.applicationId), "RULE", "Choose the principal reason.");
  const nowhere = await declined({ email: "" });
  await expectRefusal(send(nowhere.applicationId), "RULE", "no e-mail address");
  const { applicationId } = await declined();
  api.services.lender = null;
  await expectRefusal(send(applicationId), "RULE", "LENDER_NAME");
  api.services.lender = LENDER;
  await send(applicationId);
  await expectRefusal(send(applicationId, "ADMIN"), "RULE", "The notice was already sent.");
  await expectRefusal(send(2_000_000_000), "NOT_FOUND");
});

it("asks a person for the principal reason where the stored one is vague", async () => {
  const { applicationId } = await declined({ reasons: ["Payment History"], declineReason: "Other" });
  expect(await preview(applicationId)).toMatchObject({
    reasons: ["Poor credit performance with us"],
    unclear: ["Other"],
    mustChoose: true,
    whyNot: null,
  });
  await expectRefusal(send(applicationId), "RULE", "Choose the principal reason.");
  await send(applicationId, "EMPLOYEE", "Unable to verify residence");
  expect(await sentReasons(applicationId)).toEqual([
    "Unable to verify residence",
    "Poor credit performance with us",
  ]);
});

it("is not due where the customer withdrew, and no clock runs", async () => {
  const { userId, applicationId } = await declined({ reasons: [], declineReason: "Customer Cancelled" });
  expect(await clocks(userId)).toEqual([]);
  const refusal = "The customer withdrew the application. No notice is due.";
  expect(await preview(applicationId)).toMatchObject({ whyNot: refusal });
  await expectRefusal(send(applicationId, "EMPLOYEE", "Bankruptcy"), "RULE", refusal);
});

it("is not sent where the letter can not be stored", async () => {
  const { userId, applicationId } = await declined();
  storage.isDown = true;
  await expectRefusal(send(applicationId), "UNAVAILABLE", "Nothing was sent.");
  expect(await clocks(userId)).toHaveLength(1);
});

it("by two at once is sent once", async () => {
  const { applicationId } = await declined();
  const sent = await Promise.allSettled([send(applicationId), send(applicationId, "ADMIN")]);
  expect(sent.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});
