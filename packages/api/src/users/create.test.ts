import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

type Input = RouterInputs["users"]["create"];

const ana = (changed: Partial<Input> = {}): Input => ({
  requestId: randomUUID(),
  firstname: "Ana",
  lastname: "Diaz",
  companyName: "Diaz Catering",
  email: `${randomUUID()}@example.com`,
  phone: "(212) 555-0144",
  ssn: "800-12-3456",
  ein: "12-3456789",
  currentAddress: "41 Mott St",
  city: "New York",
  state: "ny",
  zipcode: "10013",
  ...changed,
});

const create = async (input: Input) => (await api.as("EMPLOYEE")).users.create(input);
const readRow = (id: number) => api.database.read.user.findUniqueOrThrow({ where: { id } });

describe("adding a customer by hand", () => {
  it("stores normalized fields, and seals the SSN", async () => {
    const input = ana();
    const { id, message } = await create(input);
    expect(message).toBe("Customer added.");
    const { ssnSealed, ...row } = await readRow(id);
    expect(row).toMatchObject({
      firstname: "Ana",
      lastname: "Diaz",
      companyName: "Diaz Catering",
      email: input.email,
      phone: "2125550144",
      ssnLast4: "3456",
      state: "NY",
      createdAt: api.clock.now(),
      importKey: null,
    });
    const place = { table: "users", column: "ssn_sealed", rowId: id };
    expect(api.vault.open(place, ssnSealed ?? new Uint8Array())).toBe("800123456");
    const shown = await (await api.as("VIEWER")).users.get({ id });
    expect(shown).toMatchObject({ bankLinks: [], bankLinkLost: false, application: null });
    const { users } = await (await api.as("EMPLOYEE")).users.list({ query: input.email });
    expect(users.map((user) => user.id)).toEqual([id]);
  });

  it.each([
    ["nobody is named", { firstname: "", companyName: "" }, "Enter first and last name, or a company name."],
    ["nobody can be reached", { email: "", phone: "" }, "Enter an e-mail address or a phone number."],
  ])("is rejected when %s", async (_what, changed, reason) => {
    await expectRefusal(create(ana(changed)), "RULE", reason);
  });

  it("is rejected when another customer has the e-mail address, also for simultaneous requests, and names that customer", async () => {
    const input = ana();
    const outcomes = await Promise.allSettled([create(input), create({ ...input, requestId: randomUUID() })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { id } = await api.database.read.user.findFirstOrThrow({ where: { email: input.email } });
    const details = await expectRefusal(create(ana({ email: input.email })), "CONFLICT");
    expect(details).toMatchObject({ duplicatedUser: { id } });
  });
});
