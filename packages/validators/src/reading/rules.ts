import { newYorkTimeOfDay } from "../new-york.ts";

/** How many customers an admin looks at within an hour, each counted once, and of how many a number is shown in full. */
export interface ReadingBudget {
  customers: number;
  reveals: number;
}

export type ReadingKind = keyof ReadingBudget;

/** What nobody comes near who works: a customer every second, and the whole list of a SUPERADMIN. */
export const STANDARD_READING_BUDGET: ReadingBudget = { customers: 5_000, reveals: 2_000 };

/** By how many whole SSNs somebody who sees them masked searches within an hour: what is left of one behind its mask is not tried out. */
export const MOST_SSN_LOOK_UPS = 30;

/** The most that a budget is raised to, and for how long. */
export const MOST_READ = 1_000_000;
export const MOST_RAISE_HOURS = 72;

export const RAISE_SAVED = "The view limit was raised.";

const READ: Record<ReadingKind, (most: string) => string> = {
  customers: (most) => `You have viewed ${most} customers this hour`,
  reveals: (most) => `You have viewed full numbers of ${most} customers this hour`,
};

/** What is said to whoever has read as much as one may in an hour. */
export function readEnough(kind: ReadingKind, most: number, again: Date): string {
  const read = READ[kind](most.toLocaleString("en-US"));
  return `${read}, which is the limit. You can continue at ${newYorkTimeOfDay(again)}. A SUPERADMIN can raise your view limit under Settings › Staff.`;
}

/** What is said to whoever has searched by as many whole SSNs as one may in an hour. */
export const searchedEnough = (most: number, again: Date): string =>
  `You have searched by ${most} SSNs this hour, which is the limit for roles that see masked SSNs. You can continue at ${newYorkTimeOfDay(again)}. You can still search by name, phone number and id.`;

/** What is said to whoever asks for a file by which it would be more. */
export function fileTooLarge(most: number, again: Date): string {
  const customers = most.toLocaleString("en-US");
  return `This file would exceed your limit of ${customers} viewed customers this hour. Export fewer, or ask a SUPERADMIN to raise your view limit under Settings › Staff. The next hour starts at ${newYorkTimeOfDay(again)}.`;
}
