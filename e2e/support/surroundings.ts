import { join } from "node:path";
import type { Stack } from "../../tools/stack/stack.ts";

export const ROLES = ["SUPERADMIN", "ADMIN", "EMPLOYEE", "VIEWER", "AUDITOR"] as const;
export type Role = (typeof ROLES)[number];

/** One of the staff who signs in at the door in the sign-in tests, and nowhere else. */
export const DOORKEEPER = {
  email: "doorkeeper@countinghouse.test",
  fullName: "Dora Keeper",
  role: "EMPLOYEE",
} as const;

/** One whose second factors are added and used in one test. */
export const KEYHOLDER = {
  email: "keyholder@countinghouse.test",
  fullName: "Kira Holder",
  role: "EMPLOYEE",
} as const;

/** One who does nothing for an hour. */
export const SLEEPER = {
  email: "sleeper@countinghouse.test",
  fullName: "Sol Sleeper",
  role: "EMPLOYEE",
} as const;

/** What the global set-up tells the tests, by way of the environment. */
export const surroundings = (stack: Stack, folder: string) => ({
  E2E_ADDRESS: stack.address,
  E2E_SANDBOX: stack.sandboxAddress ?? "",
  E2E_PASSWORD: stack.adminPassword ?? "",
  E2E_CARD_PASSCODE: stack.passcodes?.card ?? "",
  E2E_ACH_PASSCODE: stack.passcodes?.ach ?? "",
  E2E_DATABASE: stack.serverEnv.DATABASE_OWNER_URL ?? "",
  E2E_SEALING_KEYS: stack.serverEnv.SEALING_KEYS ?? "",
  E2E_INDEX_KEY: stack.serverEnv.INDEX_KEY ?? "",
  E2E_AUDIT_KEYS: stack.serverEnv.AUDIT_KEYS ?? "",
  E2E_FOLDER: folder,
});

/** One of those values; the tests run under the global set-up only. */
export function surrounding(name: keyof ReturnType<typeof surroundings>): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the browser tests with playwright test.`);
  return value;
}

/** Where the button Metabase leads in the end. Nobody is there. */
export const METABASE_ADDRESS = "https://metabase.example.test/";

export const roleEmail = (role: Role): string => `${role.toLowerCase()}@countinghouse.test`;

/** Where the signed-in state of the role's admin is kept. */
export const stateFile = (role: Role): string => join(surrounding("E2E_FOLDER"), `${role}.json`);
