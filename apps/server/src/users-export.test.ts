import { randomUUID } from "node:crypto";
import { addAdvance } from "@countinghouse/api/testing/advances";
import { countAuditEvents, lastAuditEvent } from "@countinghouse/api/testing/expectations";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { workbookRows } from "@countinghouse/api/testing/workbooks";
import { USERS_EXPORT_COLUMNS, USERS_EXPORT_PATH } from "@countinghouse/api/users/export";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Served, serve } from "./testing/serve.ts";

let api: TestApi;
let served: Served;
let token: string;
const ids: number[] = [];

beforeAll(async () => {
  api = await createTestApi();
  served = await serve(api.services);
  token = await openSession(api, "EMPLOYEE");
  ids.push((await api.user({ firstname: "=Maria", lastname: "Delgado", doNotFund: true })).id);
  ids.push((await addAdvance(api)).userId);
});
afterAll(async () => {
  await served.close();
  await api.close();
});

const ask = (search: string, bearer = token) =>
  fetch(`${served.origin}${USERS_EXPORT_PATH}${search}`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}` },
  });
const readLines = async (search: string) => (await (await ask(search)).text()).trimEnd().split("\n").slice(1);

it("exports the users who match the filters, with harmless formulas and an audit event", async () => {
  const [line, ...others] = await readLines("?tags=doNotFund");
  expect(others).toEqual([]);
  expect(line).toMatch(new RegExp(`^${ids[0]},[^,]*'=Maria[^,]*,Delgado,`));
  expect(line).toMatch(/,DNF$/);
  expect((await lastAuditEvent(api, "users.exported")).after).toEqual({
    rows: 1,
    filters: { tags: "doNotFund" },
  });
  expect((await readLines("?balance=owing")).map((each) => Number(each.split(",")[0]))).toEqual([ids[1]]);
  expect(await readLines("")).toHaveLength(2);
  expect(await readLines("?pastDue=91%2B&nextDue=week")).toEqual([]);
});

it("refuses unknown filters, and a VIEWER", async () => {
  expect((await ask("?stage=no-such")).status).toBe(400);
  expect((await ask("?stage=funded'%20OR%20true")).status).toBe(400);
  expect((await ask("", await openSession(api, "VIEWER"))).status).toBe(403);
});

it("returns the columns and the number of rows of a file without creating it", async () => {
  const before = await countAuditEvents(api, "users.exportStarted");
  const answer = await ask("?tags=doNotFund&form=description");
  expect(await answer.json()).toEqual({ columns: [...USERS_EXPORT_COLUMNS], rows: 1 });
  expect(await (await ask("?form=description")).json()).toMatchObject({ rows: 2 });
  expect(await countAuditEvents(api, "users.exportStarted")).toBe(before);
  expect((await ask("?form=description", await openSession(api, "VIEWER"))).status).toBe(403);
});

it("exports a workbook with amounts as numbers, ids as text, and harmless formulas", async () => {
  const answer = await ask("?balance=owing&form=xlsx");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="users.xlsx"');
  const rows = await workbookRows(await answer.arrayBuffer());
  expect(rows[0]).toEqual([...USERS_EXPORT_COLUMNS]);
  expect(rows[1]?.[0]).toBe(String(ids[1]));
  expect(rows[1]?.[8]).toBeTypeOf("number");
  expect((await lastAuditEvent(api, "users.exported")).after).toMatchObject({ rows: 1 });
  const [, other] = await workbookRows(await (await ask("?tags=doNotFund&form=xlsx")).arrayBuffer());
  expect(other?.[1]).toBe("'=Maria");
});

it("exports only the customers of a stored list, with an audit event", async () => {
  const { id } = await (await api.as("EMPLOYEE")).customerLists.freeze({
    requestId: randomUUID(),
    of: { list: "chosen", from: "Users", userIds: [ids[1] ?? 0] },
    expected: 1,
  });
  expect((await readLines(`?list=${id}`)).map((each) => Number(each.split(",")[0]))).toEqual([ids[1]]);
  expect((await lastAuditEvent(api, "users.exported")).after).toEqual({
    rows: 1,
    filters: { list: "Selected in Users" },
  });
  expect((await ask(`?list=${randomUUID()}`)).status).toBe(404);
  expect((await ask("?list=1'%20OR%20true")).status).toBe(400);
});
