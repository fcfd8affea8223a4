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
    what: "Which customers an admin looked at in an hour",
    keptDays: 2,
    why: "The budget is that of an hour; who looked at whom stands in the audit",
    isOver: "hour < $1",
  },
  {
    table: "reading_hour",
    what: "How many those were",
    keptDays: 90,
    why: "Whether budgets are set well is seen by it",
    isOver: "hour < $1",
  },
  {
    table: "ssn_look_up",
    what: "Which whole SSNs an admin searched by in an hour, as keyed hashes",
    keptDays: 2,
    why: "The limit is that of an hour; that one was searched by stands in the audit",
    isOver: "hour < $1",
  },
  {
    table: "reading_view",
    what: "Which looks go on",
    keptDays: 2,
    why: "A look goes on for a quarter of an hour",
    isOver: "at < $1",
  },
  {
    table: "customer_list",
    what: "Customers as they were when somebody began something with them",
    keptDays: 30,
    why: "A job or a file is made of it at once; both stand in the audit",
    isOver: "made_at < $1",
  },
  {
    table: "command_request",
    what: "The answer to each press",
    keptDays: 400,
    why: "The same press again is answered with it; no page stays open so long",
    isOver: "created_at < $1",
  },
  {
    table: "sign_in_challenge",
    what: "Sign-ins that waited for a code",
    keptDays: 30,
    why: "A code lasts ten minutes; who signed in stands in the audit",
    isOver: "expires_at < $1",
  },
  {
    table: "admin_session",
    what: "Sessions that are over, but for the last one of each admin",
    keptDays: 90,
    why: "Settings › Staff shows the last sign-in; when each one began and ended stands in the audit",
    isOver: `least(absolute_until, idle_until, revoked_at) < $1
      AND EXISTS (SELECT FROM admin_session later WHERE later.admin_id = admin_session.admin_id
        AND (later.created_at, later.id) > (admin_session.created_at, admin_session.id))`,
  },
  {
    table: "password_link",
    what: "Links to set a password",
    keptDays: 90,
    why: "A link lasts 30 minutes and an invitation some days; that it was used stands in the audit",
    isOver: "expires_at < $1",
  },
  {
    table: "known_device",
    what: "Browsers that an admin signed in on",
    keptDays: 90,
    why: "One is known for 180 days after its last sign-in; who signed in from where stands in the audit",
    isOver: "least(expires_at, ended_at) < $1",
  },
  {
    table: "second_factor",
    what: "Second factors that were never confirmed",
    keptDays: 1,
    why: "One is confirmed within ten minutes or not at all; those in use are kept",
    isOver: "confirmed_at IS NULL AND expires_at < $1",
  },
  {
    table: "bot_check_solution",
    what: "Bot checks that were solved",
    keptDays: 1,
    why: "A solution works once, and not after it expired",
    isOver: "expires_at < $1",
  },
  {
    table: "rate_limit",
    what: "Counts of tries",
    keptDays: 1,
    why: "It is over by then; only the count of wrong passwords in a row of an admin has no end",
    isOver: "to_timestamp(expire / 1000.0) < $1",
  },
  {
    table: "outbox_message",
    what: "Mails that were delivered",
    keptDays: 90,
    why: "Their content is erased when they are delivered; other messages are kept, since their keys say what was sent",
    isOver: "topic = 'EMAIL' AND state = 'DELIVERED' AND delivered_at < $1",
  },
  {
    table: "import_file_part",
    what: "The sealed bytes of files of imports",
    keptDays: 30,
    why: "What was uploaded is deleted when its import is done or discarded; refused rows stay to be mended",
    isOver: "created_at < $1",
  },
  {
    table: "webhook_receipt",
    what: "Which events of vendors were acted on",
    keptDays: 400,
    why: "One that is played again is told by it; it would only make us ask once more",
    isOver: "received_at < $1",
  },
  {
    table: "policy_report",
    what: "What browsers reported of our policies",
    keptDays: 90,
    why: "Settings › System shows it; what was not reported for so long is gone",
    isOver: "last_at < $1",
  },
  {
    table: "chain_check",
    what: "What the nightly checks of audit and ledger found",
    keptDays: 1100,
    why: "Three years of nights for an examiner",
    isOver: "checked_at < $1",
  },
];
