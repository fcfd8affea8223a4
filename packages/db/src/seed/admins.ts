import type pg from "pg";
import type { Role } from "../generated/prisma/enums.ts";
import { hashPassword } from "../passwords.ts";

interface SeedAdmin {
  id: string;
  fullName: string;
  email: string;
  role: Role;
  /** Whether payments can be taken from the collections export. */
  paymentFlag: boolean;
}

/** The staff of every demonstration database: one of each role. */
export const ADMINS: readonly SeedAdmin[] = [
  admin(1, "Sofia Alvarez", "superadmin", "SUPERADMIN"),
  admin(2, "Adam Whitfield", "admin", "ADMIN"),
  admin(3, "Erin Novak", "employee", "EMPLOYEE"),
  admin(4, "Victor Osei", "viewer", "VIEWER"),
  admin(5, "Nora Lindqvist", "auditor", "AUDITOR"),
];

/**
 * Adds the staff, all with one password; one whose e-mail is taken stays as it is. Returns how many were added
 * and the ids of those who write notes.
 */
export async function addAdmins(
  client: pg.ClientBase,
  password: string,
): Promise<{ added: number; staff: string[] }> {
  let added = 0;
  for (const { id, email, fullName, role, paymentFlag } of ADMINS) {
    const { rowCount } = await client.query(
      `INSERT INTO admin (id, email, full_name, role, payment_flag, password_hash)
       VALUES ($1, $2, $3, $4::"Role", $5, $6) ON CONFLICT DO NOTHING`,
      [id, email, fullName, role, paymentFlag, await hashPassword(password)],
    );
    added += rowCount ?? 0;
  }
  const { rows } = await client.query<{ id: string }>(
    "SELECT id FROM admin WHERE email = ANY($1) AND role NOT IN ('VIEWER', 'AUDITOR') ORDER BY email",
    [ADMINS.map(({ email }) => email)],
  );
  return { added, staff: rows.map(({ id }) => id) };
}

function admin(number: number, fullName: string, name: string, role: Role): SeedAdmin {
  const id = `01900000-0000-7000-8000-${String(number).padStart(12, "0")}`;
  const paymentFlag = role === "SUPERADMIN" || role === "EMPLOYEE";
  return { id, fullName, email: `${name}@countinghouse.test`, role, paymentFlag };
}
