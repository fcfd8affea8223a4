import { randomUUID } from "node:crypto";
import type { Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectRefusal } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";
import { addFailedWrite, paymentRow } from "../testing/ledger-writes.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const writes = async (role: Role = "EMPLOYEE") => (await api.as(role)).ledgerWrites;
const add = () => addFailedWrite(api, { sheet: "Payments", rows: [paymentRow("Maria Delgado")] });
const stored = (id: string) => api.database.read.outboxMessage.findUniqueOrThrow({ where: { id } });
const listed = async () => (await (await writes("VIEWER")).list()).failures.map(({ id }) => id);
const items = (ids: string[]) => ids.map((id) => ({ id }));
const retry = async (ids: string[]) => (await writes()).retry({ requestId: randomUUID(), items: items(ids) });
const remove = async (ids: string[]) =>
  (await writes()).delete({ requestId: randomUUID(), items: items(ids) });

describe("undoing that", () => {
  const restore = async (ids: string[]) =>
    (await writes()).restore({ requestId: randomUUID(), items: items(ids) });

  it("brings the failure back into sight; it is written once somebody retries it", async () => {
    const { id } = await add();
    await remove([id]);
    expect(await restore([id])).toEqual({ restored: 1 });
    expect(await listed()).toContain(id);
    expect(await stored(id)).toMatchObject({ state: "FAILED", deletedAt: null });
    await retry([id]);
    expect(await listed()).not.toContain(id);
  });

  it("is refused for what was not deleted, and after 15 minutes, bringing none back", async () => {
    const [kept, gone] = [await add(), await add()];
    await remove([gone.id]);
    await expectRefusal(restore([kept.id, gone.id]), "CONFLICT", /15 minutes ago/);
    api.clock.advance({ minutes: 16 });
    await expectRefusal(restore([gone.id]), "CONFLICT");
    expect(await listed()).not.toContain(gone.id);
  });
});
