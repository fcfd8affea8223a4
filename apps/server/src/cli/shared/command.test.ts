import { expect, it } from "vitest";
import { runHere } from "../../testing/run-program.ts";
import { type Command, UsageError } from "./command.ts";

/** Runs a command that ends so. */
const runAs = (run: Command["run"], ...args: string[]) => runHere({ usage: "Usage", run }, args, {});
const failWith = (error: unknown) => () => Promise.reject(error);

it.each(["--help", "-h"])("%s prints the usage text and does nothing else", async (word) => {
  const run = failWith(new Error("It ran."));
  expect(await runAs(run, "list", word)).toEqual({ code: 0, stdout: "Usage\n", stderr: "" });
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
    "an address that nothing listens at",
    1,
    new AggregateError([
      new Error("connect ECONNREFUSED ::1:1"),
      new Error("connect ECONNREFUSED 127.0.0.1:1"),
    ]),
    "connect ECONNREFUSED ::1:1; connect ECONNREFUSED 127.0.0.1:1",
  ],
])("prints %s without a stack, and ends with %i", async (_what, code, error, line) => {
  expect(await runAs(failWith(error))).toEqual({ code, stdout: "", stderr: `${line}\n` });
});

it("returns the exit code of a command that found something", async () => {
  expect(await runAs(() => Promise.resolve(1))).toEqual({ code: 1, stdout: "", stderr: "" });
});
