/** Who may what, for tests of the server, which knows no rule of its own. */

export { PERSONAL_DATA, type PersonalField } from "@countinghouse/validators/masking";
export { type Capability, can, ROLES, type Role } from "@countinghouse/validators/roles";
