import type { WorkItem } from "../work-item.ts";

const factor = (because: string) => ({ factor: 1, because });

export const anItem = (changed: Partial<WorkItem> = {}): WorkItem => ({
  kind: "MANUAL_REVIEW",
  key: "501",
  userId: 10_001,
  userName: "Maria Delgado",
  moneyCents: 100_000,
  since: new Date("2026-11-19T16:40:00Z"),
  latest: new Date("2026-11-19T16:40:00Z"),
  deadline: null,
  dueOn: "2026-11-23",
  said: "Income does not fit.",
  paymentId: null,
  priority: {
    score: 12.5,
    money: factor("$1,000.00 is at risk."),
    deadline: factor("Its deadline is today."),
    age: factor("It has waited for 4 days."),
  },
  heldBy: null,
  assignedTo: null,
  snoozedUntil: null,
  done: null,
  ...changed,
});
