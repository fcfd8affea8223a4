import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";
import { prune } from "./retention/prune.ts";
import { editableCustomer, editInput, openForm } from "./testing/edit-user.ts";
import { expectRefusal } from "./testing/expectations.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const ana = () => ({
  requestId: randomUUID(),
  firstname: "Ana",
  lastname: "Diaz",
  companyName: "Diaz Catering",
  email: `${randomUUID()}@example.com`,
  phone: "2125550144",
  ssn: "800123456",
  ein: "123456789",
  currentAddress: "41 Mott St",
  city: "New York",
  state: "NY",
  zipcode: "10013",
});
const plainHash = (input: object) => createHash("sha256").update(canonicalJson(input)).digest();
const create = async (input: ReturnType<typeof ana>) => (await api.as("ADMIN")).users.create(input);
const keptHash = async (requestId: string) => {
  const { inputHash } = await api.database.read.commandRequest.findFirstOrThrow({ where: { requestId } });
  return Buffer.from(inputHash);
};

describe("what a press asked for", () => {
  it("is kept by no hash that whoever has the table could try numbers against", async () => {
    const added = ana();
    await create(added);
    const { userId } = await editableCustomer(api);
    const edited = editInput(await openForm(api, userId), { einTax: "987654321" });
    await (await api.as("ADMIN")).users.edit(edited);
    for (const input of [added, edited]) {
      const kept = await keptHash(input.requestId);
      expect(kept).not.toEqual(plainHash(input));
      expect(kept).toEqual(
        Buffer.from(api.vault.secretHash("command-input", plainHash(input).toString("hex"))),
      );
    }
  });

  it("is answered as the first time, and refused with another number under the same id", async () => {
    const input = ana();
    const first = await create(input);
    expect(await create(input)).toEqual(first);
    await expectRefusal(create({ ...input, ssn: "800123457" }), "CONFLICT", /already made with other values/);
  });

  it("is forgotten after a week at night, by plain and keyed hash alike, and the press is still answered and not done again", async () => {
    const [plain, keyed] = [ana(), ana()];
    const first = [await create(plain), await create(keyed)];
    await api.database.pool.query("UPDATE command_request SET input_hash = $1 WHERE request_id = $2", [
      plainHash(plain),
      plain.requestId,
    ]);
    await api.database.pool.query("UPDATE command_request SET created_at = $1 WHERE request_id = ANY($2)", [
      api.clock.now(),
      [plain.requestId, keyed.requestId],
    ]);
    api.clock.advance({ minutes: 7 * 24 * 60 - 1 });
    await prune(api.services);
    expect(await keptHash(plain.requestId)).toEqual(plainHash(plain));
    api.clock.advance({ minutes: 2 });
    await prune(api.services);
    for (const { requestId } of [plain, keyed]) expect(await keptHash(requestId)).toHaveLength(0);
    const users = await api.database.read.user.count();
    expect([await create(plain), await create(keyed)]).toEqual(first);
    expect(await create({ ...plain, ssn: "800123457" })).toEqual(first[0]);
    expect(await api.database.read.user.count()).toBe(users);
  });

  it("is known again where it was kept by a plain hash, before there was a keyed one", async () => {
    const input = ana();
    const first = await create(input);
    await api.database.pool.query("UPDATE command_request SET input_hash = $1 WHERE request_id = $2", [
      plainHash(input),
      input.requestId,
    ]);
    expect(await create(input)).toEqual(first);
    await expectRefusal(create({ ...input, ssn: "800123457" }), "CONFLICT", /already made with other values/);
  });
});
