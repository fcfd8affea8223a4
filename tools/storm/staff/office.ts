import type { Services } from "../../../packages/api/src/services.ts";
import { letOnePersonDo, type Tables, userMaker } from "../../../packages/api/src/testing/harness.ts";
import { setPasscodesBy } from "../../../packages/api/src/testing/payable.ts";
import { addAdmin, openAdminSession } from "../../../packages/api/src/testing/signing-in.ts";
import { hashPassword } from "../../../packages/db/src/passwords.ts";
import type { Random } from "../../../packages/db/src/seed/random.ts";
import { createStaff, type Staff } from "./staff.ts";
import { makeWanted, type Wanted } from "./wanted.ts";

/** A passcode whose check was cut off counts as a wrong one, and nobody has more than a few. */
const ADMINS = 12;
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

/** Some who may pay, by passcodes of both rails, and the customers whose payments are wanted. */
export async function openOffice(services: Services, options: OfficeOptions): Promise<Office> {
  const { db, vault, now, tokens } = services;
  const later = ({ hours = 0, minutes = 0, seconds = 0 }) =>
    new Date(now().getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1000);
  const tables: Tables = { database: db, vault, clock: { now, in: later }, user: userMaker(db) };
  // A storm tests how payments are made, not who approves them: accounts here are new, and payouts to them would wait.
  await letOnePersonDo(db);
  const admins = await Promise.all(
    Array.from({ length: ADMINS }, () => addAdmin(tables, { role: "SUPERADMIN" })),
  );
  const [first] = admins;
  if (first !== undefined) await setPasscodesBy(tables, first.id, hashPassword);
  const wanted = await makeWanted(tables, options.payments, options);
  const sessions = new Map<string, { token: string; until: number }>();
  const token = async (): Promise<string> => {
    const { id } = options.random.pick(admins);
    const session = sessions.get(id);
    if (session !== undefined && now().getTime() < session.until) return session.token;
    const opened = {
      token: await openAdminSession(tables, tokens, id),
      until: now().getTime() + TOKEN_FOR_MS,
    };
    sessions.set(id, opened);
    return opened.token;
  };
  const signInAgain = () => sessions.clear();
  return { tables, wanted, signInAgain, staff: createStaff({ ...options, services, wanted, token }) };
}
