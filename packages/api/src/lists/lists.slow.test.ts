import { randomUUID } from "node:crypto";
import type { RouterInputs } from "@countinghouse/api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countAuditEvents, expectRefusal, lastAuditEvent } from "../testing/expectations.ts";
import { createTestApi, type TestApi } from "../testing/harness.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const COLUMNS = {
  version: 1 as const,
  order: ["lastname", "email"],
  hidden: ["phone"],
  pinned: ["email"],
  widths: { email: 240 },
};
const CONTENT = { version: 1 as const, params: { q: "Delgado", sort: "lastname" }, columns: COLUMNS };

const requestId = () => randomUUID();
let names = 0;
const aView = (changes: Partial<RouterInputs["lists"]["saveView"]> = {}) => ({
  requestId: requestId(),
  list: "users",
  name: `View ${++names}`,
  isShared: false,
  content: CONTENT,
  ...changes,
});

describe("arranging a list", () => {
  it("keeps its columns for this admin alone", async () => {
    const viewer = await api.as("VIEWER");
    await viewer.lists.arrange({ requestId: requestId(), list: "users", columns: COLUMNS });
    await viewer.lists.arrange({ requestId: requestId(), list: "notes", columns: null });
    expect((await viewer.lists.kept()).arranged).toEqual([
      { list: "notes", columns: null, viewId: null },
      { list: "users", columns: COLUMNS, viewId: null },
    ]);
    expect((await (await api.as("AUDITOR")).lists.kept()).arranged).toEqual([]);
  });

  it("refuses what is no arrangement: a width beyond all screens, a column without a name", async () => {
    const viewer = await api.as("VIEWER");
    const arrange = (columns: typeof COLUMNS) =>
      viewer.lists.arrange({ requestId: requestId(), list: "users", columns });
    await expect(arrange({ ...COLUMNS, widths: { email: 90_000 } })).rejects.toThrow("960");
    await expect(arrange({ ...COLUMNS, order: [""] })).rejects.toThrow("order");
  });

  it("that another release kept in another form is left out, not shown broken", async () => {
    const { id } = await api.admin("EMPLOYEE");
    await api.asOwner(
      `INSERT INTO list_arrangement (admin_id, list, columns, updated_at) VALUES ('${id}', 'later', '{"version": 2}', now())`,
    );
    const { arranged } = await (await api.as("EMPLOYEE")).lists.kept();
    expect(arranged.find(({ list }) => list === "later")?.columns).toBeNull();
  });
});

describe("a saved view", () => {
  it("is its owner's; shared, everybody sees it", async () => {
    const [employee, viewer] = [await api.as("EMPLOYEE"), await api.as("VIEWER")];
    const own = await employee.lists.saveView(aView({ name: "Mine" }));
    const shared = await employee.lists.saveView(aView({ name: "Ours", isShared: true }));
    const seen = async (caller: typeof viewer) =>
      (await caller.lists.kept()).views.map(({ id, isOwn, content }) => ({ id, isOwn, content }));
    expect(await seen(employee)).toEqual(
      expect.arrayContaining([
        { id: own.id, isOwn: true, content: CONTENT },
        { id: shared.id, isOwn: true, content: CONTENT },
      ]),
    );
    expect(await seen(viewer)).toContainEqual({ id: shared.id, isOwn: false, content: CONTENT });
    expect((await seen(viewer)).map(({ id }) => id)).not.toContain(own.id);
  });

  it("keeps no search that names a person", async () => {
    const employee = await api.as("EMPLOYEE");
    for (const q of ["123-45-6789", "maria@example.com", "555-0144"]) {
      const content = { ...CONTENT, params: { q } };
      await expect(employee.lists.saveView(aView({ content }))).rejects.toThrow(
        "A search for a person cannot be saved in a view.",
      );
    }
  });

  it("has a name that its owner gave to no other view of the list", async () => {
    const employee = await api.as("EMPLOYEE");
    await employee.lists.saveView(aView({ name: "Past due" }));
    const again = employee.lists.saveView(aView({ name: "past DUE" }));
    await expectRefusal(again, "RULE", "You already have a view with this name.");
    await employee.lists.saveView(aView({ name: "Past due", list: "audit" }));
  });

  it("of a viewer can not be shared", async () => {
    const viewer = await api.as("VIEWER");
    await expectRefusal(
      viewer.lists.saveView(aView({ isShared: true })),
      "RULE",
      "Only SUPERADMIN, ADMIN or EMPLOYEE can do this.",
    );
  });

  it("comes no more often than a hundred times for one admin", async () => {
    const admin = await api.as("ADMIN");
    const { id } = await api.admin("ADMIN");
    await api.asOwner(
      `INSERT INTO saved_view (id, list, name, owner_id, content, created_at, updated_at)
       SELECT gen_random_uuid(), 'many', 'n' || n, '${id}', '{}', now(), now() FROM generate_series(1, 100) n`,
    );
    await expectRefusal(admin.lists.saveView(aView()), "RULE", "You have 100 views. Delete one first.");
  });
});

