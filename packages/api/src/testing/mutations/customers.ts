import { randomUUID } from "node:crypto";
import { StoredReport } from "../../asset-reports/stored.ts";
import { crmLane } from "../../deals/message.ts";
import { addAccount, addCard } from "../accounts.ts";
import { addBankLink } from "../bank-links.ts";
import { aBankReport } from "../bank-reports.ts";
import { addCrmCustomer, placeDeal } from "../crm.ts";
import { addApplication, addUserWithSsn } from "../customers.ts";
import { editableCustomer, editInput, openForm } from "../edit-user.ts";
import { press } from "../factors.ts";
import { addFile } from "../files.ts";
import type { TestApi } from "../harness.ts";
import type { MutationBook, MutationExamples } from "./book.ts";

async function addNote(api: TestApi) {
  const { id: userId } = await api.user();
  return (await api.as("EMPLOYEE")).notes.create({ ...press(), userId, note: "Called, no answer." });
}

async function addRemark(api: TestApi) {
  const { id: userId } = await api.user();
  const remark = { userId, category: "Bankruptcy", remarkDate: "2026-11-20", note: "Chapter 7." } as const;
  return (await api.as("EMPLOYEE")).remarks.add({ ...press(), ...remark });
}

async function setBan(api: TestApi) {
  const { userId } = await addCrmCustomer(api);
  const ban = { userId, doNotFund: true, reason: "Defaulted" } as const;
  await (await api.as("EMPLOYEE")).doNotFund.set({ ...press(), ...ban });
  return userId;
}

/** Fails the first message to the CRM about the customer; returns its id. */
async function failFirstStep(api: TestApi, userId: number): Promise<string> {
  const { rows } = await api.database.pool.query<{ id: string }>(
    `UPDATE outbox_message SET state = 'FAILED', last_error = 'The CRM is being moved.' WHERE id = (
       SELECT id FROM outbox_message WHERE lane = $1 ORDER BY position LIMIT 1) RETURNING id::text AS id`,
    [crmLane(userId)],
  );
  return rows[0]?.id ?? "";
}

async function dealIn({ api, delivery }: MutationBook) {
  const { userId, crmId } = await addCrmCustomer(api);
  return { userId, dealId: placeDeal(delivery, crmId, "Underwriting") };
}

async function linkedCustomer(api: TestApi): Promise<number> {
  const { id } = await api.user();
  await addBankLink(api, id);
  return id;
}

async function addDecline(api: TestApi) {
  const { id: userId } = await api.user({ email: `${randomUUID()}@example.com` });
  const { id: applicationId } = await addApplication(api, userId, {
    stage: "declined",
    declineReason: "Payment History",
  });
  const outcome = { flowType: "new", outcome: "Denied", outcomeReasons: ["Payment History"] };
  await api.database.unsafeTransaction((tx) =>
    tx.decision.create({ data: { userId, applicationId, ...outcome, createdAt: api.clock.now() } }),
  );
  return { applicationId };
}

const addReport = (api: TestApi, userId: number) =>
  api.database.unsafeTransaction((tx) =>
    tx.assetReport.create({
      data: {
        userId,
        state: "READY",
        daysRequested: 720,
        requestedAt: api.clock.now(),
        report: StoredReport.encode(aBankReport([["2026-11-03", 40_000, "WIRE IN NORTHSIDE CATERING"]])),
      },
      select: { id: true },
    }),
  );

