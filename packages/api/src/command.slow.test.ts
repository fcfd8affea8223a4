import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { actorKey } from "./actor.ts";
import type { CommandSpec } from "./command.ts";
import { createCtx } from "./context.ts";
import type { WriteTools } from "./core.ts";
import { DomainError } from "./errors.ts";
import { countAuditEvents, expectRefusal } from "./testing/expectations.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";

let api: TestApi;
let userId: number;
let ownerId: string;

beforeAll(async () => {
  api = await createTestApi();
  ({ id: userId } = await api.user());
  ({ id: ownerId } = await api.admin("EMPLOYEE"));
});
afterAll(() => api.close());

const employee = async () => api.ctx(await api.admin("EMPLOYEE"));

const spec = (input: { requestId: string; [field: string]: unknown }): CommandSpec => ({
  action: "test.write",
  capability: "notes.write",
  input,
});

/** A verb that leaves a trace in every table a command may touch. */
const write =
  (note: string) =>
  async ({ tx }: WriteTools) => {
    const { id } = await tx.note.create({ data: { userId, ownerId, note } });
    return {
      result: { id, at: new Date("2026-11-20T15:00:00Z"), cents: 5n },
      audit: { subject: { type: "note", id }, after: { note } },
      outbox: [
        {
          topic: "EMAIL" as const,
          dedupeKey: `test:${id}`,
          message: { to: "a@b.test", subject: note, text: note },
        },
      ],
    };
  };

const notesSaying = (note: string) => api.database.read.note.count({ where: { note } });

/** Resolves once another connection waits for a lock, which is how a colliding command shows. */
const untilSomeoneWaits = () =>
  vi.waitFor(async () => {
    const { rows } = await api.database.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rows.length === 0) throw new Error("nobody waits");
  }, 30_000);

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe("a repeated request", () => {
  it("is answered with the first result, types and all, and runs the verb once", async () => {
    const { command } = await employee();
    const request = spec({ requestId: randomUUID() });
    const first = await command(request, write("once"));
    const second = await command(request, write("once"));
    expect(second).toEqual(first);
    expect(second.at).toBeInstanceOf(Date);
    expect(second.cents).toBe(5n);
    expect(await notesSaying("once")).toBe(1);
  });

  it("is refused when it asks for something else, and changes nothing", async () => {
    const { command } = await employee();
    const requestId = randomUUID();
    await command(spec({ requestId, amount: 1 }), write("first amount"));
    const call = command(spec({ requestId, amount: 2 }), write("second amount"));
    await expectRefusal(call, "CONFLICT", /already made with other values/);
    expect(await notesSaying("second amount")).toBe(0);
  });

  it("is the same request whatever the order of its fields", async () => {
    const { command } = await employee();
    const requestId = randomUUID();
    await command(spec({ requestId, a: 1, b: 2 }), write("ordered"));
    await command(spec({ b: 2, requestId, a: 1 }), write("ordered"));
    expect(await notesSaying("ordered")).toBe(1);
  });

  it("of another admin, or of another action, is a request of its own", async () => {
    const requestId = randomUUID();
    const [mine, theirs] = [await employee(), api.ctx(await api.admin("SUPERADMIN"))];
    await mine.command(spec({ requestId }), write("shared id"));
    await theirs.command(spec({ requestId }), write("shared id"));
    await mine.command({ ...spec({ requestId }), action: "test.other" }, write("shared id"));
    expect(await notesSaying("shared id")).toBe(3);
  });

  it("of an action that had another name is known by that name, and audited under its own", async () => {
    const { command, actor } = await employee();
    const request = { ...spec({ requestId: randomUUID() }), action: "users.setFlag" } as const;
    const first = await command(request, write("renamed"));
    expect(await command(request, write("renamed"))).toEqual(first);
    const { requestId } = request.input;
    const kept = await api.database.read.commandRequest.findMany({ where: { requestId } });
    expect(kept).toMatchObject([{ actor: actorKey(actor), action: "users.set-flag" }]);
    const events = await api.database.read.auditEvent.findMany({ where: { requestId } });
    expect(events).toMatchObject([{ actor: actorKey(actor), action: "users.setFlag" }]);
  });
});

