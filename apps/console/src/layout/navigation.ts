import { AUTOMATION_TEXTS } from "@countinghouse/validators/automation/texts";
import { BULK_SCREENS, type BulkScreen, bulkTitle } from "@countinghouse/validators/bulk-jobs/texts";
import { PAGE_NAMES } from "@countinghouse/validators/page-names";
import { type Capability, can, type Role } from "@countinghouse/validators/roles";
import {
  BookOpenTextIcon,
  CalendarClockIcon,
  ChartNoAxesCombinedIcon,
  CheckCheckIcon,
  CreditCardIcon,
  FileDownIcon,
  FileQuestionMarkIcon,
  FileUpIcon,
  FileWarningIcon,
  FunnelIcon,
  GitCompareArrowsIcon,
  HeartPulseIcon,
  HistoryIcon,
  LandmarkIcon,
  LifeBuoyIcon,
  ListTodoIcon,
  type LucideIcon,
  ReceiptTextIcon,
  RepeatIcon,
  ScaleIcon,
  SettingsIcon,
  SheetIcon,
  StampIcon,
  Undo2Icon,
  UsersIcon,
} from "lucide-react";
import { paths, routes } from "@/paths.ts";
import { PAGE_TITLES } from "./page-titles.ts";

export type PageEntry = {
  path: string;
  title: string;
  /** In the sidebar and the palette. A page without one is reached from another page. */
  icon?: LucideIcon;
  /** In the palette, though not in the sidebar. */
  inPalette?: true;
  /** The heading above it in the sidebar, which folds it. */
  group?: string;
  /** Stands for it where the sidebar has no room for words and its neighbours share an icon. */
  code?: string;
  /** Single keys in sequence that open the page. */
  shortcut?: string;
  /** Who does not hold it is not led to the page. */
  capability?: Capability;
  /** Its address names a customer, who stays the same on the way back. */
  ofUser?: true;
  /** Of a sub-page: where Back goes. The sidebar of a sub-page shows nothing else (specification 1, section 2). */
  back?: string;
};

const BULK_LOOKS = {
  BULK_DEBIT: { icon: CreditCardIcon, code: "BD", keys: "g p" },
  BULK_BALANCE: { icon: ScaleIcon, code: "BB", keys: "g b" },
  BULK_ACH: { icon: LandmarkIcon, code: "BA", keys: "g h" },
} as const;

/** A bulk screen under its heading. Only version 1 has keys of its own. */
function bulkEntry({ kind, version }: BulkScreen): PageEntry {
  const { icon, code, keys } = BULK_LOOKS[kind];
  return {
    path: paths.bulkJobs({ kind, version }),
    title: bulkTitle(kind, version),
    icon,
    group: version === 1 ? "Payments" : "Payments V2",
    code: version === 1 ? code : `${code}2`,
    ...(version === 1 && { shortcut: keys }),
  };
}

