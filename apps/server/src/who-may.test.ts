import { randomUUID } from "node:crypto";
import { appRouter } from "@countinghouse/api/router";
import { type Delivery, startDelivery } from "@countinghouse/api/testing/delivery";
import { expectRefusal } from "@countinghouse/api/testing/expectations";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { can, ROLES, type Role } from "@countinghouse/api/testing/roles";
import { addAdmin, openAdminSession, openSession } from "@countinghouse/api/testing/signing-in";
import type { ProcedureMeta } from "@countinghouse/api/trpc";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createRoutes } from "./app.ts";
import { EXAMPLES } from "./testing/example-calls.ts";
import { ROUTES, type Rule } from "./testing/routes.ts";
import { type Served, serve } from "./testing/serve.ts";

/** The callers: a visitor, two admins with ended sessions, and each role. */
const STRANGERS = ["visitor", "disabled", "revoked"] as const;
/** A SUPERADMIN who lacks the second factor that the role needs. */
const CONFINED = "confined";
const IDENTITIES = [...STRANGERS, CONFINED, ...ROLES] as const;
type Identity = (typeof IDENTITIES)[number];

const isRole = (identity: Identity): identity is Role => (ROLES as readonly string[]).includes(identity);

/** At run time the router has its procedures in a flat map, by their whole path. */
const PROCEDURES = appRouter._def.procedures as unknown as Record<
  string,
  { _def: { type: string; meta?: ProcedureMeta } }
>;
/** Called last, because it ends the session. */
const ENDING = "auth.signOut";
const PATHS = Object.keys(PROCEDURES).filter(
  (path) => PROCEDURES[path]?._def.type !== "subscription" && path !== ENDING,
);
const toAccess = (path: string) => PROCEDURES[path]?._def.meta?.access;

/** Procedures that are closed to a role with the capability: the specification has a second rule for them. */
const CLOSED_BESIDE: Partial<Record<string, Role>> = { "paymentPreferences.set": "EMPLOYEE" };

/** The most calls of one batch. */
const MOST_AT_ONCE = 10;

let api: TestApi;
let delivery: Delivery;
let served: Served;
const tokens = {} as Record<Identity, string | null>;

beforeAll(async () => {
  api = await createTestApi();
  delivery = await startDelivery(api);
  const { bankLink, businessVerification } = delivery.ports;
  Object.assign(api.services.ports, { bankLink, businessVerification, objectStorage: api.journal });
  served = await serve(api.services);
  tokens.visitor = null;
  for (const role of ROLES) tokens[role] = await openSession(api, role);
  const [disabled, revoked] = [
    await addAdmin(api, { role: "SUPERADMIN" }),
    await addAdmin(api, { role: "SUPERADMIN" }),
  ];
  tokens.disabled = await openAdminSession(api, api.services.tokens, disabled.id);
  tokens.revoked = await openAdminSession(api, api.services.tokens, revoked.id);
  const superadmin = await api.as("SUPERADMIN");
  await superadmin.admins.setStatus({
    requestId: randomUUID(),
    id: disabled.id,
    version: 1,
    isDisabled: true,
  });
  await superadmin.admins.setStatus({
    requestId: randomUUID(),
    id: disabled.id,
    version: 2,
    isDisabled: false,
  });
  await superadmin.admins.endSessions({ requestId: randomUUID(), id: revoked.id });
  const confined = await addAdmin(api, { role: "SUPERADMIN" });
  tokens.confined = await openAdminSession(api, api.services.tokens, confined.id);
  await demandFactor((await api.admin("SUPERADMIN")).id);
});
afterAll(async () => {
  await served.close();
  await delivery.close();
  await api.close();
});

/** Demands a second factor of the role SUPERADMIN, and gives this admin one. */
const demandFactor = (adminId: string) =>
  api.database.unsafeTransaction(async (tx) => {
    const confirmedAt = api.clock.now();
    const factor = { kind: "APP", name: "Phone", secretSealed: Buffer.from("sealed"), confirmedAt } as const;
    await tx.secondFactor.create({
      data: { ...factor, adminId, createdAt: confirmedAt, expiresAt: confirmedAt },
    });
    await tx.factorDemand.create({
      data: {
        role: "SUPERADMIN",
        isDemanded: true,
        version: 1,
        updatedById: adminId,
        updatedAt: confirmedAt,
      },
    });
  });

/** Procedures that are open without the demanded second factor: to add one, and to manage the own account. */
const OPEN_TO_CONFINED = [
  "admins.beginFactor",
  "admins.changeOwnName",
  "admins.changeOwnPassword",
  "admins.confirmApp",
  "admins.confirmPasskey",
  "admins.endOwnSession",
  "admins.me",
  "admins.metabase",
  "admins.ownFactors",
  "admins.ownSessions",
  "admins.removeFactor",
  "admins.renameFactor",
  "admins.renewRecoveryCodes",
  ENDING,
];

