import type { Vault } from "@countinghouse/db/vault";
import type { Candidate, UserTexts } from "./candidate.ts";

/** The row of an imported user as the insert reads it: by column, the secrets sealed and in hexadecimal. */
export function newUserRow(
  vault: Vault,
  id: number,
  { user, importKey }: Candidate,
  { runId, now }: { runId: string; now: Date },
) {
  return {
    id,
    import_key: importKey,
    import_run_id: runId,
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
    zoho_id: user.zohoId ?? "",
    do_not_fund: user.doNotFund === "true",
    do_not_fund_reason: user.doNotFund === "true" ? (user.doNotFundReason ?? "Imported") : "",
    run_payment_automation: user.runPaymentAutomation !== "false",
    is_external: user.isExternal === "true",
    external_agency: user.externalAgency ?? "",
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
}

/** What changes of a user, by column; what does not is null. */
export function changedUserRow(
  vault: Vault,
  { id, version }: { id: number; version: number },
  changed: UserTexts,
  now: Date,
) {
  return {
    id,
    version,
    firstname: changed.firstname ?? null,
    lastname: changed.lastname ?? null,
    email: changed.email ?? null,
    phone: changed.phone ?? null,
    dob: changed.dob ?? null,
    current_address: changed.currentAddress ?? null,
    city: changed.city ?? null,
    state: changed.state ?? null,
    zipcode: changed.zipcode ?? null,
    ...(changed.ssn
      ? sealSsn(vault, id, changed.ssn)
      : { ssn_sealed: null, ssn_index: null, ssn_last4: null }),
    ...(changed.ein ? sealEin(vault, id, changed.ein) : { ein_sealed: null, ein_index: null }),
    occupation: changed.occupation ?? null,
    business_category: changed.businessCategory ?? null,
    business_type: changed.businessType ?? null,
    business_name: changed.businessName ?? null,
    company_name: changed.companyName ?? null,
    business_start_date: changed.businessStartDate ?? null,
    naics_code: changed.naicsCode ?? null,
    platform: changed.platform ?? null,
    zoho_id: changed.zohoId ?? null,
    updated_at: now.toISOString(),
  };
}

function secrets(vault: Vault, rowId: number, ssn = "", ein = "") {
  return {
    ...(ssn ? sealSsn(vault, rowId, ssn) : { ssn_sealed: null, ssn_index: null, ssn_last4: "" }),
    ...(ein ? sealEin(vault, rowId, ein) : { ein_sealed: null, ein_index: null }),
  };
}

const sealSsn = (vault: Vault, rowId: number, ssn: string) => ({
  ssn_sealed: hex(vault.seal({ table: "users", column: "ssn_sealed", rowId }, ssn)),
  ssn_index: hex(vault.blindIndex("ssn", ssn)),
  ssn_last4: ssn.slice(-4),
});

const sealEin = (vault: Vault, rowId: number, ein: string) => ({
  ein_sealed: hex(vault.seal({ table: "users", column: "ein_sealed", rowId }, ein)),
  ein_index: hex(vault.blindIndex("ein", ein)),
});

/** How PostgreSQL writes bytes as text. */
const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString("hex")}`;
