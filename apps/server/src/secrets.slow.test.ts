import { randomUUID } from "node:crypto";
import { addCard } from "@countinghouse/api/testing/accounts";
import { createTestApi, type TestApi } from "@countinghouse/api/testing/harness";
import { addAdmin, newestCode, openSession, wrongCode } from "@countinghouse/api/testing/signing-in";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { EXAMPLES } from "./testing/example-calls.ts";
import { type Served, serve } from "./testing/serve.ts";

/** Secrets that are entered or created in this test. Afterwards only their owners may have them. */
const planted = {
  ssn: "514287690",
  ein: "918273645",
  account: "770915528364",
  password: "an uncommon staple of horses",
  wrongPassword: "an uncommon stable of horses",
  passcode: "730915",
  wrongPasscode: "841026",
};
const made = new Map<string, string>();

let api: TestApi;
let served: Served;
/** All logged fields and messages, before redaction. */
const logged: string[] = [];
/** All answers to callers who may not see the secrets, and all requested addresses. */
const answered: string[] = [];
const addresses: string[] = [];

beforeAll(async () => {
  api = await createTestApi();
  const keep = (fields: object, message: string) => logged.push(`${JSON.stringify(fields)} ${message}`);
  served = await serve({ ...api.services, log: { info: keep, warn: keep, error: keep } });
});
afterAll(async () => {
  await served.close();
  await api.close();
});

const Answer = z.object({
  result: z.object({ data: z.object({ json: z.record(z.string(), z.unknown()) }) }),
});

async function call(path: string, input: object, token?: string) {
  addresses.push(`/trpc/${path}`);
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const { text, headers: told } = await served.post(
    `/trpc/${path}`,
    JSON.stringify({ json: input }),
    headers,
  );
  return { text, cookies: told.getSetCookie(), json: () => Answer.parse(JSON.parse(text)).result.data.json };
}

/** Signs in by the password and the mailed code, after a wrong one of each. */
async function signIn(email: string): Promise<string> {
  const signInWith = (password: string) =>
    call("auth.signIn", { email, password, botCheck: `human-${randomUUID()}` });
  answered.push((await signInWith(planted.wrongPassword)).text);
  const first = await signInWith("correct horse battery staple");
  answered.push(first.text);
  const { challengeId } = first.json();
  const code = await newestCode(api, email);
  answered.push((await call("auth.verifyCode", { challengeId, code: wrongCode(code) })).text);
  const done = await call("auth.verifyCode", { challengeId, code });
  made.set("code", code);
  for (const cookie of done.cookies) made.set(cookie.split("=")[0] ?? "", cookie.split(/[=;]/)[1] ?? "");
  const token = String(done.json().token);
  made.set("token", token);
  return token;
}

/** Returns a pattern for a whole secret, because many hashes contain six digits by chance. */
const alone = (secret: string): string => `(^|[^0-9a-fA-F])${secret}([^0-9a-fA-F]|$)`;

/** Returns the tables that contain a secret, in any column of any row. */
async function tablesHolding(secret: string): Promise<string[]> {
  const { rows: tables } = await api.database.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await api.database.pool.query(
      `SELECT 1 FROM "${name}" t WHERE t::text ~ $2 OR strpos(t::text, encode(convert_to($1, 'UTF8'), 'hex')) > 0 LIMIT 1`,
      [secret, alone(secret)],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

it("a secret is in no log, in no answer to a caller who may not see it, in no address, no file and no row", async () => {
  const { email } = await addAdmin(api, { role: "SUPERADMIN" });
  const token = await signIn(email);
  const viewer = await openSession(api, "VIEWER");
  made.set("viewer's token", viewer);
  const press = () => ({ requestId: randomUUID() });
  await call(
    "admins.changeOwnPassword",
    { ...press(), current: "correct horse battery staple", password: planted.password },
    token,
  );
  await call("passcodes.set", { ...press(), kind: "CARD", passcode: planted.passcode }, token);
  const contact = {
    currentAddress: "",
    city: "",
    state: "",
    zipcode: "",
    phone: "2125550187",
    companyName: "",
  };
  const named = { firstname: "Pia", lastname: "Lund", email: "pia@example.test" };
  const customer = { ...contact, ...named, ssn: planted.ssn, ein: planted.ein };
  const { id } = (await call("users.create", { ...press(), ...customer }, token)).json();
  const userId = Number(id);
  const account = { userId, account: planted.account, name: "Checking", routing: "021000021" };
  await call("bankAccounts.addManually", { ...press(), ...account }, token);
  const { id: cardId } = await addCard(api, userId);
  const { tokenSealed } = await api.database.read.card.findUniqueOrThrow({ where: { id: cardId } });
  made.set(
    "card token",
    api.vault.open({ table: "card", column: "token_sealed", rowId: cardId }, tokenSealed),
  );
  const order = { ...EXAMPLES["payments.run"], ...press(), userId, mode: "FUND", instrumentId: cardId };
  answered.push((await call("payments.run", { ...order, passcode: planted.wrongPasscode }, token)).text);
  expect(answered.at(-1)).toContain("You have entered the wrong code");
  // A role with the right sees the whole numbers, in the list and by a reveal.
  const whole = await call("users.list", { query: planted.ssn }, token);
  expect(whole.text).toContain("514-28-7690");
  const why = { userId, field: "ein", reason: "The customer asks." };
  expect((await call("users.reveal", { ...press(), ...why }, token)).text).toContain("91-8273645");
  for (const [path, input] of [
    ["users.list", { query: planted.ssn }],
    ["users.get", { id: userId }],
    ["users.reveal", { ...press(), ...why }],
    ["bankAccounts.list", { userId, active: true }],
    ["cards.list", { userId }],
    ["collections.list", { userIds: String(userId) }],
  ] as const)
    answered.push((await call(path, input, viewer)).text);
  for (const who of [token, viewer])
    for (const at of ["/api/exports/audit", "/api/exports/loans-ledger"]) {
      addresses.push(at);
      answered.push((await served.post(at, "", { authorization: `Bearer ${who}` })).text);
    }
  // An unexpected error is logged with all its details.
  await api.asOwner('ALTER TABLE "users" RENAME COLUMN "ein_index" TO "gone"');
  answered.push(
    (await call("users.create", { ...press(), ...customer, email: "other@example.test" }, token)).text,
  );
  await api.asOwner('ALTER TABLE "users" RENAME COLUMN "gone" TO "ein_index"');
  expect(logged.join("\n")).toContain("unexpected");
  expect(made.size).toBeGreaterThan(4);

  const secrets = [
    ...Object.entries(planted),
    ...made,
    ["SSN as it is written", "514-28-7690"],
    ["EIN as it is written", "91-8273645"],
  ] as const;
  const standing: string[] = [];
  for (const [name, secret] of secrets) {
    expect(secret.length).toBeGreaterThan(5);
    for (const [where, texts] of Object.entries({ logged, answered, addresses }))
      if (texts.some((text) => new RegExp(alone(secret)).test(text))) standing.push(`${name}: ${where}`);
    for (const table of await tablesHolding(secret)) standing.push(`${name}: ${table}`);
  }
  expect(standing).toEqual([]);
});