const toHeaders = (identity: Identity): Record<string, string> =>
  tokens[identity] === null ? {} : { authorization: `Bearer ${tokens[identity]}` };

const Answer = z.union([
  z.object({ result: z.unknown() }).transform(() => "OK"),
  z
    .object({ error: z.object({ json: z.object({ data: z.object({ code: z.string() }) }) }) })
    .transform(({ error }) => error.json.data.code),
]);

/** Returns the outcome of each of these procedures, called in one batch. */
async function outcomes(identity: Identity, paths: readonly string[]): Promise<string[]> {
  const examples: Partial<Record<string, object>> = EXAMPLES;
  const members = paths.flatMap((path, index) =>
    examples[path] === undefined ? [] : [`"${index}":${JSON.stringify({ json: examples[path] })}`],
  );
  const { text } = await served.post(
    `/trpc/${paths.join()}?batch=1`,
    `{${members.join()}}`,
    toHeaders(identity),
  );
  const answers = z.array(Answer).parse([JSON.parse(text)].flat());
  // A body that a visitor may not send has the whole batch refused.
  return paths.map((_, index) => answers[answers.length === 1 ? 0 : index] ?? "none");
}

/** Returns the reason why an outcome is wrong for this identity, or null. */
function whyWrong(identity: Identity, path: string, outcome: string): string | null {
  const access = toAccess(path);
  if (access === undefined) return "declares nothing";
  if (access === "public") return outcome === "FORBIDDEN" ? "is closed" : null;
  const isRefused = outcome === "FORBIDDEN";
  if (identity === CONFINED)
    return isRefused === OPEN_TO_CONFINED.includes(path) ? `is answered ${outcome}` : null;
  if (!isRole(identity)) return outcome === "UNAUTHORIZED" ? null : `is answered ${outcome}`;
  const isOpen = can(identity, access) && CLOSED_BESIDE[path] !== identity;
  if (isOpen === isRefused) return isRefused ? "is closed" : `is answered ${outcome}`;
  return outcome === "UNAUTHORIZED" ? "does not know who calls" : null;
}

/** Returns the status of an address. A stream begins before it is refused, so its first event has the code. */
async function readStatus(identity: Identity, method: string, address: string): Promise<number> {
  const stop = new AbortController();
  const { status, headers, body } = await fetch(`${served.origin}${address}`, {
    method,
    headers: toHeaders(identity),
    signal: stop.signal,
  });
  if (!headers.get("content-type")?.startsWith("text/event-stream")) {
    await body?.cancel();
    return status;
  }
  const { value } = (await body?.pipeThrough(new TextDecoderStream()).getReader().read()) ?? {};
  stop.abort();
  if (value?.includes("UNAUTHORIZED")) return 401;
  return value?.includes("FORBIDDEN") ? 403 : status;
}

/** Returns the status that a rule gives this identity. */
function byRule(rule: Rule, identity: Identity): number | "open" {
  if ("always" in rule) return rule.always;
  if (identity === CONFINED) return 403;
  if (!isRole(identity)) return 401;
  return can(identity, rule.capability) ? "open" : 403;
}

describe.each(IDENTITIES)("as %s", (identity) => {
  it("every procedure is open or closed as declared", async () => {
    const wrong: string[] = [];
    let asked = 0;
    for (let at = 0; at < PATHS.length; at += MOST_AT_ONCE) {
      const paths = PATHS.slice(at, at + MOST_AT_ONCE);
      for (const [index, outcome] of (await outcomes(identity, paths)).entries()) {
        const path = paths[index] ?? "";
        const why = whyWrong(identity, path, outcome);
        asked += 1;
        if (why !== null) wrong.push(`${path} ${why}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBe(PATHS.length);
  });

  it.each(ROUTES)("%s %s is open or closed", async (method, at, rule, asked) => {
    const status = await readStatus(identity, method, `${at}${asked}`);
    expect("always" in rule || status === 401 || status === 403 ? status : "open").toBe(
      byRule(rule, identity),
    );
  });
});

it("the tested routes are exactly the routes of the server", () => {
  const services = {
    ...api.services,
    metabase: { ...api.services.metabase, url: "https://metabase.example/" },
  };
  const { routes } = createRoutes(services, { trustProxy: false }, () => Promise.resolve());
  const asked = ROUTES.map(([method, at]) => `${method} ${at.replace(/\/$/, "")}`);
  expect(asked.toSorted()).toEqual(routes.filter((route) => route !== "POST /trpc").toSorted());
});

it("a caller who has signed out is a visitor", async () => {
  for (const role of ROLES) {
    expect(await outcomes(role, ["admins.me", ENDING])).toEqual(["OK", "OK"]);
    expect(await outcomes(role, ["admins.me", ENDING])).toEqual(["UNAUTHORIZED", "UNAUTHORIZED"]);
  }
  await expectRefusal(api.visitor().auth.signOut(), "UNAUTHORIZED");
});
