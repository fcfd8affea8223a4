import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { DEMONSTRATION_KEYS } from "./files.ts";
import { FIXTURES } from "./fixtures.ts";
import { seedDatabase } from "./seed-database.ts";

let held: TestDatabase;
beforeAll(async () => {
  held = await createTestDatabase({ size: 2 });
  const { ownerUrl: url, vault } = held;
  const now = new Date("2026-03-10T15:00:00Z");
  await seedDatabase({ url, vault, users: 200, now, adminPassword: "correct horse battery" });
});
afterAll(() => held.drop());

const files = (where: object) =>
  held.database.read.userFile.findMany({
    where,
    include: { application: true },
    orderBy: { createdAt: "asc" },
  });

describe("demonstration documents", () => {
  it("each funded customer agreed, was told, and signed, in this order", async () => {
    const funded = await held.database.read.application.findMany({ where: { stage: "funded" } });
    expect(funded.length).toBeGreaterThan(50);
    for (const { id } of funded) {
      const types = (await files({ applicationId: id })).map(({ type }) => type);
      const [consent, ...rest] = types.filter((type) => type !== "bank_statement" && type !== "other");
      expect([consent, ...rest.slice(0, 3)]).toEqual(["consent", "disclosure", "contract", "addendum"]);
    }
  });

  it("belong to an application of their own customer, and lie where only such documents do", async () => {
    for (const { userId, application, objectKey } of await files({})) {
      expect(application?.userId).toBe(userId);
      expect(objectKey).toMatch(new RegExp(`^(${DEMONSTRATION_KEYS}${userId}/|lost/)`));
    }
  });

  it("the contract of an application is the file the application names", async () => {
    const signed = await held.database.read.application.findMany({ where: { isContractSigned: true } });
    const keys = new Set((await files({ type: "contract" })).map(({ objectKey }) => objectKey));
    expect(signed.filter(({ contractKey }) => !keys.has(contractKey))).toEqual([]);
  });

  it("one customer's statement was lost, another's files have names that are not harmless", async () => {
    expect(
      await files({ userId: FIXTURES.loginDisabled.id, objectKey: { startsWith: "lost/" } }),
    ).toHaveLength(1);
    const names = (await files({ userId: FIXTURES.longNames.id, type: "other" })).map(({ name }) => name);
    expect(names).toContain("../../etc/passwd");
    expect(names).toContain('a"b\r\n.pdf');
    expect(Math.max(...names.map((name) => name.length))).toBe(200);
  });

  it("a contract that was signed again has its file, one that was not yet has none", async () => {
    const { fundedUser, contractedNotFunded } = FIXTURES;
    const readRecontracts = (userId: number) => held.database.read.recontract.findMany({ where: { userId } });
    const [signed] = await readRecontracts(fundedUser.id);
    expect(await files({ id: signed?.fileId ?? "" })).toMatchObject([
      { userId: fundedUser.id, type: "contract" },
    ]);
    expect(await readRecontracts(contractedNotFunded.id)).toMatchObject([{ fileId: null, signedAt: null }]);
  });
});
