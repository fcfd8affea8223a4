import { expect, it } from "vitest";
import { runProgram } from "../testing/run-program.ts";

async function run(env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await runProgram("store-demonstration-files", [], env);
  return code === 0 ? stdout : stderr;
}

it("says what is missing instead of writing anything", async () => {
  expect(await run({ PATH: process.env.PATH })).toMatch(
    /These settings are missing or wrong:\n[\s\S]*FILES_DIR/,
  );
});