/** Every page of the admin area that exists, and how they hang together. */
export const PAGES: readonly PageEntry[] = [
  { path: routes.users, title: PAGE_TITLES.users, icon: UsersIcon, shortcut: "g u" },
  {
    path: routes.overview,
    title: PAGE_TITLES.overview,
    icon: ChartNoAxesCombinedIcon,
    shortcut: "g o",
    capability: "portfolio.read",
  },
  { path: routes.work, title: PAGE_TITLES.work, icon: ListTodoIcon, shortcut: "g t" },
  {
    path: routes.approvals,
    title: PAGE_TITLES.approvals,
    icon: CheckCheckIcon,
    shortcut: "g v",
  },
  {
    path: routes.deadlines,
    title: PAGE_TITLES.deadlines,
    inPalette: true,
    shortcut: "g d",
  },
  {
    path: routes.reconciledDays,
    title: PAGE_TITLES.reconciledDays,
    inPalette: true,
  },
  ...BULK_SCREENS.map(bulkEntry),
  { path: routes.sftpUpload, title: PAGE_NAMES.fileUpload, icon: FileUpIcon },
  { path: routes.userDetail, title: "User", back: routes.users, ofUser: true },
  { path: routes.userGraph, title: PAGE_TITLES.userGraph, back: routes.userDetail, ofUser: true },
  { path: routes.primaryAccount, title: PAGE_NAMES.primaryAccount, back: routes.userDetail, ofUser: true },
  { path: routes.addManually, title: PAGE_NAMES.addManually, back: routes.primaryAccount, ofUser: true },
  { path: routes.editUser, title: PAGE_NAMES.editUser, back: routes.userDetail, ofUser: true },
  { path: routes.payment, title: PAGE_TITLES.payment, back: routes.userDetail, ofUser: true },
  {
    path: routes.applications,
    title: PAGE_NAMES.applications,
    back: routes.userDetail,
    ofUser: true,
  },
  { path: routes.applicationDetail, title: PAGE_NAMES.applicationDetail, back: routes.applications },
  {
    path: routes.paymentSchedules,
    title: PAGE_NAMES.paymentSchedules,
    icon: CalendarClockIcon,
    shortcut: "g s",
  },
  {
    path: routes.paymentProcessor,
    title: PAGE_TITLES.paymentProcessor,
    inPalette: true,
  },
  {
    path: routes.loansLedger,
    title: PAGE_NAMES.loansLedger,
    icon: BookOpenTextIcon,
    shortcut: "g l",
  },
  {
    path: routes.externalPayments,
    title: PAGE_NAMES.collectionsExport,
    icon: FileDownIcon,
    group: "Collections",
    shortcut: "g e",
  },
  {
    path: routes.businessLien,
    title: PAGE_NAMES.businessLien,
    icon: StampIcon,
    group: "Collections",
    shortcut: "g m",
  },
  {
    path: routes.paymentSummary,
    title: PAGE_TITLES.paymentSummary,
    icon: ReceiptTextIcon,
  },
  {
    path: routes.paymentAutomation,
    title: AUTOMATION_TEXTS.title,
    icon: RepeatIcon,
    group: "Reports",
    shortcut: "g a",
  },
  {
    path: routes.fundingReconciliation,
    title: PAGE_NAMES.fundingReconciliation,
    icon: GitCompareArrowsIcon,
    group: "Reports",
    shortcut: "g r",
  },
  {
    path: routes.funnelReport,
    title: PAGE_TITLES.funnelReport,
    icon: FunnelIcon,
    group: "Reports",
  },
  {
    path: routes.ledgerWriteFailures,
    title: PAGE_NAMES.ledgerWriteFailures,
    icon: SheetIcon,
    group: "Reports",
  },
  {
    path: routes.chargebacks,
    title: PAGE_TITLES.chargebacks,
    icon: Undo2Icon,
    group: "Reports",
    shortcut: "g c",
  },
  {
    path: routes.unprocessedChargebacks,
    title: PAGE_TITLES.unprocessedChargebacks,
    icon: FileWarningIcon,
    group: "Reports",
  },
  {
    path: routes.paymentExceptions,
    title: PAGE_TITLES.paymentExceptions,
    icon: FileQuestionMarkIcon,
    group: "Reports",
    shortcut: "g x",
  },
  { path: routes.bankStatus, title: PAGE_NAMES.bankStatus, icon: HeartPulseIcon },
  { path: routes.reAccessLogged, title: PAGE_TITLES.reAccessLogged, back: routes.users },
  {
    path: routes.audit,
    title: PAGE_TITLES.audit,
    icon: HistoryIcon,
    capability: "audit.read",
  },
  { path: routes.recovery, title: PAGE_TITLES.recovery, icon: LifeBuoyIcon, capability: "recovery.read" },
  { path: routes.guide, title: PAGE_TITLES.guide, inPalette: true },
  { path: routes.profile, title: PAGE_TITLES.profile, back: routes.users },
  { path: routes.settings, title: PAGE_TITLES.settings, icon: SettingsIcon, capability: "passcodes.write" },
  {
    path: routes.system,
    title: PAGE_TITLES.system,
    back: routes.settings,
    inPalette: true,
    capability: "system.read",
  },
  {
    path: routes.import,
    title: PAGE_TITLES.import,
    back: routes.settings,
    inPalette: true,
    capability: "imports.manage",
  },
];

export const findPage = (path: string): PageEntry | undefined => PAGES.find((page) => page.path === path);

/** The pages that stand in the sidebar and the palette of an admin of this role; null while it is not known. */
export const pagesFor = (role: Role | null): PageEntry[] =>
  PAGES.filter(
    ({ icon, inPalette, capability }) =>
      (icon || inPalette) && (capability === undefined || (role !== null && can(role, capability))),
  );

/** The address of `page`: of this customer, where it is of one. Null for a page of a customer nobody knows. */
export function pageAddress({ path, ofUser }: PageEntry, customerId: string | null): string | null {
  if (!ofUser) return path;
  return customerId === null ? null : `${path}?${new URLSearchParams({ id: customerId })}`;
}

/** The pages above `page`, the topmost first. */
export function pageAncestors(page: PageEntry): PageEntry[] {
  const parent = page.back === undefined ? undefined : findPage(page.back);
  return parent ? [...pageAncestors(parent), parent] : [];
}
