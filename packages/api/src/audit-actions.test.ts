import { actionLabel } from "@countinghouse/validators/audit/event-sentence";
import { READ_ACTIONS } from "@countinghouse/validators/audit/rules";
import { expect, it } from "vitest";
import { AUDIT_ACTIONS, FORMER_ACTIONS } from "./audit-actions.ts";
import { requestKey } from "./request-key.ts";
import { appRouter } from "./router.ts";

const ACTIONS = AUDIT_ACTIONS;
const ROUTERS = new Set(Object.keys(appRouter._def.procedures).map((path) => path.split(".")[0]));
const JOB = { kind: "job", name: "test" } as const;

it("actions are spelled in camelCase, under the name of a router, and each once", () => {
  expect(ACTIONS.filter((action) => !/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/.test(action))).toEqual([]);
  expect(ACTIONS.filter((action) => !ROUTERS.has(action.split(".")[0]))).toEqual([]);
  expect(new Set(ACTIONS).size).toBe(ACTIONS.length);
});

it("each former name leads to one present action, which nobody writes under the former name any more", () => {
  const [former, present] = [Object.keys(FORMER_ACTIONS), Object.values(FORMER_ACTIONS)];
  expect(present.filter((action) => !ACTIONS.includes(action))).toEqual([]);
  expect(new Set(present).size).toBe(present.length);
  expect(former.filter((action) => ACTIONS.includes(action))).toEqual([]);
});

it("requests stay under the name that they were kept under before: a press across the change is done once", () => {
  for (const [former, present] of Object.entries(FORMER_ACTIONS))
    expect(requestKey(JOB, present, "id")).toEqual({ actor: "job:test", action: former, requestId: "id" });
  expect(requestKey(JOB, "payments.run", "id").action).toBe("payments.run");
});

it("every action has a name in words", () => {
  expect(ACTIONS.filter((action) => actionLabel(action).includes(": "))).toEqual([]);
});

it("the actions that only read are actions of the product", () => {
  expect(READ_ACTIONS.filter((action) => !ACTIONS.includes(action))).toEqual([]);
});
