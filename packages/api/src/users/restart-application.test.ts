import { randomUUID } from "node:crypto";
import type { PaymentState } from "@countinghouse/db";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, expect, it } from "vitest";
import { moveIntent } from "../payments/state.ts";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

const PATHS: Record<"READY" | "UNKNOWN" | "NEEDS_REVIEW", PaymentState[]> = {
  READY: ["READY"],
  UNKNOWN: ["READY", "SENDING", "UNKNOWN"],
  NEEDS_REVIEW: ["READY", "SENDING", "UNKNOWN", "NEEDS_REVIEW"],
};
let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

async function offered(facts: Parameters<typeof addApplication>[2] = {}) {
  const { id: userId } = await api.user();
  const { id: applicationId } = await addApplication(api, userId, { stage: "offered", ...facts });
  return { requestId: randomUUID(), userId, applicationId, version: 1 };
}

const restart = async (input: Awaited<ReturnType<typeof offered>>, role: Role = "EMPLOYEE") =>
  (await api.as(role)).users.restartApplication(input);

const readApplications = (userId: number) =>
  api.database.read.application.findMany({ where: { userId }, orderBy: { id: "asc" } });

it("begins a new application in the same workflow, and expires the old one without deleting it", async () => {
  const input = await offered({ workflowUsed: "SMB", isSmb: true, alloyStatus: "Approved" });
  const result = await restart(input);
  const [old, fresh] = await readApplications(input.userId);
  expect(result).toEqual({
    success: true,
    message: "Application restarted successfully!",
    applicationId: fresh?.id,
  });
  expect(old).toMatchObject({ stage: "offered", alloyStatus: "Approved", expiresAt: api.clock.now() });
  expect(fresh).toMatchObject({
    stage: "started",
    workflowUsed: "SMB",
    isSmb: true,
    alloyStatus: "Pending",
    isContractSigned: false,
    expiresAt: api.clock.in({ hours: 30 * 24 }),
  });
});

it("does not change the expiry of an expired application", async () => {
  const expiresAt = api.clock.in({ hours: -48 });
  const input = await offered({ expiresAt });
  await restart(input);
  expect((await readApplications(input.userId))[0]?.expiresAt).toEqual(expiresAt);
});

/** Creates a funding of the application, and moves it along `path`. */
const fund = (
  { userId, applicationId }: { userId: number; applicationId: number },
  path: PaymentState[],
  { secondFunding = false } = {},
) =>
  api.database.unsafeTransaction(async (tx) => {
    const funding = { kind: "FUND", paymentType: "CREDIT", amountCents: 90_000, secondFunding } as const;
    const { id } = await tx.paymentIntent.create({
      data: { userId, applicationId, businessKey: randomUUID(), ...funding },
    });
    await moveIntent(tx, id, "CREATED", path);
  });

it.each(["READY", "UNKNOWN", "NEEDS_REVIEW"] as const)(
  "is rejected while a first or second funding is %s, because it may be paid out already",
  async (state) => {
    for (const secondFunding of [false, true]) {
      const input = await offered();
      if (secondFunding) await fund(input, ["READY", "SENDING", "SUBMITTED", "RETURNED"]);
      await fund(input, PATHS[state], { secondFunding });
      await expectRefusal(restart(input), "RULE", "A payment like this one is not finished yet.");
      expect(await readApplications(input.userId)).toMatchObject([{ id: input.applicationId, version: 1 }]);
    }
  },
);

it("is possible after a funding that was charged back", async () => {
  const input = await offered();
  await fund(input, ["READY", "SENDING", "SUCCEEDED", "CHARGED_BACK"]);
  await restart(input);
  expect(await readApplications(input.userId)).toHaveLength(2);
});

it("is rejected when the application is funded, and when there is none", async () => {
  const funded = await offered({ stage: "funded" });
  await expectRefusal(restart(funded), "RULE", "A funded application can not be restarted.");
  const { id: userId } = await api.user();
  await expectRefusal(restart({ ...funded, userId }), "RULE", "There is no application to restart.");
});

it("is rejected for an older version, an older application and another customer's application", async () => {
  const [input, other] = [await offered(), await offered()];
  await expectRefusal(restart({ ...input, version: 2 }), "CONFLICT", /has changed/);
  await expectRefusal(restart({ ...input, applicationId: other.applicationId }), "CONFLICT");
  await addApplication(api, input.userId);
  await expectRefusal(restart(input), "CONFLICT");
  expect(await readApplications(input.userId)).toHaveLength(2);
});

it("happens once for two simultaneous admins", async () => {
  const input = await offered();
  const calls = [restart(input), restart({ ...input, requestId: randomUUID() }, "ADMIN")];
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await readApplications(input.userId)).toHaveLength(2);
});
