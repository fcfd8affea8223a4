import { mkdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { BrowserContext } from "@playwright/test";
import { signInAt } from "../../tools/stack/sign-in.ts";
import { type Role, roleEmail, stateFile, surrounding } from "./surroundings.ts";

export type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/**
 * An access token is good for five minutes, and whoever renews a session takes it from all that share it: a test has to end
 * before, and has four minutes at the least.
 */
const GOOD_FOR_MS = 60_000;
/** A worker that was stopped while it signed in leaves its lock behind. */
const LOCK_OVER_MS = 60_000;

/** What a browser holds in which the admin of this role has signed in not long ago; signs in anew where that is due. */
export async function signedInState(role: Role): Promise<StorageState> {
  const file = stateFile(role);
  if (fileAge(file) > GOOD_FOR_MS)
    await oneAtATime(file, async () => {
      if (fileAge(file) > GOOD_FOR_MS) await keepSignedIn(role);
    });
  return JSON.parse(readFileSync(file, "utf8")) as StorageState;
}

/** The same of a session that no other page has: one that is renewed leaves the others without theirs. */
export const newlySignedInState = (role: Role): Promise<StorageState> =>
  oneAtATime(stateFile(role), () => signedInAs(role));

/** Signs in, and keeps what the browser holds then for every test. */
export async function keepSignedIn(role: Role): Promise<void> {
  const file = stateFile(role);
  writeFileSync(`${file}.new`, JSON.stringify(await signedInAs(role)));
  renameSync(`${file}.new`, file);
}

/** Signs in by the calls that the console makes; `sign-in.e2e.ts` signs in by the page. */
async function signedInAs(role: Role): Promise<StorageState> {
  const address = surrounding("E2E_ADDRESS");
  const password = surrounding("E2E_PASSWORD");
  const { token, cookie } = await signInAt(address, surrounding("E2E_SANDBOX"), {
    email: roleEmail(role),
    password,
  });
  const { hostname: domain } = new URL(address);
  const asSet = {
    domain,
    path: "/",
    httpOnly: true,
    secure: false,
    sameSite: "Strict",
    expires: -1,
  } as const;
  const cookies = cookie.split("; ").map((each) => {
    const end = each.indexOf("=");
    return { name: each.slice(0, end), value: each.slice(end + 1), ...asSet };
  });
  return { cookies, origins: [{ origin: address, localStorage: [{ name: "token", value: token }] }] };
}

/** The code of another worker's sign-in is the wrong one. */
async function oneAtATime<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  while (!lock(file)) await pause(200);
  try {
    return await work();
  } finally {
    rmdirSync(lockPath(file));
  }
}

const fileAge = (path: string): number => Date.now() - statSync(path).mtimeMs;

const lockPath = (file: string): string => `${file}.lock`;

function lock(file: string): boolean {
  try {
    mkdirSync(lockPath(file));
    return true;
  } catch {
    if (ageOrZero(lockPath(file)) > LOCK_OVER_MS) rmdirSync(lockPath(file));
    return false;
  }
}

function ageOrZero(path: string): number {
  try {
    return fileAge(path);
  } catch {
    return 0;
  }
}
