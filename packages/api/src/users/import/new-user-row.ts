import type { Vault } from "@countinghouse/db/vault";
import type { Candidate } from "./candidate.ts";

/** The row of an imported user as the insert reads it: by column, the secrets sealed and in hexadecimal. */
export function newUserRow(vault: Vault, id: number, { user, importKey }: Candidate, now: Date) {
  return {
    id,
    import_key: importKey,
    firstname: user.firstname ?? "",
    lastname: user.lastname ?? "",
    email: user.email ?? "",
    phone: user.phone ?? "",
    verification_phone: user.phone ?? "",
    dob: user.dob ?? null,
    current_address: user.currentAddress ?? "",
    city: user.city ?? "",
    state: user.state ?? "",
    zipcode: user.zipcode ?? "",
    ...secrets(vault, id, user.ssn, user.ein),
    occupation: user.occupation ?? "",
    business_category: user.businessCategory ?? "",
    business_type: user.businessType ?? "",
    business_name: user.businessName ?? "",
    company_name: user.companyName ?? "",
    business_start_date: user.businessStartDate ?? null,
    naics_code: user.naicsCode ?? "",
    platform: user.platform ?? "",
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

function secrets(vault: Vault, rowId: number, ssn = "", ein = "") {
  return {
    ssn_sealed: ssn ? hex(vault.seal({ table: "users", column: "ssn_sealed", rowId }, ssn)) : null,
    ssn_index: ssn ? hex(vault.blindIndex("ssn", ssn)) : null,
    ssn_last4: ssn.slice(-4),
    ein_sealed: ein ? hex(vault.seal({ table: "users", column: "ein_sealed", rowId }, ein)) : null,
    ein_index: ein ? hex(vault.blindIndex("ein", ein)) : null,
  };
}

/** How PostgreSQL writes bytes as text. */
const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;
