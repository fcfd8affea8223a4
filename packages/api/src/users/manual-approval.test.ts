import { randomUUID } from "node:crypto";
import type { AlloyStatus } from "@countinghouse/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addApplication } from "../testing/customers.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

async function userWith(alloyStatus: AlloyStatus) {
  const { id: userId } = await api.user();
  const { id: applicationId } = await addApplication(api, userId, { alloyStatus });
  return { userId, applicationId };
}

const approve = async (userId: number, role: "SUPERADMIN" | "ADMIN" = "ADMIN") =>
  (await api.as(role)).users.markManuallyApproved({ requestId: randomUUID(), userId });

const readApplication = (id: number) => api.database.read.application.findUniqueOrThrow({ where: { id } });

describe("approving by hand", () => {
  it.each(["Denied", "ManualReview", "Pending", "Error", "Expired"] as const)(
    "changes a credit check from %s to Approved, and records the step",
    async (alloyStatus) => {
      const { userId, applicationId } = await userWith(alloyStatus);
      expect(await approve(userId)).toEqual({ message: "Request has been sent successfully" });
      expect(await readApplication(applicationId)).toMatchObject({
        alloyStatus: "Approved",
        manuallyApprovedAt: api.clock.now(),
        version: 2,
      });
      expect(await api.database.read.journeyEvent.findMany({ where: { userId } })).toMatchObject([
        { applicationId, eventId: 120, name: "Manual Review Approved", happenedAt: api.clock.now() },
      ]);
    },
  );

  it("changes the newest application only", async () => {
    const { userId, applicationId: older } = await userWith("Denied");
    const { id: newest } = await addApplication(api, userId, { alloyStatus: "Denied" });
    await approve(userId);
    expect((await readApplication(newest)).alloyStatus).toBe("Approved");
    expect((await readApplication(older)).alloyStatus).toBe("Denied");
  });

  it("is rejected for a check that is already Approved, without an application and for an unknown user", async () => {
    const { userId, applicationId } = await userWith("Approved");
    await expectRefusal(approve(userId), "RULE", "The credit check is already Approved.");
    expect((await readApplication(applicationId)).version).toBe(1);
    const { id } = await api.user();
    await expectRefusal(approve(id), "RULE", "There is no application to approve.");
    await expectRefusal(approve(2_000_000_000), "RULE", "There is no application to approve.");
  });

  it("happens once for two simultaneous admins", async () => {
    const { userId, applicationId } = await userWith("Denied");
    const calls = [approve(userId), approve(userId, "SUPERADMIN")];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await readApplication(applicationId)).version).toBe(2);
  });
});
