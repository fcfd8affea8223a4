import { randomUUID } from "node:crypto";
import type { Prisma } from "@countinghouse/db";
import {
  type ApprovalRule,
  type ApprovalRuleTable,
  type Matter,
  NOTHING_WAITS,
} from "@countinghouse/validators/approvals/rules";
import type { Role } from "@countinghouse/validators/roles";
import { expectRefusal } from "./expectations.ts";
import type { TestApi } from "./harness.ts";
import { payableCustomer } from "./payable.ts";
import { payment, record } from "./payments.ts";

const NEVER: ApprovalRule = {
  always: false,
  overCents: null,
  dayOverCents: null,
  atRisk: false,
  newAccount: false,
};

/** Has these rules hold from now on, and nothing else wait. */
export const setRules = (api: TestApi, rules: Partial<Record<Matter, Partial<ApprovalRule>>>) =>
  api.database.unsafeTransaction(async (tx) => {
    const { _max } = await tx.approvalRules.aggregate({ _max: { version: true } });
    const set = Object.entries(rules).map(([matter, rule]) => [matter, { ...NEVER, ...rule }]);
    const table: Partial<ApprovalRuleTable> = { ...NOTHING_WAITS, ...Object.fromEntries(set) };
    await tx.approvalRules.create({
      data: {
        version: (_max.version ?? 0) + 1,
        rules: table as Prisma.InputJsonObject,
        setAt: api.clock.now(),
      },
    });
  });

/** Expects the press to wait, and returns the approval that it waits for as an ADMIN sees it. */
export async function expectToWait(api: TestApi, press: Promise<unknown>) {
  const { approvalId } = await expectRefusal(press, "WAITS", "Sent for approval. Nothing has been done yet");
  return look(api, String(approvalId));
}

export const look = async (api: TestApi, approvalId: string, role: Role = "ADMIN") =>
  (await api.as(role)).approvals.get({ approvalId });

interface Shown {
  id: string;
  effectHash: string;
}

/** Approves what was shown, as an admin of this role. */
export const approve = async (
  api: TestApi,
  { id, effectHash }: Shown,
  role: Role = "ADMIN",
  requestId: string = randomUUID(),
) => (await api.as(role)).approvals.approve({ approvalId: id, effectHash, requestId });

/** Takes back what an EMPLOYEE asked for. */
export const withdraw = async (api: TestApi, approvalId: string) =>
  (await api.as("EMPLOYEE")).approvals.withdraw({ approvalId, requestId: randomUUID() });

/** A manual payment of six hundred dollars that somebody of this role has recorded and that waits, of a customer who owes a thousand. */
export async function waitingPayment(api: TestApi, role: Role = "EMPLOYEE") {
  const { userId, applicationId } = await payableCustomer(api, { owesCents: 100_000 });
  const input = payment(userId, { amountCents: 60_000 });
  const shown = await expectToWait(api, record(api, input, role));
  return { userId, applicationId, input, shown };
}
