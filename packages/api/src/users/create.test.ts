import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RouterInputs } from "../index.ts";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
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
  ssn: "900-12-3456",
  ein: "12-3456789",
  currentAddress: "41 Mott St",
  city: "New York",
  state: "ny",
  zipcode: "10013",
  ...changed,
});

const create = async (input: Input, role: Role = "EMPLOYEE") => (await api.as(role)).users.create(input);
const readRow = (id: number) => api.database.read.user.findUniqueOrThrow({ where: { id } });

describe("adding a customer by hand", () => {
  it("keeps what was typed as it is known, and seals the secrets", async () => {
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
    expect(api.vault.open(place, ssnSealed ?? new Uint8Array())).toBe("900123456");
    const shown = await (await api.as("VIEWER")).users.get({ id });
    expect(shown).toMatchObject({ bankLinks: [], bankLinkLost: false, application: null });
    const { users } = await (await api.as("EMPLOYEE")).users.list({ query: input.email });
    expect(users.map((user) => user.id)).toEqual([id]);
  });

  it.each([
    ["nobody is named", { firstname: "", companyName: "" }, "Enter first and last name, or a company name."],
    ["nobody can be reached", { email: "", phone: "" }, "Enter an e-mail address or a phone number."],
  ])("is refused where %s", async (_what, changed, reason) => {
    await expectRefusal(create(ana(changed)), "RULE", reason);
  });

  it("is refused where another customer has the e-mail address, and says who, also when both come at once", async () => {
    const input = ana();
    const outcomes = await Promise.allSettled([create(input), create({ ...input, requestId: randomUUID() })]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const { id } = await api.database.read.user.findFirstOrThrow({ where: { email: input.email } });
    const details = await expectRefusal(create(ana({ email: input.email })), "CONFLICT");
    expect(details).toMatchObject({ duplicatedUser: { id } });
  });

  it("is refused to who may not", async () => {
    for (const role of ["VIEWER", "AUDITOR"] as const) await expectRefusal(create(ana(), role), "FORBIDDEN");
  });

  it("sent again is the same customer", async () => {
    const input = ana();
    const first = await create(input);
    expect(await create(input)).toEqual(first);
    expect(await api.database.read.user.count({ where: { email: input.email } })).toBe(1);
  });

  it("leaves its audit event, with no secret in it", async () => {
    const before = await countAuditEvents(api, "users.create");
    const { id } = await create(ana());
    expect(await countAuditEvents(api, "users.create")).toBe(before + 1);
    const event = await lastAuditEvent(api, "users.create");
    expect(event.subjectId).toBe(String(id));
    expect(event.after).toMatchObject({ firstname: "Ana", ssn: expect.stringMatching(/^sealed:/) });
    expect(JSON.stringify(event.after)).not.toMatch(/900123456|123456789/);
  });
});
