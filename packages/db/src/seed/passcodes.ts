import type pg from "pg";
import type { PasscodeKind } from "../generated/prisma/enums.ts";
import { hashPassword } from "../passwords.ts";

/** What guards money that goes out, a passcode for each rail. */
export type SeedPasscodes = Record<PasscodeKind, string>;

const KINDS = ["CARD", "ACH"] as const;

/** Sets the passcodes as if a SUPERADMIN had done it at `now`; one that is set already stays as it is. */
export async function addPasscodes(
  client: pg.ClientBase,
  passcodes: SeedPasscodes,
  now: Date,
): Promise<void> {
  for (const kind of KINDS) {
    await client.query(
      `INSERT INTO passcode (kind, hash, updated_by_id, updated_at)
       SELECT $1::"PasscodeKind", $2, id, $3 FROM admin WHERE role = 'SUPERADMIN' ORDER BY id LIMIT 1
       ON CONFLICT DO NOTHING`,
      [kind, await hashPassword(passcodes[kind]), now],
    );
  }
}
