import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

export interface BrowserLaunch {
  executablePath: string;
  args: string[];
  env?: Record<string, string>;
}

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
  "C:/Program Files (x86)/Google/Chrome/Application/chrome.exe",
  "C:/Program Files (x86)/Microsoft/Edge/Application/msedge.exe",
];

/** Chromium's own sandbox does not work for root, nor in most containers, whose /dev/shm is also too small. */
const IN_CONTAINER = ["--no-sandbox", "--disable-dev-shm-usage"];

/**
 * How to launch a Chromium: the one E2E_BROWSER names, else (on Linux x64) the one npm installed, else one that is
 * installed on this machine. Throws when there is none.
 */
export async function browserLaunch(): Promise<BrowserLaunch> {
  const chosen = process.env.E2E_BROWSER;
  if (chosen) return { executablePath: chosen, args: IN_CONTAINER };
  if (process.platform === "linux" && process.arch === "x64") return fromNpm();
  const found = INSTALLED.find((path) => existsSync(path));
  if (found) return { executablePath: found, args: process.platform === "linux" ? IN_CONTAINER : [] };
  throw new Error("No browser found: install Chrome, or set E2E_BROWSER to a Chromium program.");
}

async function fromNpm(): Promise<BrowserLaunch> {
  // The package's manifest is not among its exports: it lies three folders above the entry.
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const manifest = JSON.parse(readFileSync(join(entry, "../../../package.json"), "utf8")) as {
    version: string;
  };
  const folder = join(tmpdir(), `countinghouse-chromium-${manifest.version}-${userInfo().uid}`);
  if (!existsSync(folder)) await unpack(folder);
  return {
    executablePath: join(folder, "chromium"),
    args: IN_CONTAINER,
    env: {
      ...definedEnvironment(),
      LD_LIBRARY_PATH: join(folder, "al2023", "lib"),
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
  };
}

/** Unpacks aside and renames, so that an interrupted or parallel unpacking never leaves half a browser. */
async function unpack(folder: string): Promise<void> {
  const aside = mkdtempSync(`${folder}-`);
  const kept = definedEnvironment();
  try {
    process.env.TMPDIR = aside;
    process.env.AWS_LAMBDA_JS_RUNTIME = "nodejs20.x"; // or it keeps the system libraries it brings to itself
    const { default: chromium } = await import("@sparticuz/chromium");
    chromium.setGraphicsMode = false;
    await chromium.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name];
    Object.assign(process.env, kept);
  }
  writeFileSync(join(aside, "fonts.conf"), fontsConf(folder));
  mkdirSync(join(aside, "cache"));
  try {
    renameSync(aside, folder);
  } catch {
    rmSync(aside, { recursive: true, force: true });
  }
}

/** The package's own names a fixed folder, and a Chromium without any font ends at once. */
const fontsConf = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;

const definedEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
