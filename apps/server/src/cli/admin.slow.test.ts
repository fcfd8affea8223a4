import { verifyPassword } from "@countinghouse/db/passwords";
import { createTestDatabase, type TestDatabase } from "@countinghouse/db/testing/database";
import { type Sandbox, startSandbox } from "@countinghouse/sandbox";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLauncher, type Launcher } from "../testing/launch.ts";
import { runAndSay } from "../testing/run-program.ts";
import { command } from "./admin.ts";
import { command as create } from "./admin-create.ts";

const EMAIL = "--email=ines@lender.example";

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
  await held.drop();
  await sandbox.close();
  launcher.close();
});

/** Runs the command to its end. Returns its output and its exit code. */
const admin = (...args: string[]) => runAndSay(command, args, launcher.settings(held.url, 3000));

const stored = () => held.database.read.admin.findUniqueOrThrow({ where: { email: "ines@lender.example" } });

/** Acts as the running server: ends the next queued mail in this state. */
async function endMail(outcome: { state?: "DELIVERED"; lastError?: string }) {
  const where = { topic: "EMAIL", state: "QUEUED", lastError: "" } as const;
  await expect.poll(() => held.database.read.outboxMessage.count({ where })).toBe(1);
  await held.database.unsafeTransaction((tx) => tx.outboxMessage.updateMany({ where, data: outcome }));
}

it("invites, lists, changes, disables, enables, resets, ends sessions and unlocks, with a line for each", async () => {
  const inviting = admin("invite", EMAIL, "--name=Ines Kaur", "--role=employee");
  await endMail({ state: "DELIVERED" });
  expect((await inviting).said).toBe("The invitation was sent.");
  expect((await admin("list")).said).toBe(
    "ines@lender.example · Ines Kaur · EMPLOYEE · INVITED · never signed in · 0 sessions",
  );
  expect((await admin("change", EMAIL, "--role=AUDITOR", "--payment-flag")).code).toBe(0);
  expect(await stored()).toMatchObject({ role: "AUDITOR", paymentFlag: true });
  expect((await admin("change", EMAIL, "--no-payment-flag")).code).toBe(0);
  expect(await stored()).toMatchObject({ role: "AUDITOR", paymentFlag: false });
  expect((await admin("disable", EMAIL)).said).toContain("can no longer sign in");
  expect(await stored()).toMatchObject({ status: "DISABLED" });
  expect((await admin("reset", EMAIL)).said).toBe("Enable this admin first.");
  expect((await admin("enable", EMAIL)).code).toBe(0);
  const resetting = admin("reset", EMAIL);
  await endMail({ lastError: "The mail server: 451 later" });
  expect((await resetting).said).toBe(
    "The mail server deferred the mail. It will be retried. (The mail server: 451 later)",
  );
  expect((await admin("end-sessions", EMAIL)).said).toBe("The sessions have ended. (0)");
  expect((await admin("remove-factors", EMAIL)).said).toBe("There is no second factor.");
  await held.database.unsafeTransaction(async (tx) => {
    const { id: adminId } = await tx.admin.findUniqueOrThrow({ where: { email: "ines@lender.example" } });
    const at = new Date();
    const secretSealed = Buffer.alloc(1);
    await tx.secondFactor.create({
      data: { adminId, kind: "APP", name: "Phone", secretSealed, expiresAt: at, confirmedAt: at },
    });
  });
  expect((await admin("list")).said).toMatch(/ · 0 sessions · second factor$/);
  expect((await admin("remove-factors", EMAIL)).said).toContain("Their second factors were removed");
  expect((await admin("unlock", EMAIL)).said).toBe("They can try to sign in again.");
  const events = await held.database.read.auditEvent.findMany({ orderBy: { id: "asc" } });
  expect(events.map(({ action, actor }) => `${actor} ${action}`)).toEqual(
    [
      "invite",
      "change",
      "change",
      "disable",
      "enable",
      "sendPasswordLink",
      "endSessions",
      "removeFactors",
      "unlock",
    ].map((verb) => `job:admin admins.${verb}`),
  );
});

it("raises the reading budget of an admin for some hours, with a reason in the audit", async () => {
  const invite = ["--email=noor@lender.example", "--name=Noor Haddad", "--role=AUDITOR"];
  expect((await admin("invite", ...invite)).said).toBe("The mail is queued. The running server sends it.");
  const raise = ["--email=noor@lender.example", "--customers=20000", "--reveals=10", "--hours=8"];
  expect((await admin("raise-budget", ...raise, "--reason=Yearly audit")).said).toMatch(
    /^The view limit was raised\. \(until .* ET\)$/,
  );
  const raised = { customers: 20_000, reveals: 10, reason: "Yearly audit" };
  expect(await held.database.read.readingRaise.findFirstOrThrow()).toMatchObject({
    ...raised,
    raisedById: null,
  });
  const event = await held.database.read.auditEvent.findFirstOrThrow({
    where: { action: "admins.raiseBudget" },
  });
  expect(event).toMatchObject({ actor: "job:admin", after: raised });
  const wrong = ["--customers=many", "--reveals=10", "--hours=73", "--reason="];
  const { code, said } = await admin("raise-budget", "--email=noor@lender.example", ...wrong);
  expect(code).toBe(2);
  for (const option of ["--customers: Enter a whole number.", "--hours: Enter at most 72", "--reason: "])
    expect(said).toContain(option);
});

it("reports wrong options with the usage text", async () => {
  expect(await admin("list", "--colour")).toMatchObject({
    code: 2,
    said: expect.stringContaining("npm run admin -- list"),
  });
  expect(await admin("fire", EMAIL)).toMatchObject({
    code: 2,
    said: expect.stringContaining("Name an action"),
  });
  expect((await admin("disable")).said).toContain("Name the admin: --email=…");
  expect((await admin("change", EMAIL)).said).toContain("Name the change: --role=…");
  expect(await admin("invite", "--email=ines", "--name=Ines", "--role=ADMIN")).toMatchObject({ code: 2 });
  expect(await admin("disable", "--email=nobody@lender.example")).toEqual({
    code: 1,
    said: "There is no admin nobody@lender.example.",
  });
});

it("creates an admin with the password from standard input, and names each wrong option", async () => {
  const words = ["--email=lena@lender.example", "--name=Lena Ortiz", "--role=viewer"];
  const hire = (args: string[], password = "") =>
    runAndSay(create, args, launcher.settings(held.url, 3000), password);
  expect(await hire(words)).toEqual({
    code: 2,
    said: "No terminal is available to ask for the password. Use --password-stdin.",
  });
  const wrong = await hire(["--email=lena", "--name=", "--role=cook", "--password-stdin"], "short");
  expect(wrong.code).toBe(2);
  for (const option of ["--email: ", "--name: ", "--role: ", "Password: "])
    expect(wrong.said).toContain(option);
  const password = "a-long-password-of-hers";
  expect(await hire([...words, "--password-stdin"], `${password}\n`)).toEqual({
    code: 0,
    said: "Lena Ortiz can sign in as lena@lender.example (VIEWER).",
  });
  const { passwordHash } = await held.database.read.admin.findUniqueOrThrow({
    where: { email: "lena@lender.example" },
  });
  expect(await verifyPassword(passwordHash, password)).toBe(true);
});
