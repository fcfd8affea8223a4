import { verifyChains } from "@countinghouse/api/chain/chains";
import { freePort } from "@countinghouse/db/postgres/free-port";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { createVault, parseVaultKeys } from "@countinghouse/db/vault";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { call, credit, newUser, openEmployeeSession } from "./testing/employee.ts";
import { createLauncher, type Launcher } from "./testing/launch.ts";

let held: TestDatabase;
let sandbox: Sandbox;
let launcher: Launcher;
beforeAll(async () => {
  [held, sandbox] = await Promise.all([
    createTestDatabase({ size: 2 }),
    startSandbox({ port: 0, smtpPort: 0 }),
  ]);
  launcher = createLauncher(sandbox);
});
afterAll(async () => {
  launcher.close();
  await sandbox.close();
  await held.drop();
});

const settings = (port: number) => launcher.settings(held.url, port);

it("a process that freezes during writes does not block others, and its unwritten requests can be repeated", async () => {
  const [port, frozenPort] = [await freePort(), await freePort()];
  const [frozen] = await Promise.all([
    launcher.started(settings(frozenPort)),
    launcher.started(settings(port)),
  ]);
  const token = await openEmployeeSession(held, settings(1).TOKEN_KEY);
  const record = (at: number, input: object) => call(at, token, "payments.recordManual", input);
  const customers = await Promise.all(Array.from({ length: 36 }, () => newUser(held)));
  const presses = await Promise.all(customers.map(({ id }) => credit(held, id)));
  const pressed = presses.map((press) => record(frozenPort, press).catch(() => null));
  await Promise.race(pressed);
  frozen.kill("SIGSTOP");

  const others = await Promise.all(customers.map(() => newUser(held)));
  const recorded = await Promise.all(others.map(async ({ id }) => record(port, await credit(held, id))));
  expect(recorded).toEqual(others.map(() => 200));
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  // Its own customers can be written as well, once the database has ended its transactions.
  await Promise.all(
    customers.map(({ id }) =>
      expect.poll(async () => record(port, await credit(held, id)), { timeout: 120_000 }).toBe(200),
    ),
  );

  frozen.kill("SIGCONT");
  const known = [200, 422, 503, 500, null];
  expect((await Promise.all(pressed)).filter((status) => !known.includes(status))).toEqual([]);
  // An unwritten request is refused because of the newer payment, and succeeds with a new confirmation.
  const again = async (press: Awaited<ReturnType<typeof credit>>) =>
    (await record(frozenPort, press)) === 200 ? 200 : record(frozenPort, await credit(held, press.userId));
  for (const press of presses) expect(await again(press)).toBe(200);
  const userId = { in: customers.map(({ id }) => id) };
  const { SEALING_KEYS = "", INDEX_KEY = "", AUDIT_KEYS = "" } = settings(port);
  const kept = await held.database.read.paymentIntent.count({ where: { userId, kind: "MANUAL" } });
  expect(kept).toBe(presses.length + customers.length);
  expect(
    await verifyChains(held.database.read, createVault(parseVaultKeys(SEALING_KEYS, INDEX_KEY, AUDIT_KEYS))),
  ).toEqual([]);
});
