import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addOwner } from "../testing/businesses.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

type Lien = { status: string; documentId?: string; documentName?: string; error?: string };

/** A business as it is kept, a minute newer than the one before. */
async function addBusiness(name: string, status: string, liens: Lien[] = []): Promise<number> {
  const userId = await addOwner(api, { firstname: "Ana", lastname: `of ${name}` });
  api.clock.advance({ minutes: 1 });
  const at = { createdAt: api.clock.now(), updatedAt: api.clock.now() };
  await api.database.unsafeTransaction(async (tx) => {
    await tx.business.create({
      data: {
        userId,
        name,
        person: `Ana of ${name}`,
        phone: "2125550144",
        email: "ana@example.com",
        address: "41 Mott St",
        city: "New York",
        state: "NY",
        zipcode: "10013",
        externalId: String(userId),
        businessId: `vendor-${userId}`,
        status,
        batchId: "018f0000-0000-7000-8000-000000000000",
        ...at,
      },
    });
    for (const [index, lien] of liens.entries())
      await tx.businessLien.create({
        data: { userId, state: "NY", ...lien, ...at, createdAt: api.clock.in({ seconds: index }) },
      });
  });
  return userId;
}

const PDF = { documentId: "doc-1", documentName: "UCC-1.pdf" };

describe("the list", () => {
  let bakery: number;
  let garage: number;
  let studio: number;
  let closed: number;
  beforeAll(async () => {
    bakery = await addBusiness("100% Bakery", "in_review");
    garage = await addBusiness("Garage", "approved", [
      { status: "Failed To File Lien", error: "no" },
      { status: "filed", ...PDF },
    ]);
    studio = await addBusiness("Studio", "approved", [{ status: "Failed To File Lien", error: "no state" }]);
    closed = await addBusiness("Closed Shop", "rejected", [{ status: "closed", ...PDF }]);
  });

  type Input = Parameters<Awaited<ReturnType<TestApi["as"]>>["businesses"]["list"]>[0];
  const list = async (input: Input = {}) => (await api.as("VIEWER")).businesses.list(input);
  const ids = async (input: Input) => (await list(input)).rows.map(({ userId }) => userId);

  it("has the newest first, each with its newest lien, and the exact number of all", async () => {
    const { rows, count } = await list();
    expect(count).toBe(4);
    expect(rows).toMatchObject([
      { userId: closed, lienStatus: "closed", lienPdf: "UCC-1.pdf" },
      { userId: studio, lienStatus: "Failed To File Lien", lienError: "no state", lienPdf: "N/A" },
      { userId: garage, lienStatus: "filed", lienError: null, lienPdf: "UCC-1.pdf" },
      { userId: bakery, lienStatus: null, lienError: null, lienPdf: "N/A", isDisabledUser: false },
    ]);
  });

  it("tells no more of the EIN than its last four digits, and nothing of what is sealed", async () => {
    const { rows } = await list({ userId: garage });
    expect(rows[0]?.einLast4).toBe("4413");
    expect(JSON.stringify(rows)).not.toMatch(/47-?0184413|sealed/i);
  });

  it("is filtered by whether there is a lien: one that failed or was closed is none", async () => {
    expect(await ids({ filter: "Yes" })).toEqual([garage]);
    expect(await ids({ filter: "No" })).toEqual([closed, studio, bakery]);
    expect(await ids({ filter: "Clear" })).toHaveLength(4);
  });

  it("is filtered by status and by user, and by all at once", async () => {
    expect(await ids({ businessStatus: "approved" })).toEqual([studio, garage]);
    expect(await ids({ userId: bakery })).toEqual([bakery]);
    expect(await ids({ businessStatus: "approved", filter: "No", search: "ana stud" })).toEqual([studio]);
    expect(await ids({ businessStatus: "open" })).toEqual([]);
  });

  it.each([
    ["garage", () => [garage]],
    ["  of   bakery ", () => [bakery]],
    ["100%", () => [bakery]],
    ["%", () => [bakery]],
    ["_", () => []],
    ["ana@example", () => [closed, studio, garage, bakery]],
  ])("is searched for %j as plain words, in any case", async (search, expected) => {
    expect(await ids({ search })).toEqual(expected());
  });

  it("comes in pages that follow one another, and past the last one is empty", async () => {
    await Promise.all([...Array(52).keys()].map((index) => addBusiness(`Page ${index}`, "open")));
    const pages = [await list({ search: "page" }), await list({ search: "page", page: 2 })];
    expect(pages.map(({ rows, count }) => [rows.length, count])).toEqual([
      [50, 52],
      [2, 52],
    ]);
    const all = await list({ search: "page", pageSize: 100 });
    expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows);
    expect((await list({ search: "page", page: 3 })).rows).toEqual([]);
  });

  it("takes no other size of page", async () => {
    await expect(list({ pageSize: 51 as 50 })).rejects.toThrow(/Invalid/);
  });
});

describe("the record of one user", () => {
  const ofUser = async (userId: number) => (await api.as("VIEWER")).businesses.ofUser({ userId });

  it("has the four facts of the newest lien and the liens of others, and is none without a business", async () => {
    const userId = await addBusiness("Of One", "approved", [
      { status: "Failed To File Lien" },
      { status: "filed", ...PDF },
    ]);
    expect(await ofUser(userId)).toEqual({
      businessId: `vendor-${userId}`,
      midDeskResponseStatus: "approved",
      lienStatus: "filed",
      lienPdf: "UCC-1.pdf",
      othersLiens: [],
    });
    expect(await ofUser(await addOwner(api))).toBeNull();
    await expectRefusal(ofUser(2e9), "NOT_FOUND");
  });
});
