import { ACCOUNT_PAGES } from "@countinghouse/validators/messages";
import { Link } from "wouter";
import { paths } from "@/paths.ts";

const linkClass = "rounded-sm text-link underline-offset-4 hover:underline";

/** The link to the page that enables cards and accounts and makes them primary. */
export const PrimaryAccountsLink = ({ userId }: { userId: number }) => (
  <Link href={paths.primaryAccount({ id: userId })} className={linkClass}>
    Primary Accounts
  </Link>
);

/** The link to the page that adds an account without a bank link. */
export const AddManuallyLink = ({ userId }: { userId: number }) => (
  <Link href={paths.addManually({ id: userId })} className={linkClass}>
    {ACCOUNT_PAGES.add}
  </Link>
);
