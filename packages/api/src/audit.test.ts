import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AuditDraft } from "./audit.ts";
import type { Command } from "./command.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

const SSN = "501-83-2746";

let api: TestApi;
let command: Command;

beforeAll(async () => {
  api = await createTestApi();
  ({ command } = api.ctx({ kind: "job", name: "test" }));
});
afterAll(() => api.close());

const record = (...drafts: [AuditDraft, ...AuditDraft[]]) =>
  command({ action: "test.record", capability: null, input: { requestId: randomUUID() } }, async () => ({
    result: null,
    audit: drafts,
  }));

const draft = (id: string, after: Record<string, unknown> = {}): AuditDraft => ({
  subject: { type: "test", id },
  after,
});

/** Everything that the audit holds on a subject, as one text. */
async function auditText(subjectId: string): Promise<string> {
  const { rows } = await api.database.pool.query<{ text: string }>(
    "SELECT e::text AS text FROM audit_event e WHERE subject_id = $1",
    [subjectId],
  );
  return rows.map(({ text }) => text).join("\n");
}

describe("secrets", () => {
  it.each(["ssn", "ein", "accountNumber", "cardToken", "password", "passcode", "code", "token"])(
    "a %s is never kept, wherever in the event it stands",
    async (field) => {
      const subjectId = randomUUID();
      const secret = { [field]: SSN };
      await record({
        subject: { type: "test", id: subjectId },
        before: { ...secret, shown: "kept" },
        after: { user: { ...secret, shown: "kept" }, list: [secret] },
      });
      const text = await auditText(subjectId);
      expect(text).not.toContain(SSN);
      expect(text.match(/sealed:[0-9a-f]{32}/g)).toHaveLength(3);
      expect(text.match(/kept/g)).toHaveLength(2);
    },
  );

  it("a secret that came as a number is not kept either", async () => {
    await record(draft("numeric", { ssn: 501832746, code: 123456n }));
    expect(await auditText("numeric")).not.toMatch(/501832746|123456/);
  });

  it("equal secrets look equal and different ones different, but only within one field", async () => {
    const events = [{ ssn: SSN }, { ssn: SSN }, { ssn: "501-83-2747" }, { ein: SSN }];
    const kept: unknown[] = [];
    for (const after of events) {
      const subjectId = randomUUID();
      await record(draft(subjectId, after));
      const event = await api.database.read.auditEvent.findFirstOrThrow({ where: { subjectId } });
      kept.push(Object.values(event.after as Record<string, unknown>)[0]);
    }
    expect(kept[1]).toBe(kept[0]);
    expect(new Set(kept).size).toBe(3);
  });

  it("an empty secret stays visibly empty", async () => {
    await record(draft("empty", { ssn: "", ein: null }));
    const event = await api.database.read.auditEvent.findFirstOrThrow({ where: { subjectId: "empty" } });
    expect(event.after).toEqual({ ssn: "", ein: null });
  });
});
