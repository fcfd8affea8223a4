// `npm start`, `npm test` and the other root scripts, on a machine that has only some Node (18.12 or newer)
// and npm. No dependencies, no shell syntax: installs with the pinned pnpm, generates code where there is none, then runs the
// named script on the pinned Node, or the named program of node_modules/.bin, which comes first on PATH. With --help it prints
// the comment at the top of the script and does nothing else; commands of the server and tools print theirs themselves.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { asksForHelp, usageOf } from "./usage.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const windows = process.platform === "win32";
const bin = join(root, "node_modules", ".bin");
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const env = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  DO_NOT_TRACK: "1",
  CHECKPOINT_DISABLE: "1",
  // Without it each process reads and compiles all of its code anew, which takes most of its start.
  NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "compiled"),
};

const [name = "", ...words] = process.argv.slice(2);
const usageErrors = new URL("usage-errors.mjs", import.meta.url).href;
const isScript = /\.m?[jt]s$/.test(name);
const tellsItself =
  !isScript || name.endsWith("cli.ts") || (name.endsWith("tool.ts") && !words[0]?.startsWith("-"));
if (asksForHelp(words) && !tellsItself) console.log(usageOf(join(root, name)));
else {
  installOnce();
  generateOnce();
  runOnPinnedNode();
}

function installOnce() {
  const stamp = join(root, "node_modules", ".install-stamp");
  const hash = createHash("sha256");
  for (const file of ["pnpm-lock.yaml", "pnpm-workspace.yaml"]) hash.update(readFileSync(join(root, file)));
  const want = hash.digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === want) return;
  const args = ["--yes", packageManager, "install", "--frozen-lockfile", "--prefer-offline"];
  const { status } = spawnSync("npx", args, { cwd: root, stdio: "inherit", env, shell: windows });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, want);
}

/** No script can be loaded without the generated code. */
function generateOnce() {
  if (existsSync(join(root, "packages", "db", "src", "generated"))) return;
  const args = ["run", "generate", "--output-logs=errors-only", "--ui=stream", "--log-prefix=none"];
  const path = bin + delimiter + process.env.PATH;
  const { status } = spawnSync(program("turbo"), args, {
    cwd: root,
    stdio: "inherit",
    shell: windows,
    env: { ...env, PATH: path },
  });
  if (status !== 0) process.exit(status ?? 1);
}

function program(called) {
  return join(bin, windows ? `${called}.cmd` : called);
}

/** The child leads its own process group, so that a signal sent to this process alone still reaches all of it. */
function runOnPinnedNode() {
  // A command that asks on the terminal has to stay in the terminal's own group.
  const interactive = name.endsWith("cli.ts");
  const child = spawn(
    program(isScript ? "node" : name),
    isScript ? ["--import", usageErrors, name, ...words] : words,
    {
      cwd: root,
      stdio: "inherit",
      shell: windows,
      detached: !windows && !interactive,
      env: { ...env, PATH: bin + delimiter + process.env.PATH },
    },
  );
  const pass = (signal) => {
    if (child.pid === undefined) return;
    try {
      process.kill(windows || interactive ? child.pid : -child.pid, signal);
    } catch {
      // already gone
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => pass(signal));
  // npm killed outright: nobody will tell us to stop, so notice that our parent has changed.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && pass("SIGTERM"), 500).unref();
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
