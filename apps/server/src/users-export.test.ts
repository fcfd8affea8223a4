import { addAdvance } from "@countinghouse/api/testing/advances";
import { lastAuditEvent } from "@countinghouse/api/testing/expectations";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { openSession } from "@countinghouse/api/testing/signing-in";
import { USERS_EXPORT_PATH } from "@countinghouse/api/users/export";
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
const linesOf = async (search: string) => (await (await ask(search)).text()).trimEnd().split("\n").slice(1);

it("gives those who fulfil the filters, what starts like a formula harmless, and says so in the audit", async () => {
  const [line, ...others] = await linesOf("?tags=doNotFund");
  expect(others).toEqual([]);
  expect(line).toMatch(new RegExp(`^${ids[0]},[^,]*'=Maria[^,]*,Delgado,`));
  expect(line).toMatch(/,DNF$/);
  expect((await lastAuditEvent(api, "users.exported")).after).toEqual({
    rows: 1,
    filters: { tags: "doNotFund" },
  });
  expect((await linesOf("?balance=owing")).map((each) => Number(each.split(",")[0]))).toEqual([ids[1]]);
  expect(await linesOf("")).toHaveLength(2);
  expect(await linesOf("?pastDue=91%2B&nextDue=week")).toEqual([]);
});

it("refuses filters that there are not, and a viewer", async () => {
  expect((await ask("?stage=no-such")).status).toBe(400);
  expect((await ask("?stage=funded'%20OR%20true")).status).toBe(400);
  expect((await ask("", await openSession(api, "VIEWER"))).status).toBe(403);
});