describe("requests at the same moment", () => {
  it("200 identical presses run the verb once and all get the same answer", async () => {
    const { command } = await employee();
    const request = spec({ requestId: randomUUID() });
    const answers = await Promise.all(Array.from({ length: 200 }, () => command(request, write("pressed"))));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await notesSaying("pressed")).toBe(1);
  });

  it("a press that collides with one still running waits and gets its answer", async () => {
    const { command } = await employee();
    const request = spec({ requestId: randomUUID() });
    const [entered, held] = [gate(), gate()];
    const first = command(request, async (tools) => {
      entered.open();
      await held.opened;
      return write("slow")(tools);
    });
    await entered.opened;
    const second = command(request, write("never run"));
    await untilSomeoneWaits();
    held.open();
    expect(await second).toEqual(await first);
    expect(await notesSaying("never run")).toBe(0);
  });

  it("a press that waited for one that failed does the work itself", async () => {
    const { command } = await employee();
    const request = spec({ requestId: randomUUID() });
    const [entered, held] = [gate(), gate()];
    const first = command(request, async () => {
      entered.open();
      await held.opened;
      throw new DomainError("RULE", "No.");
    });
    await entered.opened;
    const second = command(request, write("taken over"));
    await untilSomeoneWaits();
    held.open();
    await expectRefusal(first, "RULE", "No.");
    await second;
    expect(await notesSaying("taken over")).toBe(1);
  });
});

describe("a verb that throws", () => {
  const traces = async () => {
    const { note, commandRequest, auditEvent, outboxMessage } = api.database.read;
    return Promise.all([note.count(), commandRequest.count(), auditEvent.count(), outboxMessage.count()]);
  };

  it("leaves nothing behind, and the same request may succeed later", async () => {
    const { command } = await employee();
    const request = spec({ requestId: randomUUID() });
    const before = await traces();
    const call = command(request, async (tools) => {
      await write("half done")(tools);
      throw new DomainError("RULE", "Not today.");
    });
    await expectRefusal(call, "RULE", "Not today.");
    expect(await traces()).toEqual(before);
    await command(request, write("done later"));
    expect(await notesSaying("done later")).toBe(1);
  });

  it("wakes no worker, while one that queued something wakes it once, after the commit", async () => {
    const { open, opened } = gate();
    const queuedAtWake: Promise<number>[] = [];
    const services = {
      ...api.services,
      wakeOutbox: () => {
        queuedAtWake.push(api.database.read.outboxMessage.count({ where: { state: "QUEUED" } }));
        open();
      },
    };
    const { command } = createCtx(services, await api.admin("EMPLOYEE"), (await employee()).request);
    const refused = command(spec({ requestId: randomUUID() }), async (tools) => {
      await write("unsent")(tools);
      throw new DomainError("RULE", "No.");
    });
    await expectRefusal(refused, "RULE");
    expect(queuedAtWake).toEqual([]);
    const before = await api.database.read.outboxMessage.count({ where: { state: "QUEUED" } });
    await command(spec({ requestId: randomUUID() }), write("sent"));
    await opened;
    expect(await Promise.all(queuedAtWake)).toEqual([before + 1]);
  });
});

describe("who may write", () => {
  it("a role without the capability is refused before anything is written", async () => {
    const { command } = api.ctx(await api.admin("VIEWER"));
    const before = await api.database.read.commandRequest.count();
    await expectRefusal(command(spec({ requestId: randomUUID() }), write("viewer")), "FORBIDDEN", /^Only /);
    expect(await api.database.read.commandRequest.count()).toBe(before);
  });

  it("a visitor is refused where a capability is asked", async () => {
    const { command } = api.ctx({ kind: "visitor", ip: "127.0.0.1" });
    await expectRefusal(command(spec({ requestId: randomUUID() }), write("visitor")), "UNAUTHORIZED");
  });

  it("a job may write, and the audit names it", async () => {
    const { command } = api.ctx({ kind: "job", name: "import" });
    await command(spec({ requestId: randomUUID() }), write("by job"));
    expect(await api.database.read.auditEvent.count({ where: { actor: "job:import" } })).toBe(1);
  });
});

describe("writing outside a command", () => {
  it("does not compile, and the reading connections refuse it", async () => {
    const { db } = await employee();
    // @ts-expect-error The reading client has no write.
    void (() => db.note.create({ data: {} }));
    // @ts-expect-error Nor raw SQL.
    void (() => db.$executeRaw`DELETE FROM note`);
    // @ts-expect-error Nor a transaction.
    void (() => db.$transaction([]));
    const insert = {
      name: "test.insert",
      text: "INSERT INTO row_counter (table_name, rows) VALUES ('x', 0)",
    };
    await expect(db.sql(insert, [])).rejects.toThrow(/read-only transaction/);
  });

  it("a verb without an audit event does not compile, and leaves nothing behind", async () => {
    const { command } = await employee();
    const audited = await countAuditEvents(api, "test.write");
    const call = command(
      spec({ requestId: randomUUID() }),
      // @ts-expect-error No audit, no change.
      async ({ tx }: WriteTools) => {
        await tx.note.create({ data: { userId, ownerId, note: "unaudited" } });
        return { result: null };
      },
    );
    await expect(call).rejects.toThrow(TypeError);
    expect(await notesSaying("unaudited")).toBe(0);
    expect(await countAuditEvents(api, "test.write")).toBe(audited);
  });
});
