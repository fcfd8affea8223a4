import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Sandbox, startSandbox } from "../../../../apps/sandbox/src/index.ts";
import { ProviderError } from "../provider-error.ts";
import { createMiddeskBusinessVerification, type MiddeskConfig } from "./middesk.ts";
import type { BusinessRequest, LienRequest } from "./port.ts";

const DAY_SECONDS = 86_400;

const ADDRESS = { line1: "1 Main St", line2: "Unit 4", city: "Fresno", state: "CA", postalCode: "93650" };
const BUSINESS: BusinessRequest = {
  externalId: "48213",
  name: "Quill Carpentry LLC",
  taxId: "12-3456789",
  phone: "5595550100",
  person: "Ada Quill",
  address: ADDRESS,
};
const LIEN: LienRequest = {
  state: "CA",
  debtor: { name: "Quill Carpentry LLC", address: ADDRESS },
  collateral: "All receivables",
  principalCents: 500_000,
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

describe("a business", () => {
  test("is registered, and found again by its id and by ours", async () => {
    const port = verification();
    const made = await port.createBusiness(BUSINESS);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      externalId: "48213",
      status: "open",
    });
    expect(await port.business(made.id)).toEqual(made);
    expect(await port.findBusiness("48213")).toEqual(made);
    expect(await port.findBusiness("4821")).toBeNull();
  });

  test("is registered with no more than name, address and our id", async () => {
    const bare = {
      ...BUSINESS,
      taxId: null,
      phone: null,
      person: null,
      address: { ...ADDRESS, line2: null },
    };
    expect(await verification().createBusiness(bare)).toMatchObject({ status: "open" });
    const phoneOfNobody = { ...bare, externalId: "48214", phone: "5595550100" };
    expect(await verification().createBusiness(phoneOfNobody)).toMatchObject({ externalId: "48214" });
  });

  test("that Middesk has already is answered as it is, and not made again", async () => {
    const port = verification();
    const first = await port.createBusiness(BUSINESS);
    sandbox.clock.advance(DAY_SECONDS);
    const again = await port.createBusiness({ ...BUSINESS, name: "Quill Carpentry, LLC" });
    expect(again).toEqual({ ...first, status: "in_review" });
    expect(held()).toHaveLength(1);
  });

  test.each(["timeoutAfterEffect", "resetAfterEffect", "statusAfterEffect", "invalidJson", "html"] as const)(
    "whose registration was done but answered by %s is unavailable, and there once it is asked for again",
    async (kind) => {
      sandbox.faults.add({ provider: "middesk", kind, method: "POST" });
      const port = verification({ deadlineMs: 1_500 });
      expect(await failure(port.createBusiness(BUSINESS))).toMatchObject({ kind: "unavailable" });
      expect(await port.createBusiness(BUSINESS)).toMatchObject({ externalId: "48213" });
      expect(held()).toHaveLength(1);
    },
  );

  test("is found beyond the first page of the list", async () => {
    const port = verification();
    const first = await port.createBusiness(BUSINESS);
    for (let count = 0; count < 100; count++)
      await port.createBusiness({ ...BUSINESS, externalId: `other-${count}` });
    expect(await port.findBusiness("48213")).toEqual(first);
    expect(pagesRead()).toBe(2);
  });

  test("that Middesk says it has, but does not list, may be asked for later", async () => {
    sandbox.faults.add({ provider: "middesk", kind: "status", status: 409, method: "POST" });
    expect(await failure(verification().createBusiness(BUSINESS))).toMatchObject({
      kind: "unavailable",
      message: expect.stringContaining("409"),
    });
  });

  test("that Middesk refuses is refused in its own words, without the EIN", async () => {
    const invalid = { ...BUSINESS, taxId: "00-0000003" };
    expect(await failure(verification().createBusiness(invalid))).toMatchObject({
      kind: "refused",
      status: 422,
      vendorCode: "tin",
      message: "middesk: 422 tin: Tin is invalid",
    });
    expect(held()).toHaveLength(0);
  });

  test("that is not there is refused", async () => {
    expect(await failure(verification().business("7/liens"))).toMatchObject({ kind: "refused", status: 404 });
  });

  test.each([
    ["open", 0],
    ["pending", 10],
    ["in_review", DAY_SECONDS],
    ["approved", 3 * DAY_SECONDS],
  ] as const)("is %s after %i seconds", async (status, seconds) => {
    const port = verification();
    const { id } = await port.createBusiness(BUSINESS);
    if (seconds > 0) sandbox.clock.advance(seconds);
    expect(await port.business(id)).toMatchObject({ status });
  });
});

