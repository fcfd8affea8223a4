import { createHash, randomUUID } from "node:crypto";
import { workOnUndos } from "../../imports/undo-work.ts";
import { workOnImports } from "../../imports/work.ts";
import { setRules, waitingPayment } from "../approvals.ts";
import { addOwner } from "../businesses.ts";
import { addCrmCustomer } from "../crm.ts";
import { addApplication } from "../customers.ts";
import { press } from "../factors.ts";
import { addFile } from "../files.ts";
import type { TestApi } from "../harness.ts";
import { IMPORT_SETTINGS, plannedImport, uploadImport } from "../import-jobs.ts";
import { addFailedWrite, paymentRow } from "../ledger-writes.ts";
import { addLien } from "../lien-rows.ts";
import { payableCustomer } from "../payable.ts";
import type { MutationExamples } from "./book.ts";

/** A manual payment that waits for a second person; later ones do not wait. Returns the id of the approval. */
async function waitingApproval(api: TestApi): Promise<string> {
  await setRules(api, { MANUAL_POSTING: { overCents: 50_000 } });
  const { shown } = await waitingPayment(api);
  await setRules(api, {});
  return shown.id;
}

/** An item of Today: an application in manual review. */
async function workItem(api: TestApi) {
  const { id: userId } = await api.user();
  const { id } = await addApplication(api, userId, {
    stage: "underwriting",
    alloyStatus: "ManualReview",
    manualReviewReason: "Income does not fit.",
    createdAt: api.clock.now(),
  });
  return { kind: "MANUAL_REVIEW", key: String(id) } as const;
}

const COLUMNS = { version: 1 as const, order: ["lastname"], hidden: ["phone"], pinned: [], widths: {} };
const CONTENT = { version: 1 as const, params: { sort: "lastname" }, columns: COLUMNS };

async function savedView(api: TestApi): Promise<string> {
  const view = { list: "users", name: randomUUID(), isShared: false, content: CONTENT };
  return (await (await api.as("EMPLOYEE")).lists.saveView({ ...press(), ...view })).id;
}

const aFile = () => ({ "customers.csv": `Customer ID,First Name,Last Name\n${randomUUID()},Ana,Diaz\n` });

/** An import that was started and that no worker has taken yet. */
async function startedImport(api: TestApi): Promise<string> {
  const { id, digest } = await plannedImport(api, aFile());
  await (await api.as("SUPERADMIN")).imports.start({ ...press(), id, digest });
  return id;
}

/** A customer whose business has a lien. */
async function lienHolder(api: TestApi, lien: Parameters<typeof addLien>[2]): Promise<number> {
  const customer = await payableCustomer(api);
  await addLien(api, customer, lien);
  return customer.userId;
}

/** A lien that the verifier lists and the product does not know; returns the verifier's id. */
async function unmatchedLien(api: TestApi): Promise<string> {
  const userId = await lienHolder(api, { status: "closed" });
  const vendorId: string = randomUUID();
  const at = { foundAt: api.clock.now(), updatedAt: api.clock.now() };
  await api.database.unsafeTransaction((tx) =>
    tx.unmatchedLien.create({ data: { vendorId, userId, state: "NY", status: "pending", ...at } }),
  );
  return vendorId;
}

/** The id of a filed lien of a customer who owes nothing. */
async function ownLienId(api: TestApi, lien: Parameters<typeof addLien>[2]): Promise<string> {
  const customer = await payableCustomer(api, { owesCents: 0 });
  await addLien(api, customer, lien);
  const { id } = await api.database.read.businessLien.findFirstOrThrow({
    where: { userId: customer.userId },
  });
  return id;
}

async function addPromise(api: TestApi): Promise<string> {
  const { userId } = await payableCustomer(api);
  const { promises } = await api.as("EMPLOYEE");
  return (await promises.record({ ...press(), userId, amountCents: 2_000, dueOn: "2026-11-23" })).id;
}

