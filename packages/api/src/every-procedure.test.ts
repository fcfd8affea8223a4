import { CAPABILITY_NAMES, type Capability, can, ROLES, type Role } from "@countinghouse/validators/roles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "./actor.ts";
import { expectRefusal } from "./testing/expectations.ts";
import { createTestApi, type TestApi } from "./testing/harness.ts";
import { callProcedure, GUARDED, PROCEDURES } from "./testing/procedures.ts";
import { rowCounts } from "./testing/tables.ts";

const call = (path: string, actor: Actor) => callProcedure(api, path, actor);

const rolesWith = (access: unknown): string => {
  const roles = ROLES.filter((role) => access === "public" || can(role, access as Capability));
  return roles.length === ROLES.length ? "every role" : roles.join(", ");
};

const VISITOR: Actor = { kind: "visitor", ip: "127.0.0.1" };

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  for (const role of ROLES) await api.admin(role);
});
afterAll(() => api.close());

describe("access", () => {
  it("is declared by every procedure, and each declaration is one we know", () => {
    const known = new Set<unknown>([...CAPABILITY_NAMES, "public"]);
    expect(PROCEDURES.filter(({ access }) => !known.has(access))).toEqual([]);
  });

  // That a procedure is open to those who hold its capability is tried over HTTP: apps/server/src/who-may.test.ts.
  it("is as reviewed: a new procedure, and a change of who may call one, changes testing/procedures.txt", async () => {
    const procedures = PROCEDURES.map(
      ({ path, kind, access }) => `${path} · ${kind} · ${access} · ${rolesWith(access)}`,
    );
    const declared = new Set<unknown>(PROCEDURES.map(({ access }) => access));
    const others = CAPABILITY_NAMES.filter((name) => !declared.has(name));
    const table = [...procedures, ...others.map((name) => `no procedure · ${name} · ${rolesWith(name)}`)];
    await expect(`${table.join("\n")}\n`).toMatchFileSnapshot("testing/procedures.txt");
  });

  it.each(GUARDED)("to $path is refused to whoever has not signed in", async ({ path }) => {
    await expectRefusal(call(path, VISITOR), "UNAUTHORIZED", "Unauthorized User");
  });

  const rolesThat = (may: boolean) =>
    GUARDED.flatMap(({ path, access }) =>
      ROLES.filter((role) => can(role, access as Capability) === may).map((role) => ({ path, role })),
    );
  const refusedRoles = rolesThat(false);
  it.each(refusedRoles)("to $path is refused to the role $role", async ({ path, role }) => {
    await expectRefusal(call(path, await api.admin(role)), "FORBIDDEN", /^Only .+ can do this\.$/);
  });

  it("that is refused writes nothing", async () => {
    const before = await rowCounts(api);
    await Promise.allSettled([
      ...GUARDED.map(({ path }) => call(path, VISITOR)),
      ...refusedRoles.map(async ({ path, role }: { path: string; role: Role }) =>
        call(path, await api.admin(role)),
      ),
    ]);
    expect(await rowCounts(api)).toEqual(before);
  });
});
