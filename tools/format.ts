import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** `npm run format`: formats and sorts imports in the whole repository, or in the paths given. */
const root = fileURLToPath(new URL("..", import.meta.url));
const paths = process.argv.slice(2);
const { status } = spawnSync("biome", ["check", "--write", ...(paths.length > 0 ? paths : ["."])], {
  cwd: root,
  stdio: "inherit",
  shell: process.platform === "win32",
});
process.exitCode = status ?? 1;
