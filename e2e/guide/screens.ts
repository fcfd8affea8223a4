import type { Page } from "@playwright/test";
import { FIXTURES } from "../../packages/db/src/seed/fixtures.ts";

export interface Screen {
  /** What its picture is called. */
  name: string;
  /** Where it stands. */
  path: string;
  /** Who is shown it, where that is not an EMPLOYEE. */
  visitor?: "SUPERADMIN" | "nobody";
  /** What is done there before the picture is taken. Nothing that changes what others see. */
  prepare?: (page: Page) => Promise<void>;
}

const FUNDED = FIXTURES.fundedUser.id;
const ofFunded = (page: string): string => `/admin/${page}?id=${FUNDED}`;
/** Customers of the demonstration, as one pastes them. */
const PASTED = "10001\n10002\n10005\n10020\n10023";

/** Every screen that the guide has a picture of, as the demonstration shows it. */
export const SCREENS: readonly Screen[] = [
  { name: "sign-in", path: "/admin/login", visitor: "nobody" },
  { name: "users", path: "/admin/users" },
  { name: "palette", path: "/admin/users", prepare: (page) => openPalette(page, "declin") },
  { name: "overview", path: "/admin/overview", visitor: "SUPERADMIN" },
  { name: "work", path: "/admin/work" },
  { name: "approvals", path: "/admin/approvals" },
  { name: "reconciled-days", path: "/admin/reconciled-days" },
  { name: "deadlines", path: "/admin/deadlines" },
  { name: "user-detail", path: ofFunded("user-detail") },
  { name: "user-notes", path: ofFunded("user-detail"), prepare: openNote },
  { name: "edit-user", path: ofFunded("edit-user") },
  { name: "primary-account", path: ofFunded("primary-account") },
  { name: "add-manually", path: ofFunded("add-manually") },
  { name: "applications", path: ofFunded("applications") },
  { name: "application-detail", path: ofFunded("applications"), prepare: openApplication },
  { name: "user-graph", path: ofFunded("user-graph") },
  { name: "payment", path: `${ofFunded("payment")}&mode=DEBIT` },
  { name: "payment-schedules", path: "/admin/payment-schedules" },
  { name: "payment-processor", path: "/admin/payment-processor" },
  { name: "bulk-debit-payment", path: "/admin/bulk-debit-payment-v2", prepare: review },
  { name: "bulk-balance", path: "/admin/bulk-balance-v2" },
  { name: "bulk-ach-payment", path: "/admin/bulk-ach-payment-v2", prepare: review },
  { name: "sftp-upload", path: "/admin/sftp-upload" },
  { name: "loans-ledger", path: "/admin/loans-ledger", prepare: press("Get All Loan") },
  { name: "external-payments", path: "/admin/external-payments", prepare: getUsers },
  { name: "middesk", path: "/admin/middesk" },
  { name: "payment-summary", path: "/admin/payment-summary", prepare: lookUp },
  { name: "payment-automation", path: "/admin/payment-automation", visitor: "SUPERADMIN" },
  { name: "funding-reconciliation", path: "/admin/funding-reconciliation-report" },
  { name: "funnel-report", path: "/admin/funnel-report", prepare: press("Go Filter") },
  { name: "ledger-write-failures", path: "/admin/ledger-write-failures" },
  { name: "chargebacks", path: "/admin/chargebacks" },
  { name: "unprocessed-chargeback", path: "/admin/unprocessed-chargeback" },
  { name: "payment-exceptions", path: "/admin/payment-exceptions" },
  { name: "bank-status", path: "/admin/bank-status" },
  { name: "audit", path: "/admin/audit", visitor: "SUPERADMIN" },
  { name: "recovery", path: "/admin/recovery", visitor: "SUPERADMIN" },
  { name: "settings", path: "/admin/settings", visitor: "SUPERADMIN" },
  { name: "settings-approvals", path: "/admin/settings?tab=approvals", visitor: "SUPERADMIN" },
  { name: "settings-payments", path: "/admin/settings?tab=payments", visitor: "SUPERADMIN" },
  { name: "settings-targets", path: "/admin/settings?tab=targets", visitor: "SUPERADMIN" },
  { name: "settings-system", path: "/admin/settings/system", visitor: "SUPERADMIN" },
  { name: "settings-import", path: "/admin/settings/import", visitor: "SUPERADMIN" },
  { name: "profile", path: "/admin/profile" },
];

/** Each address once, of those that need a sign-in. */
export const PAGES: readonly Screen[] = [
  ...new Map(
    SCREENS.filter(({ visitor }) => visitor !== "nobody").map((screen) => [screen.path, screen]),
  ).values(),
];

function press(name: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole("button", { name, exact: true }).click();
}

async function openPalette(page: Page, text: string): Promise<void> {
  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox", { name: "Search or jump to…" }).fill(text);
}

async function openNote(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create Note" }).click();
  await page.getByRole("dialog").waitFor();
}

async function openApplication(page: Page): Promise<void> {
  await page.getByRole("table").getByRole("link").first().click();
  await page.waitForURL(/application-detail/);
}

async function review(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "User ids" }).fill(PASTED);
  await press("View Details")(page);
  await page.getByRole("table", { name: "List to review" }).waitFor();
}

async function getUsers(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "User ids" }).fill(PASTED);
  await press("Get Users")(page);
  await page.getByRole("table").first().waitFor();
}

async function lookUp(page: Page): Promise<void> {
  await page.getByRole("textbox").first().fill(String(FUNDED));
  await page.keyboard.press("Enter");
}
