import type { Services } from "../../../packages/api/src/services.ts";
import { type Tables, userMaker } from "../../../packages/api/src/testing/harness.ts";
import { setPasscodesBy } from "../../../packages/api/src/testing/payable.ts";
import { addAdmin, openSessionOf } from "../../../packages/api/src/testing/signing-in.ts";
import { hashPassword } from "../../../packages/db/src/passwords.ts";
import type { Random } from "../../../packages/db/src/seed/random.ts";
import { createStaff, type Staff } from "./staff.ts";
import { makeWanted, type Wanted } from "./wanted.ts";

/** An access token is good for longer. */
const TOKEN_FOR_MS = 4 * 60_000;

export interface Office {
  tables: Tables;
  wanted: Wanted[];
  staff: Staff;
  /** Opens a session anew with the next press: where the one there was is known no more. */
  signInAgain: () => void;
}

export interface OfficeOptions {
  payments: number;
  /** Whether some of the debits come back, and some sales are approved in part. */
  isVaried: boolean;
  random: Random;
  origins: () => readonly string[];
  withinMs: number;
  signal: AbortSignal;
}

/** Somebody who may pay, by passcodes of both rails, and the customers whose payments are wanted. */
export async function openOffice(services: Services, options: OfficeOptions): Promise<Office> {
  const { db, vault, now, tokens } = services;
  const later = ({ hours = 0, minutes = 0, seconds = 0 }) =>
    new Date(now().getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
  const tables: Tables = { database: db, vault, clock: { now, in: later }, user: userMaker(db) };
  const admin = await addAdmin(tables, { role: "SUPERADMIN" });
  await setPasscodesBy(tables, admin.id, hashPassword);
  const wanted = await makeWanted(tables, options.payments, options);
  let held = { token: "", until: 0 };
  const token = async (): Promise<string> => {
    if (now().getTime() >= held.until) {
      const until = now().getTime() + TOKEN_FOR_MS;
      held = { token: await openSessionOf(tables, tokens, admin.id), until };
    }
    return held.token;
  };
  const signInAgain = () => {
    held = { token: "", until: 0 };
  };
  return { tables, wanted, signInAgain, staff: createStaff({ ...options, services, wanted, token }) };
}
