import { ACCOUNT_PAGES } from "@countinghouse/validators/messages";
import { Link } from "wouter";
import { paths } from "@/paths.ts";

const linkClass = "rounded-sm text-link underline-offset-4 hover:underline";

/** Where cards and accounts are switched on and made primary. */
export const PrimaryAccountsLink = ({ userId }: { userId: number }) => (
  <Link href={paths.primaryAccount({ id: userId })} className={linkClass}>
    Primary Accounts
  </Link>
);

/** Where an account is added that no bank link told of. */
export const AddManuallyLink = ({ userId }: { userId: number }) => (
  <Link href={paths.addManually({ id: userId })} className={linkClass}>
    {ACCOUNT_PAGES.add}
  </Link>
);