describe("changing a saved view", () => {
  const saved = async (changes: Parameters<typeof aView>[0] = {}) => {
    const employee = await api.as("EMPLOYEE");
    const view = aView(changes);
    const { id } = await employee.lists.saveView(view);
    return {
      employee,
      id,
      change: { id, version: 1, name: view.name, isShared: view.isShared ?? false, content: CONTENT },
    };
  };

  it("keeps the new name, filters and columns, once", async () => {
    const { employee, id, change } = await saved();
    const content = { ...CONTENT, params: { dir: "desc" }, columns: null };
    const input = { ...change, name: "Renamed", content, requestId: requestId() };
    expect(await employee.lists.changeView(input)).toEqual({ id, version: 2 });
    expect(await employee.lists.changeView(input)).toEqual({ id, version: 2 });
    expect((await employee.lists.kept()).views.find((view) => view.id === id)).toMatchObject({
      name: "Renamed",
      version: 2,
      content,
    });
    expect(await lastAuditEvent(api, "lists.changeView")).toMatchObject({
      subjectId: id,
      before: { content: CONTENT },
      after: { name: "Renamed", content },
    });
  });

  it("that was changed meanwhile is refused", async () => {
    const { employee, change } = await saved();
    await employee.lists.changeView({ ...change, requestId: requestId() });
    await expectRefusal(employee.lists.changeView({ ...change, requestId: requestId() }), "CONFLICT");
  });

  it("of somebody else is refused; a shared one SUPERADMIN may change", async () => {
    const own = await saved();
    const shared = await saved({ isShared: true });
    const [admin, superadmin] = [await api.as("ADMIN"), await api.as("SUPERADMIN")];
    const changeBy = (caller: typeof admin, { change }: typeof own) =>
      caller.lists.changeView({ ...change, requestId: requestId() });
    await expectRefusal(changeBy(admin, own), "NOT_FOUND");
    await expectRefusal(changeBy(superadmin, own), "NOT_FOUND");
    await expectRefusal(
      changeBy(admin, shared),
      "RULE",
      "Only its owner or SUPERADMIN can change this view.",
    );
    await changeBy(superadmin, shared);
  });

  it("so that it is no longer shared takes it from those who open a list with it", async () => {
    const { employee, id, change } = await saved({ isShared: true });
    const viewer = await api.as("VIEWER");
    await viewer.lists.openWith({ requestId: requestId(), list: "users", viewId: id });
    await employee.lists.openWith({ requestId: requestId(), list: "users", viewId: id });
    await employee.lists.changeView({ ...change, isShared: false, requestId: requestId() });
    const standard = async (caller: typeof viewer) =>
      (await caller.lists.kept()).arranged.find(({ list }) => list === "users")?.viewId;
    expect(await standard(viewer)).toBeNull();
    expect(await standard(employee)).toBe(id);
  });
});

describe("opening a list with a view", () => {
  it("is kept for this admin, once, with its audit event, and taken back by none", async () => {
    const employee = await api.as("EMPLOYEE");
    const { id } = await employee.lists.saveView(aView({ list: "audit" }));
    const input = { requestId: requestId(), list: "audit", viewId: id };
    await employee.lists.openWith(input);
    const events = await countAuditEvents(api, "lists.openWith");
    await employee.lists.openWith(input);
    expect(await countAuditEvents(api, "lists.openWith")).toBe(events);
    expect((await lastAuditEvent(api, "lists.openWith")).after).toEqual({ list: "audit", viewId: id });
    await employee.lists.openWith({ requestId: requestId(), list: "audit", viewId: null });
    expect((await employee.lists.kept()).arranged).toContainEqual({
      list: "audit",
      columns: null,
      viewId: null,
    });
  });

  it("refuses a view of another list, and one of somebody else", async () => {
    const [employee, viewer] = [await api.as("EMPLOYEE"), await api.as("VIEWER")];
    const { id } = await employee.lists.saveView(aView());
    const open = (caller: typeof viewer, list: string) =>
      caller.lists.openWith({ requestId: requestId(), list, viewId: id });
    await expectRefusal(open(employee, "audit"), "NOT_FOUND", "There is no such view.");
    await expectRefusal(open(viewer, "users"), "NOT_FOUND", "There is no such view.");
  });
});

describe("deleting a saved view", () => {
  it("takes it out of sight and can be undone, each once and with its audit event", async () => {
    const employee = await api.as("EMPLOYEE");
    const { id } = await employee.lists.saveView(aView());
    const ids = async () => (await employee.lists.kept()).views.map((view) => view.id);
    const gone = { requestId: requestId(), id };
    expect(await employee.lists.deleteView(gone)).toEqual(await employee.lists.deleteView(gone));
    expect(await ids()).not.toContain(id);
    expect(await lastAuditEvent(api, "lists.deleteView")).toMatchObject({ subjectId: id });
    const back = { requestId: requestId(), id };
    expect(await employee.lists.restoreView(back)).toEqual(await employee.lists.restoreView(back));
    expect(await ids()).toContain(id);
    expect(await lastAuditEvent(api, "lists.restoreView")).toMatchObject({ subjectId: id });
  });

  it("is refused to others, and a second time; what is there is not brought back", async () => {
    const employee = await api.as("EMPLOYEE");
    const { id } = await employee.lists.saveView(aView({ isShared: true }));
    await expectRefusal((await api.as("VIEWER")).lists.deleteView({ requestId: requestId(), id }), "RULE");
    await expectRefusal(employee.lists.restoreView({ requestId: requestId(), id }), "NOT_FOUND");
    await employee.lists.deleteView({ requestId: requestId(), id });
    await expectRefusal(employee.lists.deleteView({ requestId: requestId(), id }), "NOT_FOUND");
    await expectRefusal((await api.as("VIEWER")).lists.restoreView({ requestId: requestId(), id }), "RULE");
  });

  it("whose name was given again is not brought back over it", async () => {
    const employee = await api.as("EMPLOYEE");
    const { id } = await employee.lists.saveView(aView({ name: "Twice" }));
    await employee.lists.deleteView({ requestId: requestId(), id });
    await employee.lists.saveView(aView({ name: "Twice" }));
    await expectRefusal(employee.lists.restoreView({ requestId: requestId(), id }), "RULE");
  });
});
