import type { Role } from "../roles.ts";

export const STAFF_TEXTS = {
  title: "Staff",
  invited: "The invitation was sent.",
  /** Messages about an invitation or a password link. */
  mailPutOff: (why: string) => `The mail server deferred the mail. It will be retried. (${why})`,
  mailQueued: "The mail is queued. The running server sends it.",
  mailRefused: (why: string) =>
    `The mail server refused the mail. Correct the address, or send the link again later.${why === "" ? "" : ` (${why})`}`,
  changed: "The change was saved.",
  disabled: "The admin can no longer sign in. All sessions have ended.",
  enabled: "They can sign in again.",
  linkSent: "The link was sent.",
  sessionsEnded: "The sessions have ended.",
  unlocked: "They can try to sign in again.",
  onlyByReset: "There were a hundred wrong passwords in a row. Reset the password to unlock the account.",
  adminChanged: "Someone else changed this admin. Reload and try again.",
  passwordChanged: "Your password was changed. Your other sessions have ended.",
  nameChanged: "Your name was changed.",
  wrongPassword: "This is not your password.",
  passwordCommon: "This password is easy to guess. Choose another, such as a few unrelated words.",
  passwordOfNames:
    "This password contains your name, e-mail address, company or console name. These are easy to guess. Choose another.",
  /** The same for addresses that are known and that are not. */
  resetAsked:
    "If this address belongs to an admin, a link to set a new password is on its way. Only one is sent in ten minutes.",
  passwordSet: "Your password was set. Sign in with it.",
  linkRefused: "This link is no longer valid. Request a new one.",
};

/** How long a mailed link works by which a password is set. */
export const RESET_MINUTES = 30;
export const INVITATION_DAYS = 3;

/** Whoever asks again so soon is mailed no other: the one before has most of its time left. */
export const RESET_AGAIN_MINUTES = 10;

/** Characters that a password has at least that is set (NIST SP 800-63B-4). */
export const NEW_PASSWORD_MIN_LENGTH = 15;

export type StaffStatus = "ACTIVE" | "DISABLED" | "INVITED";

export interface StaffFacts {
  role: Role;
  status: StaffStatus;
}

/** Why an admin can not become this, or null: without a SUPERADMIN who can sign in nobody could make another. */
export function whyNotTakeSuperadmin(
  before: StaffFacts,
  after: StaffFacts,
  otherSuperadmins: number,
): string | null {
  const isOne = ({ role, status }: StaffFacts) => role === "SUPERADMIN" && status === "ACTIVE";
  return isOne(before) && !isOne(after) && otherSuperadmins === 0
    ? "This is the last SUPERADMIN. Add another SUPERADMIN first."
    : null;
}

/** Why an admin can not be disabled by this one, or null. */
export const whyNotDisable = (isOneself: boolean): string | null =>
  isOneself ? "You cannot disable yourself." : null;

/** Why an admin is sent no link to set a password, or null. */
export const whyNotSendPasswordLink = (status: StaffStatus): string | null =>
  status === "DISABLED" ? "Enable this admin first." : null;
