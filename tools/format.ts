// npm run tool -- format formats and sorts imports in the whole repository, or in the paths that are given.
import { fileURLToPath } from "node:url";
import { execa } from "execa";

const paths = process.argv.slice(2);
const { exitCode } = await execa("biome", ["check", "--write", ...(paths.length > 0 ? paths : ["."])], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  preferLocal: true,
  stdio: "inherit",
  reject: false,
});
process.exitCode = exitCode ?? 1;
