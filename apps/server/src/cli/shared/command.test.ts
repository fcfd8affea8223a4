import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runHere } from "../../testing/run-program.ts";
import { type Command, UsageError } from "./command.ts";

/** Runs a command with this function. */
const runAs = (run: Command["run"], ...args: string[]) => runHere({ usage: "Usage", run }, args, {});
const failWith = (error: unknown) => () => Promise.reject(error);

it.each(["--help", "-h"])("%s prints the usage text and does nothing else", async (word) => {
  const run = failWith(new Error("It ran."));
  const { code, stdout, stderr } = await runAs(run, "list", word);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Usage\n\n {2}--settings FILE {3}reads the settings from a file/);
});

it("passes a word after -- unchanged", async () => {
  const run: Command["run"] = ({ args, out }) => {
    out(args.join(" "));
    return Promise.resolve(0);
  };
  expect(await runAs(run, "--", "--help")).toEqual({ code: 0, stdout: "-- --help\n", stderr: "" });
});

it.each([
  ["wrong words", 2, new UsageError("There is no option --fast."), "There is no option --fast."],
  ["a refusal", 1, new Error("The database is not empty."), "The database is not empty."],
  [
    "a missing right of the database role",
    1,
    new Error("The call failed.", {
      cause: Object.assign(new Error("must be owner of table debit_cure"), { code: "42501" }),
    }),
    "The role of the command does not have this right in the database. Set DATABASE_OWNER_URL to the address of the role that owns the tables; restore:drill needs a role with CREATEDB.",
  ],
  [
    "an address without a listener",
    1,
    new AggregateError([
      new Error("connect ECONNREFUSED ::1:1"),
      new Error("connect ECONNREFUSED 127.0.0.1:1"),
    ]),
    "connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1",
  ],
])("prints %s without a stack, and exits with %i", async (_what, code, error, line) => {
  expect(await runAs(failWith(error))).toEqual({ code, stdout: "", stderr: `${line}\n` });
});

it("returns the exit code of a command that found something", async () => {
  expect(await runAs(() => Promise.resolve(1))).toEqual({ code: 1, stdout: "", stderr: "" });
});

describe("--settings", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "countinghouse-command-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  const fileOf = (name: string, text: string): string => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  const sayMail: Command["run"] = ({ args, env, out }) => {
    out(`${env.MAIL_FROM} ${env.SMTP_URL} ${args.join(" ")}`);
    return Promise.resolve(0);
  };
  const settings = { SMTP_URL: "smtp://environment", MAIL_FROM: "environment" };

  it.each([[["--settings", "FILE", "--keep=3"]], [["--keep=3", "--settings=FILE"]]])(
    "%j reads the file, which wins over the environment, and hides the option from the command",
    async (words) => {
      const file = fileOf("console.env", 'MAIL_FROM="Countinghouse <no-reply@example.com>"\n');
      const args = words.map((word) => word.replace("FILE", file));
      const { stdout } = await runHere({ usage: "Usage", run: sayMail }, args, settings);
      expect(stdout).toBe("Countinghouse <no-reply@example.com> smtp://environment --keep=3\n");
    },
  );

  it("prefers the later of two files", async () => {
    const files = ["first", "second"].map((name) => fileOf(name, `MAIL_FROM=${name}`));
    const args = files.flatMap((file) => ["--settings", file]);
    expect((await runHere({ usage: "Usage", run: sayMail }, args, settings)).stdout).toMatch(/^second /);
  });

  it.each([
    ["a file that is not there", ["--settings", "no-such.env"], "There is no file no-such.env."],
    ["a folder", ["--settings", folder], `The file ${folder} cannot be read (EISDIR).`],
    ["nothing", ["--settings"], "--settings takes the name of a file."],
  ])("refuses %s", async (_what, args, line) => {
    expect(await runHere({ usage: "Usage", run: sayMail }, args, settings)).toEqual({
      code: 2,
      stdout: "",
      stderr: `${line}\n`,
    });
  });
});

describe("a command that works on a database", () => {
  const run = () => Promise.resolve(0);
  const owner = "postgresql://owner:secret@db.example.com:6000/lender";
  const url = "postgresql://console:secret@pool.example.com/lender%20copy?sslmode=require";

  it.each([
    ["DATABASE_URL", { DATABASE_URL: url, DATABASE_OWNER_URL: owner }, "lender copy at pool.example.com"],
    ["DATABASE_OWNER_URL", { DATABASE_URL: url, DATABASE_OWNER_URL: owner }, "lender at db.example.com:6000"],
    ["DATABASE_OWNER_URL", { DATABASE_URL: url }, "lender copy at pool.example.com"],
  ] as const)("prints the database of %s without the password", async (database, env, line) => {
    const said = await runHere({ usage: "Usage", database, run }, [], env);
    expect(said.database).toBe(`Database: ${line}`);
  });

  it("asks for a missing setting", async () => {
    const { code, stderr } = await runHere({ usage: "Usage", database: "DATABASE_URL", run }, [], {});
    expect(stderr).toMatch(/^The setting DATABASE_URL is missing\. Set it, or name a file/);
    expect(code).toBe(1);
  });
});
