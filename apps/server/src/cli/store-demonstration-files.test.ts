import { expect, it } from "vitest";
import { runHere } from "../testing/run-program.ts";
import { command } from "./store-demonstration-files.ts";

it("names the missing setting and writes nothing", async () => {
  expect(await runHere(command, [], {})).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^These settings are missing or wrong:\n[\s\S]*FILES_DIR/),
  });
});
