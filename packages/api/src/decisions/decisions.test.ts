import { afterAll, beforeAll, expect, it } from "vitest";
import { addApplication } from "../testing/customers.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const addDecision = (userId: number, applicationId: number, createdAt: Date, outcome: string) =>
  api.database.unsafeTransaction((tx) =>
    tx.decision.create({
      data: {
        userId,
        applicationId,
        createdAt,
        outcome,
        flowType: "Gig Worker",
        outcomeReasons: ["Name does not match SSN"],
        primaryDeclineReason: "Fraud",
        decisionUrl: "https://decisions.example.com/1",
      },
    }),
  );

it("decisions of all applications of the user are listed, the latest first, and nobody else's", async () => {
  const [{ id: userId }, { id: otherId }] = [await api.user(), await api.user()];
  const first = await addApplication(api, userId);
  const second = await addApplication(api, userId);
  await addDecision(userId, second.id, new Date("2026-03-02T10:00:00Z"), "Approved");
  await addDecision(userId, first.id, new Date("2026-03-03T10:00:00Z"), "Denied");
  await addDecision(
    otherId,
    (await addApplication(api, otherId)).id,
    new Date("2026-03-04T10:00:00Z"),
    "Error",
  );
  const decisions = await (await api.as("VIEWER")).decisions.list({ userId });
  expect(decisions.map(({ outcome }) => outcome)).toEqual(["Denied", "Approved"]);
  expect(decisions[0]).toEqual({
    id: expect.any(Number),
    applicationId: first.id,
    flowType: "Gig Worker",
    createdAt: new Date("2026-03-03T10:00:00Z"),
    outcome: "Denied",
    outcomeReasons: ["Name does not match SSN"],
    primaryDeclineReason: "Fraud",
    decisionUrl: "https://decisions.example.com/1",
  });
});

it("the underwriting is the newest application's, in cents", async () => {
  const { id: userId } = await api.user();
  const viewer = await api.as("VIEWER");
  expect(await viewer.decisions.underwriting({ userId })).toBeNull();
  for (const requestedAmountCents of [100_000n, 250_000n]) {
    const { id: applicationId } = await addApplication(api, userId);
    await api.database.unsafeTransaction((tx) =>
      tx.underwriting.create({ data: { applicationId, requestedAmountCents } }),
    );
  }
  expect(await viewer.decisions.underwriting({ userId })).toMatchObject({
    requestedAmountCents: 250_000,
    minimumBalance90Cents: null,
    fraudScore: null,
  });
});

it("an application that was not underwritten does not borrow the underwriting of the one before", async () => {
  const { id: userId } = await api.user();
  const { id: applicationId } = await addApplication(api, userId);
  await api.database.unsafeTransaction((tx) => tx.underwriting.create({ data: { applicationId } }));
  await addApplication(api, userId);
  expect(await (await api.as("VIEWER")).decisions.underwriting({ userId })).toBeNull();
});

it("Vantage scores are those of the applications that have one, the latest first", async () => {
  const { id: userId } = await api.user();
  const viewer = await api.as("VIEWER");
  expect(await viewer.decisions.vantageScore({ userId })).toEqual([]);
  const older = await addApplication(api, userId, { vantageScore: 610 });
  await addApplication(api, userId);
  const newer = await addApplication(api, userId, { vantageScore: 655 });
  const scores = await viewer.decisions.vantageScore({ userId });
  expect(scores.map(({ applicationId, score }) => [applicationId, score])).toEqual([
    [newer.id, 655],
    [older.id, 610],
  ]);
});
