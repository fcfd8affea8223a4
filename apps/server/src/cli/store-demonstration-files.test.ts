import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

async function run(env: NodeJS.ProcessEnv): Promise<string> {
  const script = fileURLToPath(new URL("store-demonstration-files.ts", import.meta.url));
  const ended = promisify(execFile)(process.execPath, [script], { env });
  return ended.then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  );
}

it("says what is missing instead of writing anything", async () => {
  expect(await run({ PATH: process.env.PATH })).toMatch(
    /These settings are missing or wrong:\n[\s\S]*FILES_DIR/,
  );
});
