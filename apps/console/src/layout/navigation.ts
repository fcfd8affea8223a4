import { LEDGER_MESSAGES, PAYMENT_SCHEDULES_MESSAGES } from "@countinghouse/validators/messages";
import { PROCESSOR_PAGE_TITLE } from "@countinghouse/validators/processor-transactions-list";
import { type Capability, can, type Role } from "@countinghouse/validators/roles";
import { BookOpenTextIcon, CalendarClockIcon, type LucideIcon, SettingsIcon, UsersIcon } from "lucide-react";
import { routes } from "@/paths.ts";

export type PageEntry = {
  path: string;
  title: string;
  /** In the sidebar and the palette. A page without one is reached from another page. */
  icon?: LucideIcon;
  /** In the palette, though not in the sidebar. */
  inPalette?: true;
  /** Single keys in sequence that open the page. */
  shortcut?: string;
  /** Who does not hold it is not led to the page. */
  capability?: Capability;
  /** Its address names a customer, who stays the same on the way back. */
  ofUser?: true;
  /** Of a sub-page: where Back goes. The sidebar of a sub-page shows nothing else (specification 1, section 2). */
  back?: string;
};

/** Every page of the admin area that exists, and how they hang together. */
export const PAGES: readonly PageEntry[] = [
  { path: routes.users, title: "Users", icon: UsersIcon, shortcut: "g u" },
  { path: routes.userDetail, title: "User", back: routes.users, ofUser: true },
  { path: routes.payment, title: "Payment", back: routes.userDetail, ofUser: true },
  {
    path: routes.paymentSchedules,
    title: PAYMENT_SCHEDULES_MESSAGES.title,
    icon: CalendarClockIcon,
    shortcut: "g s",
  },
  { path: routes.paymentProcessor, title: PROCESSOR_PAGE_TITLE, inPalette: true },
  { path: routes.loansLedger, title: LEDGER_MESSAGES.title, icon: BookOpenTextIcon, shortcut: "g l" },
  { path: routes.reAccessLogged, title: "Customer portal", back: routes.users },
  { path: routes.settings, title: "Settings", icon: SettingsIcon, capability: "passcodes.write" },
];

export const findPage = (path: string): PageEntry | undefined => PAGES.find((page) => page.path === path);

/** The pages that stand in the sidebar and the palette of an admin of this role; null while it is not known. */
export const pagesFor = (role: Role | null): PageEntry[] =>
  PAGES.filter(
    ({ icon, inPalette, capability }) =>
      (icon || inPalette) && (capability === undefined || (role !== null && can(role, capability))),
  );

/** The address of `page` from an address with this query: of the same customer, where it is of one. */
export function addressOf({ path, ofUser }: PageEntry, search: string): string {
  const id = new URLSearchParams(search).get("id");
  return ofUser && id !== null ? `${path}?${new URLSearchParams({ id })}` : path;
}

/** The pages above `page`, the topmost first. */
export function ancestorsOf(page: PageEntry): PageEntry[] {
  const parent = page.back === undefined ? undefined : findPage(page.back);
  return parent ? [...ancestorsOf(parent), parent] : [];
}
