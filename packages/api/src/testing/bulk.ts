import { randomUUID } from "node:crypto";
import type { BankLink, LinkedAccount } from "@countinghouse/providers/bank-link/port";
import type { BulkKind } from "@countinghouse/validators/bulk-jobs/rules";
import type { Role } from "@countinghouse/validators/roles";
import type { RouterInputs, RouterOutputs } from "../index.ts";
import { addBankLink } from "./bank-links.ts";
import type { TestApi } from "./harness.ts";
import { type Payable, payableCustomer } from "./payable.ts";
import { addSchedule } from "./schedules.ts";

export type StartPayments = RouterInputs["bulkJobs"]["startPayments"];
export type StartBalance = RouterInputs["bulkJobs"]["startBalance"];
export type BulkRow = RouterOutputs["bulkJobs"]["rows"]["rows"][number];

/** It is 2026-11-20 in New York. */
export const DUE_ON = "2026-11-19";

export interface DueCustomer extends Payable {
  scheduleId: number;
}

/** A customer who owes $500.00 and has $412.50 of it due since yesterday. */
export async function dueCustomer(api: TestApi): Promise<DueCustomer> {
  const customer = await payableCustomer(api);
  const [row] = await addSchedule(api, customer, [DUE_ON]);
  if (row === undefined) throw new Error("No schedule.");
  return { ...customer, scheduleId: row.id };
}

/** Banks in memory: `answer` tells by access token what is in the accounts, or throws what the provider would. */
export function withBanks(
  api: TestApi,
  answer: (accessToken: string) => LinkedAccount[] | Promise<LinkedAccount[]>,
): void {
  const balances: BankLink["balances"] = async (accessToken) => answer(accessToken);
  api.services.ports.bankLink = { balances } as BankLink;
}

/** An account as a bank tells of it. */
export const linkedAccount = (facts: Partial<LinkedAccount> = {}): LinkedAccount => ({
  accountId: randomUUID(),
  name: "Checking",
  mask: "0000",
  type: "depository",
  subtype: "checking",
  availableCents: 100_000,
  currentCents: 110_000,
  currency: "USD",
  ...facts,
});

/** A customer with one link, whose access token is their id. */
export async function linkedCustomer(api: TestApi): Promise<{ id: number }> {
  const user = await api.user();
  await addBankLink(api, user.id, String(user.id));
  return user;
}

/** Stands for what the server has shown of a row by the time the list is started: `startPayments` puts it in. */
const JUST_REVIEWED = "just reviewed";

/** A reviewed list as the screen sends it. */
export function reviewed(
  kind: StartPayments["kind"],
  customers: readonly { userId: number; scheduleId: number | null; amountCents?: number }[],
  changed: Partial<StartPayments> = {},
): StartPayments {
  const items = customers.map(({ userId, scheduleId, amountCents = 41_250 }) => ({
    userId,
    amountCents,
    scheduleId,
    seen: { balanceCents: null, newestPaymentId: null },
    reviewed: JUST_REVIEWED,
  }));
  return { requestId: randomUUID(), kind, version: 2, items, ...changed };
}

export const bankBalances = (
  users: readonly { id: number }[],
  changed: Partial<StartBalance> = {},
): StartBalance => ({
  requestId: randomUUID(),
  version: 2,
  userIds: users.map(({ id }) => id).join("\n"),
  ...changed,
});

export const startPayments = async (api: TestApi, input: StartPayments, role: Role = "EMPLOYEE") =>
  startPaymentsBy(api, await api.as(role), input);

/** The same pressed by somebody of whom the test knows what else they did. */
export const startPaymentsBy = async (
  api: TestApi,
  { bulkJobs }: Pick<Awaited<ReturnType<TestApi["as"]>>, "bulkJobs">,
  input: StartPayments,
) => bulkJobs.startPayments({ ...input, items: await reviewedItems(api, input) });

/** One request is one review, however often it is sent. */
const reviews = new Map<string, Promise<PreviewRow[]>>();

type PreviewRow = RouterOutputs["bulkJobs"]["preview"]["rows"][number];

async function reviewedItems(api: TestApi, { requestId, kind, version, items }: StartPayments) {
  const unseen = items.filter(({ reviewed: digest }) => digest === JUST_REVIEWED);
  if (unseen.length === 0) return items;
  const review = async () => {
    const userIds = unseen.map(({ userId }) => userId).join(" ");
    return (await (await api.as("VIEWER")).bulkJobs.preview({ kind, version, userIds })).rows;
  };
  const reviewing = reviews.get(requestId) ?? review();
  reviews.set(requestId, reviewing);
  const rows = new Map((await reviewing).map((row) => [row.userId, row]));
  return items.map((item) => {
    const row = item.reviewed === JUST_REVIEWED ? rows.get(item.userId) : undefined;
    if (row === undefined) return item;
    const { balanceCents, newestPaymentId, reviewed: digest } = row;
    return { ...item, seen: { balanceCents, newestPaymentId }, reviewed: digest };
  });
}

export const startBalance = async (api: TestApi, input: StartBalance, role: Role = "EMPLOYEE") =>
  (await api.as(role)).bulkJobs.startBalance(input);

/** All rows of a batch by their position. */
export async function readRows(api: TestApi, batchId: string): Promise<BulkRow[]> {
  const { rows } = await (await api.as("VIEWER")).bulkJobs.rows({ batchId, limit: 2_000 });
  return rows.toSorted((one, other) => one.position - other.position);
}

export const readBatch = async (api: TestApi, batchId: string) =>
  (await api.as("VIEWER")).bulkJobs.batch({ batchId });

/** Ends whatever runs of a kind, so that the next test may start. */
export async function endRunning(api: TestApi, kind: BulkKind): Promise<void> {
  const admin = await api.as("SUPERADMIN");
  const isRunning = async () => (await admin.bulkJobs.running({ kind })).isRunning;
  if (!(await isRunning())) return;
  // A worker may end the job before the reset.
  await admin.bulkJobs.reset({ kind, requestId: randomUUID() }).catch(async (error: unknown) => {
    if (await isRunning()) throw error;
  });
}