/** Examples about Today, promises, approvals, lists, imports, liens and exports. */
export const DESK_EXAMPLES: MutationExamples = {
  "work.hold": async ({ api }) => ({ input: await workItem(api), other: { key: "1" } }),
  "work.release": async ({ api }) => ({ input: await workItem(api), other: { key: "1" } }),
  "work.assign": async ({ api }) => ({
    input: { ...(await workItem(api)), adminId: (await api.admin("ADMIN")).id },
    other: { adminId: null },
  }),
  "work.snooze": async ({ api }) => ({
    input: { ...(await workItem(api)), until: "2026-11-24" },
    other: { until: "2026-11-25" },
  }),
  "work.finish": async ({ api }) => ({
    input: { ...(await workItem(api)), reason: "The customer was called." },
    other: { reason: "Nobody answered." },
  }),
  "work.reopen": async ({ api }) => ({ input: await workItem(api), other: { key: "1" } }),
  "work.sendAgain": async ({ api }) => {
    const error = "The sheet is being moved.";
    await addFailedWrite(api, { sheet: "Payments", rows: [paymentRow("Maria Delgado")], error });
    const key = `LEDGER_SHEET:${createHash("md5").update(error).digest("hex")}`;
    return { input: { key }, other: { key: "LEDGER_SHEET:0" } };
  },
  "work.setTarget": async () => ({
    input: { kind: "LIEN", days: 7, version: 0 },
    other: { days: 8 },
  }),
  "drift.repair": async ({ api }) => {
    const { userId } = await addCrmCustomer(api, { doNotFund: true, doNotFundReason: "Defaulted" });
    const drift = { what: "flag", subject: String(userId), userId, ours: "on", theirs: "off" };
    const at = { foundAt: api.clock.now(), seenAt: api.clock.now() };
    const { id } = await api.database.unsafeTransaction((tx) =>
      tx.drift.create({ data: { ...drift, ...at } }),
    );
    return { input: { id }, other: { id: randomUUID() } };
  },
  "approvals.deny": async ({ api }) => ({
    input: { approvalId: await waitingApproval(api), note: "It is another customer's." },
    other: { note: "It is unknown." },
  }),
  "approvals.withdraw": async ({ api }) => ({
    input: { approvalId: await waitingApproval(api) },
    other: { approvalId: await waitingApproval(api) },
  }),
  "lists.arrange": async () => ({
    input: { list: "users", columns: COLUMNS },
    other: { columns: null },
  }),
  "lists.openWith": async ({ api }) => ({
    input: { list: "users", viewId: await savedView(api) },
    other: { viewId: null },
  }),
  "lists.saveView": async () => ({
    input: { list: "users", name: "Past due", isShared: false, content: CONTENT },
    other: { name: "Paid" },
  }),
  "lists.changeView": async ({ api }) => ({
    input: {
      id: await savedView(api),
      version: 1,
      name: "Renamed",
      isShared: false,
      content: { ...CONTENT, columns: null },
    },
    other: { name: "Other" },
  }),
  "lists.deleteView": async ({ api }) => ({
    input: { id: await savedView(api) },
    other: { id: randomUUID() },
  }),
  "lists.restoreView": async ({ api }) => {
    const id = await savedView(api);
    await (await api.as("EMPLOYEE")).lists.deleteView({ ...press(), id });
    return { input: { id }, other: { id: randomUUID() } };
  },
  "customerLists.freeze": async ({ api }) => {
    const of = { list: "chosen", from: "Users", userIds: [(await api.user()).id] } as const;
    return {
      input: { of: { ...of, userIds: [...of.userIds] }, expected: 1 },
      other: { expected: 2 },
    };
  },
  "imports.plan": async ({ api }) => ({
    input: { id: await uploadImport(api, aFile()), settings: IMPORT_SETTINGS },
    other: { settings: { ...IMPORT_SETTINGS, strict: true } },
  }),
  "imports.start": async ({ api }) => ({
    input: await plannedImport(api, aFile()),
    other: { digest: "0".repeat(64) },
  }),
  "imports.pause": async ({ api }) => ({
    input: { id: await startedImport(api) },
    other: { id: randomUUID() },
  }),
  "imports.resume": async ({ api }) => {
    const id = await startedImport(api);
    await (await api.as("SUPERADMIN")).imports.pause({ ...press(), id });
    return { input: { id }, other: { id: randomUUID() } };
  },
  "imports.discard": async ({ api }) => ({
    input: { id: (await plannedImport(api, aFile())).id },
    other: { id: randomUUID() },
  }),
  "imports.undo": async ({ api }) => {
    await workOnImports(api.services);
    const id = await startedImport(api);
    await workOnImports(api.services);
    await (await api.as("SUPERADMIN")).imports.undo({ ...press(), id, step: "check" });
    await workOnUndos(api.services);
    return { input: { id, step: "begin" }, other: { step: "check" } };
  },
  "businesses.register": async ({ api }) => ({
    input: { userIds: `${await addOwner(api)}`, retry: false },
    other: { retry: true },
  }),
  "businesses.fileLiens": async ({ api }) => ({
    input: { userIds: [await lienHolder(api, { status: "closed" })] },
    other: { userIds: [await lienHolder(api, { status: "closed" })] },
  }),
  "businesses.fileLienAgain": async ({ api }) => {
    const sentAt = api.clock.in({ hours: -1 });
    const userId = await lienHolder(api, { status: "Filing Not Confirmed", askedAt: sentAt, sentAt });
    const reason = "Middesk says on the phone that there is none.";
    return { input: { userId, sentAt, reason }, other: { reason: "Nobody knows it." } };
  },
  "businesses.adoptLien": async ({ api }) => ({
    input: { vendorId: await unmatchedLien(api) },
    other: { vendorId: "another" },
  }),
  "businesses.terminateLien": async ({ api }) => ({
    input: { vendorId: await unmatchedLien(api) },
    other: { vendorId: "another" },
  }),
  "businesses.terminateOwnLien": async ({ api }) => ({
    input: { lienId: await ownLienId(api, {}) },
    other: { lienId: randomUUID() },
  }),
  "businesses.continueLien": async ({ api }) => ({
    input: { lienId: await ownLienId(api, { lapsesOn: new Date("2026-12-20") }), filedOn: "2026-11-20" },
    other: { filedOn: "2026-11-19" },
  }),
  "promises.record": async ({ api }) => ({
    input: { userId: (await payableCustomer(api)).userId, amountCents: 2_000, dueOn: "2026-11-23" },
    other: { amountCents: 2_100 },
  }),
  "promises.change": async ({ api }) => {
    const promiseId = await addPromise(api);
    return {
      input: { promiseId, amountCents: 3_000, dueOn: "2026-11-24", version: 1 },
      other: { amountCents: 3_100 },
    };
  },
  "promises.end": async ({ api }) => ({
    input: { promiseId: await addPromise(api), version: 1 },
    other: { promiseId: randomUUID() },
  }),
  "businesses.lienPdfs": async ({ api }) => {
    const [one, two] = [
      await lienHolder(api, { documentId: "document-1" }),
      await lienHolder(api, { documentId: "document-2" }),
    ];
    return { input: { userIds: [one, two] }, other: { userIds: [one] } };
  },
  "collections.exportCsv": async ({ api }) => {
    const [one, two] = [(await api.user()).id, (await api.user()).id];
    return { input: { userIds: [one, two] }, other: { userIds: [one] } };
  },
  "collections.zip": async ({ api, storage }) => {
    const [one, two] = [(await api.user()).id, (await api.user()).id];
    for (const userId of [one, two]) await addFile(api, storage, userId);
    return { input: { type: "contracts", userIds: [one, two] }, other: { userIds: [one] } };
  },
  "funnel.recordExport": async () => {
    const report = { startDate: "2026-10-01", endDate: "2026-10-31", dealType: "New" } as const;
    return { input: { report, rows: 23 }, other: { rows: 24 } };
  },
  "reconciliation.recordExport": async () => ({
    input: {
      tab: "fundings",
      customDate: { start: "2026-11-01", end: "2026-11-02" },
      issuesOnly: true,
      status: "Double Funded",
      rows: 2,
      userIds: [],
    },
    other: { rows: 3 },
  }),
};