/** Examples about customers, their notes, accounts, applications, deals and files. */
export const CUSTOMER_EXAMPLES: MutationExamples = {
  "users.create": async () => ({
    input: {
      firstname: "Ana",
      lastname: "Diaz",
      companyName: "Diaz Catering",
      email: "ana.diaz@example.com",
      phone: "(212) 555-0144",
      ssn: "800-12-3456",
      ein: "12-3456789",
      currentAddress: "41 Mott St",
      city: "New York",
      state: "ny",
      zipcode: "10013",
    },
    other: { firstname: "Bea" },
  }),
  "users.beginApplication": async ({ api }) => {
    const { id: userId } = await api.user();
    await addApplication(api, userId, { stage: "funded" });
    return { input: { userId }, other: { userId: (await api.user()).id } };
  },
  "users.edit": async ({ api }) => {
    const { userId } = await editableCustomer(api);
    const raise = { approvedAmountCents: 550_000, manualAdjustmentReason: "Customer Request" } as const;
    const input = editInput(await openForm(api, userId), { ...raise, einTax: "987654321" });
    return { input, other: { city: "Brooklyn" } };
  },
  "users.retryEditStep": async ({ api }) => {
    const { crmId } = await addCrmCustomer(api);
    const { userId } = await editableCustomer(api, {}, { zohoId: crmId });
    const { users } = await api.as("EMPLOYEE");
    await users.edit(editInput(await openForm(api, userId), { phone: "6465550123" }));
    return { input: { userId, stepId: await failFirstStep(api, userId) }, other: { stepId: randomUUID() } };
  },
  "users.markManuallyApproved": async ({ api }) => {
    const { id: userId } = await api.user();
    await addApplication(api, userId, { alloyStatus: "ManualReview" });
    return { input: { userId }, other: { userId: userId + 1 } };
  },
  "users.restartApplication": async ({ api }) => {
    const { id: userId } = await api.user();
    const { id: applicationId } = await addApplication(api, userId, { stage: "offered" });
    return { input: { userId, applicationId, version: 1 }, other: { version: 2 } };
  },
  "users.setExternalPayment": async ({ api }) => {
    const { id: userId } = await api.user();
    const external = { isExternal: true, externalAgency: "Atlas" };
    return { input: { userId, version: 1, external }, other: { version: 2 } };
  },
  "users.setFlag": async ({ api }) => {
    const { id: userId } = await api.user();
    return { input: { userId, version: 1, flag: "runPaymentAutomation", on: false }, other: { on: true } };
  },
  "notes.create": async ({ api }) => ({
    input: { userId: (await api.user()).id, note: "Called, no answer." },
    other: { note: "Something else." },
  }),
  "notes.update": async ({ api }) => ({
    input: { id: (await addNote(api)).id, note: "Called again.", version: 1 },
    other: { note: "Something else." },
  }),
  "notes.delete": async ({ api }) => ({
    input: { id: (await addNote(api)).id },
    other: { id: randomUUID() },
  }),
  "notes.restore": async ({ api }) => {
    const { id } = await addNote(api);
    await (await api.as("EMPLOYEE")).notes.delete({ ...press(), id });
    return { input: { id }, other: { id: randomUUID() } };
  },
  "notes.mark": async ({ api }) => ({
    input: { id: (await addNote(api)).id, isPinned: true, followUpOn: "2026-12-01" },
    other: { isPinned: false },
  }),
  "remarks.add": async ({ api }) => ({
    input: {
      userId: (await api.user()).id,
      category: "Bankruptcy",
      remarkDate: "2026-11-20",
      note: "Chapter 7.",
    },
    other: { note: "Chapter 13." },
  }),
  "remarks.end": async ({ api }) => ({
    input: { remarkId: (await addRemark(api)).remarkId, reason: "Discharged." },
    other: { reason: "It was another customer's." },
  }),
  "doNotFund.set": async ({ api }) => ({
    input: { userId: (await addCrmCustomer(api)).userId, doNotFund: true, reason: "Defaulted" },
    other: { reason: "Missed Payments" },
  }),
  "doNotFund.clear": async ({ api }) => {
    const userId = await setBan(api);
    return { input: { userId, doNotFund: false }, other: { userId: userId + 1 } };
  },
  "doNotFund.retryStep": async ({ api }) => {
    const userId = await setBan(api);
    return { input: { userId, stepId: await failFirstStep(api, userId) }, other: { stepId: randomUUID() } };
  },
  "deals.move": async (book) => ({
    input: { ...(await dealIn(book)), stage: "Funding Review" },
    other: { stage: "Waiting for Docs" },
  }),
  "deals.decline": async (book) => ({
    input: { ...(await dealIn(book)), reason: "Stacking" },
    other: { reason: "Fraud" },
  }),
  "deals.request": async ({ api }) => {
    const { userId } = await addCrmCustomer(api, { inDeals: false });
    return { input: { userId }, other: { userId: (await addCrmCustomer(api, { inDeals: false })).userId } };
  },
  "reAccess.create": async ({ api }) => ({
    input: { userId: (await api.user()).id, reason: "Cannot find the upload page" },
    other: { reason: "Another" },
  }),
  "cards.setStatus": async ({ api }) => {
    const { id: cardId } = await addCard(api, (await api.user()).id);
    return { input: { cardId, status: "INACTIVE" }, other: { status: "ACTIVE" } };
  },
  "cards.makePrimary": async ({ api }) => {
    const { id: userId } = await api.user();
    const { id: insteadOf } = await addCard(api, userId, { isPrimary: true });
    const { id: cardId } = await addCard(api, userId, { last4: "1881" });
    return { input: { cardId, insteadOf }, other: { cardId: insteadOf } };
  },
  "bankAccounts.setEnabled": async ({ api }) => {
    const { id: accountId } = await addAccount(api, (await api.user()).id);
    return { input: { accountId, enabled: false }, other: { enabled: true } };
  },
  "bankAccounts.makePrimary": async ({ api }) => {
    const { id: userId } = await api.user();
    const { id: insteadOf } = await addAccount(api, userId, { isPrimary: true });
    const { id: accountId } = await addAccount(api, userId, { number: "5000000333" });
    return { input: { accountId, insteadOf }, other: { accountId: insteadOf } };
  },
  "bankAccounts.addManually": async ({ api }) => ({
    input: {
      userId: (await api.user()).id,
      account: "000987654321",
      name: "Business Checking",
      routing: "021000021",
    },
    other: { account: "000987654322" },
  }),
  "bankAccounts.addLostManually": async ({ api }) => {
    const { id: userId } = await api.user();
    const { id: accountId } = await addAccount(api, userId, { number: "6000100444", isActive: false });
    return { input: { accountId }, other: { accountId: accountId + 1 } };
  },
  "bankLinks.reAuth": async ({ api }) => ({
    input: { userId: await linkedCustomer(api) },
    other: { userId: await linkedCustomer(api) },
  }),
  "bankLinks.fetchBalances": async ({ api }) => ({
    input: { userId: await linkedCustomer(api) },
    other: { userId: await linkedCustomer(api) },
  }),
  "bankStatistics.changeCategory": async ({ api }) => {
    const { id: userId } = await api.user();
    const { id: snapshotId } = await addReport(api, userId);
    const change = { transactionId: "account-0-000001", category: "smallBusinessIncome" } as const;
    return {
      input: { userId, snapshotId, ...change, was: "miscIncome" },
      other: { category: "cardIncome" },
    };
  },
  "assetReports.request": async ({ api }) => ({
    input: { userId: await linkedCustomer(api) },
    other: { userId: await linkedCustomer(api) },
  }),
  "applications.createContractLink": async ({ api, storage }) => ({
    input: { fileId: (await addFile(api, storage, (await api.user()).id)).id },
    other: { fileId: (await addFile(api, storage, (await api.user()).id)).id },
  }),
  "applications.revokeContractLink": async ({ api, storage }) => {
    const { id: fileId } = await addFile(api, storage, (await api.user()).id);
    const { linkId } = await (await api.as("EMPLOYEE")).applications.createContractLink({
      ...press(),
      fileId,
    });
    return { input: { linkId }, other: { linkId: randomUUID() } };
  },
  "adverseAction.send": async ({ api }) => ({
    input: await addDecline(api),
    other: await addDecline(api),
  }),
  "decisions.retryFacts": async ({ api }) => {
    const { id: userId } = await api.user();
    const { id: applicationId } = await addApplication(api, userId, { stage: "declined" });
    const decision = { flowType: "Gig Worker", outcome: "Denied", evaluationToken: "L-1" };
    await api.database.unsafeTransaction((tx) =>
      tx.decision.create({ data: { userId, applicationId, ...decision, createdAt: api.clock.now() } }),
    );
    await (await api.as("VIEWER")).users.get({ id: userId });
    await api.database.unsafeTransaction((tx) =>
      tx.outboxMessage.updateMany({ where: { topic: "BACKFILL" }, data: { state: "FAILED" } }),
    );
    return { input: { userId }, other: { userId: userId + 1 } };
  },
  "files.link": async ({ api, storage }) => ({
    input: { fileId: (await addFile(api, storage, (await api.user()).id)).id, purpose: "download" },
    other: { purpose: "preview" },
  }),
  "files.zip": async ({ api, storage }) => {
    const { id: userId } = await api.user();
    const { id: contract } = await addFile(api, storage, userId);
    const { id: consent } = await addFile(api, storage, userId, { type: "consent" });
    return { input: { userId, fileIds: [contract, consent] }, other: { fileIds: [contract] } };
  },
  "packets.create": async ({ api, storage }) => {
    const { id: userId } = await addUserWithSsn(api, "501832746");
    await addFile(api, storage, userId);
    return { input: { userId }, other: { userId: (await api.user()).id } };
  },
};
