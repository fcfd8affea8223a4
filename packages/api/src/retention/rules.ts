/** What is deleted once nobody needs it. All else is kept for good. */
export interface RetentionRule {
  table: string;
  /** Which of its rows, in words. */
  what: string;
  keptDays: number;
  why: string;
  /** Which rows are over by the moment $1, keptDays ago. */
  isOver: string;
}

/** So many days a press is known by what it asked for; afterwards by its id alone. */
export const PRESS_COMPARED_DAYS = 7;

export const RETENTION: readonly RetentionRule[] = [
  {
    table: "customer_reading",
    what: "Customers that an admin viewed in an hour",
    keptDays: 2,
    why: "The budget covers one hour; the audit has each view",
    isOver: "hour < $1",
  },
  {
    table: "reading_hour",
    what: "Number of those customers",
    keptDays: 90,
    why: "It shows whether budgets fit",
    isOver: "hour < $1",
  },
  {
    table: "ssn_look_up",
    what: "Whole SSNs that an admin searched in an hour, as keyed hashes",
    keptDays: 2,
    why: "The limit covers one hour; the audit has each search",
    isOver: "hour < $1",
  },
  {
    table: "reading_view",
    what: "Views in progress",
    keptDays: 2,
    why: "A view lasts a quarter of an hour",
    isOver: "at < $1",
  },
  {
    table: "customer_list",
    what: "Customers of a selection, at the moment it was used",
    keptDays: 30,
    why: "A job or file is created from it at once; the audit has both",
    isOver: "made_at < $1",
  },
  {
    table: "command_request",
    what: "The answer to each request",
    keptDays: 400,
    why: "A repeated request gets the stored answer; no page stays open for 400 days",
    isOver: "created_at < $1",
  },
  {
    table: "sign_in_challenge",
    what: "Sign-ins that waited for a code",
    keptDays: 30,
    why: "A code lasts ten minutes; the audit has each sign-in",
    isOver: "expires_at < $1",
  },
  {
    table: "admin_session",
    what: "Ended sessions, except the last one of each admin",
    keptDays: 90,
    why: "Settings › Staff shows the last sign-in; the audit has start and end of each session",
    isOver: `least(absolute_until, idle_until, revoked_at) < $1
      AND EXISTS (SELECT FROM admin_session later WHERE later.admin_id = admin_session.admin_id
        AND (later.created_at, later.id) > (admin_session.created_at, admin_session.id))`,
  },
  {
    table: "password_link",
    what: "Links to set a password",
    keptDays: 90,
    why: "A link lasts 30 minutes, an invitation three days; the audit has their use",
    isOver: "expires_at < $1",
  },
  {
    table: "known_device",
    what: "Browsers that an admin signed in on",
    keptDays: 90,
    why: "A browser is known for 180 days after its last sign-in; the audit has the sign-ins",
    isOver: "least(expires_at, ended_at) < $1",
  },
  {
    table: "second_factor",
    what: "Second factors that were never confirmed",
    keptDays: 1,
    why: "A factor is confirmed within ten minutes or not at all; factors in use stay",
    isOver: "confirmed_at IS NULL AND expires_at < $1",
  },
  {
    table: "bot_check_solution",
    what: "Solved bot checks",
    keptDays: 1,
    why: "A solution works once, and not after its end",
    isOver: "expires_at < $1",
  },
  {
    table: "rate_limit",
    what: "Counts of tries",
    keptDays: 1,
    why: "The limit has ended; only an admin's count of wrong passwords in a row never ends",
    isOver: "to_timestamp(expire / 1000.0) < $1",
  },
  {
    table: "outbox_message",
    what: "Delivered mails",
    keptDays: 90,
    why: "Delivery erases their content; other messages stay, because their keys show each delivery",
    isOver: "topic = 'EMAIL' AND state = 'DELIVERED' AND delivered_at < $1",
  },
  {
    table: "import_file_part",
    what: "Sealed bytes of imported files",
    keptDays: 30,
    why: "A finished or discarded import deletes its files; refused rows stay for correction",
    isOver: "created_at < $1",
  },
  {
    table: "webhook_receipt",
    what: "Webhooks of vendors that were handled",
    keptDays: 400,
    why: "A repeated webhook is recognized; later it would only cause one more look-up",
    isOver: "received_at < $1",
  },
  {
    table: "policy_report",
    what: "Reports of browsers about our policies",
    keptDays: 90,
    why: "Settings › System shows them; older reports no longer occur",
    isOver: "last_at < $1",
  },
  {
    table: "chain_check",
    what: "Results of the nightly checks of audit and ledger",
    keptDays: 1100,
    why: "Three years of nights for an examiner",
    isOver: "checked_at < $1",
  },
];