describe("a lien", () => {
  test("is filed, and listed with number, day and document once the state has it", async () => {
    const port = verification();
    const { id } = await port.createBusiness(BUSINESS);
    const made = await port.fileLien(id, LIEN);
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      state: "CA",
      status: "created",
      fileNumber: null,
      filedOn: null,
      filedByOthers: false,
      documents: [],
    });
    expect(await port.liens(id)).toEqual([made]);
    sandbox.clock.advance(DAY_SECONDS);
    expect(await port.liens(id)).toEqual([
      {
        ...made,
        status: "filed",
        fileNumber: expect.stringMatching(/^\d{4}-\d{7}$/),
        filedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        documents: [{ id: expect.any(String), filename: expect.stringMatching(/^UCC-1 .*\.pdf$/) }],
      },
    ]);
  });

  test.each([
    ["timeoutAfterEffect", 1],
    ["resetAfterEffect", 1],
    ["statusAfterEffect", 1],
    ["invalidJson", 1],
    ["html", 1],
    ["timeoutBeforeEffect", 0],
    ["resetBeforeEffect", 0],
  ] as const)(
    "whose filing ended in %s is unknown, and the list tells whether it is there",
    async (kind, there) => {
      const port = verification({ deadlineMs: 1_500 });
      const { id } = await port.createBusiness(BUSINESS);
      sandbox.faults.add({ provider: "middesk", kind, path: "/liens" });
      expect(await failure(port.fileLien(id, LIEN))).toMatchObject({ kind: "unknown" });
      expect(await port.liens(id)).toHaveLength(there);
    },
  );

  test("that is refused for want of a principal is refused in Middesk's own words", async () => {
    const port = verification();
    const { id } = await port.createBusiness(BUSINESS);
    const taxed = { ...LIEN, state: "TN", principalCents: null };
    expect(await failure(port.fileLien(id, taxed))).toMatchObject({
      kind: "refused",
      status: 400,
      message: expect.stringContaining("must be greater than 0 for filings in TN"),
    });
  });

  test("is terminated once it is past created, and closed when that is done", async () => {
    const port = verification();
    const { id } = await port.createBusiness(BUSINESS);
    const made = await port.fileLien(id, LIEN);
    expect(await failure(port.terminateLien(made.id))).toMatchObject({ kind: "refused", status: 422 });
    sandbox.clock.advance(DAY_SECONDS);
    await port.terminateLien(made.id);
    expect(await port.liens(id)).toMatchObject([{ id: made.id, status: "closing" }]);
    sandbox.clock.advance(DAY_SECONDS);
    expect(await port.liens(id)).toMatchObject([{ id: made.id, status: "closed" }]);
    expect(await failure(port.terminateLien("7"))).toMatchObject({ kind: "refused", status: 404 });
  });

  test("whose termination got no answer may be terminated again, and is terminated once", async () => {
    const port = verification({ deadlineMs: 1_500 });
    const { id } = await port.createBusiness(BUSINESS);
    const made = await port.fileLien(id, LIEN);
    sandbox.clock.advance(DAY_SECONDS);
    sandbox.faults.add({ provider: "middesk", kind: "timeoutAfterEffect", path: "/termination" });
    expect(await failure(port.terminateLien(made.id))).toMatchObject({ kind: "unavailable" });
    await port.terminateLien(made.id);
    expect(await port.liens(id)).toMatchObject([{ status: "closing" }]);
  });

  test("is listed beyond the first page", async () => {
    const port = verification();
    const { id } = await port.createBusiness(BUSINESS);
    for (let count = 0; count < 101; count++) await port.fileLien(id, LIEN);
    expect(new Set((await port.liens(id)).map((lien) => lien.id)).size).toBe(101);
  });
});

test("a wrong key is refused, and not told", async () => {
  const error = await failure(verification({ apiKey: "mk_live_hunter2" }).findBusiness("1"));
  expect(error).toMatchObject({
    kind: "refused",
    status: 401,
    message: "middesk: 401 error: Not authorized.",
  });
  expect(error.message).not.toContain("hunter2");
});

test.each([
  ["a reading", () => verification().findBusiness("1")],
  ["a filing", () => verification().fileLien("5eed0300-0000-4000-8000-000000048213", LIEN)],
])("%s beyond the rate limit is not done and may be repeated", async (_what, ask) => {
  sandbox.faults.add({ provider: "middesk", kind: "quota" });
  expect(await failure(ask())).toMatchObject({ kind: "unavailable", status: 429 });
});

function verification(changes: Partial<MiddeskConfig> = {}) {
  return createMiddeskBusinessVerification({
    ...sandbox.middesk,
    deadlineMs: 60_000,
    ...changes,
  });
}

function held(): unknown {
  const middesk = sandbox.vendors.find(({ name }) => name === "middesk");
  const snapshot = middesk?.snapshot();
  return typeof snapshot === "object" && snapshot && "businesses" in snapshot ? snapshot.businesses : null;
}

function pagesRead(): number {
  return sandbox.calls
    .list()
    .filter(({ method, path }) => method === "GET" && path === "/middesk/v1/businesses").length;
}

async function failure(call: Promise<unknown>): Promise<ProviderError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw new Error("The call did not fail with a ProviderError.", { cause: error });
}
