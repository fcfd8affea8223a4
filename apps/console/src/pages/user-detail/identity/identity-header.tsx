import { formatPhone } from "@countinghouse/validators/contact/phone";
import { formatCents } from "@countinghouse/validators/money";
import { useState } from "react";
import { useLocation } from "wouter";
import { ExplainBalance } from "@/components/balance/explain-balance.tsx";
import { nameInitials, userName } from "@/components/users/user-name.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { cn } from "@/lib/cn.ts";
import { useTitle } from "@/lib/use-title.ts";
import { paths } from "@/paths.ts";
import { badgeVariants } from "@/ui/badge.tsx";
import { Button } from "@/ui/button.tsx";
import { CopyButton } from "@/ui/copy-button.tsx";
import { Skeleton } from "@/ui/progress.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { userStatuses } from "../general/user-statuses.ts";
import { usePageGeometry } from "../use-page-geometry.ts";
import type { User } from "../use-user.ts";
import { HeaderActions } from "./header-actions.tsx";

/** The height the second row has: once as much is scrolled, only the first row stays. */
const COLLAPSE_AFTER_PX = 40;

type IdentityHeaderProps = {
  id: number;
  /** Undefined until it is known, and when it could not be read. */
  user: User | undefined;
  isLoading: boolean;
};

/** The customer of the page. It stays in sight above the heads of tables, as one row once the page is scrolled. */
export function IdentityHeader({ id, user, isLoading }: IdentityHeaderProps) {
  const [, navigate] = useLocation();
  const mayNotCharge = useWhyNot("payments.charge");
  const isStuck = usePageGeometry(() => window.scrollY > COLLAPSE_AFTER_PX, false);
  const name = user ? userName(user) : `User ${id}`;
  useTitle(name);
  return (
    <header
      data-slot="identity"
      data-stuck={isStuck || undefined}
      className="group/identity pointer-events-none sticky top-(--topbar-h) z-identity -mx-(--page-px) -mt-5 print:static max-sm:-mx-3 [&>*]:px-(--page-px) max-sm:[&>*]:px-3"
    >
      <div
        className={cn(
          "pointer-events-auto flex min-h-(--identity-h-stuck) items-center gap-x-2.5 gap-y-1 bg-background max-sm:flex-wrap max-sm:py-1.5 group-data-stuck/identity:border-b group-data-stuck/identity:shadow-sticky",
          user?.doNotFund && "border-t-2 border-t-danger",
        )}
      >
        <span
          aria-hidden
          className="grid size-7 shrink-0 place-items-center rounded-md bg-primary-soft text-2xs font-semibold text-primary-soft-foreground"
        >
          {user ? nameInitials(name) : "#"}
        </span>
        <h1
          tabIndex={-1}
          title={name}
          className="max-w-96 min-w-24 truncate text-xl font-semibold tracking-[-0.01em] xl:shrink-0"
        >
          {name}
        </h1>
        <span className="group/row flex items-center text-muted-foreground">
          <span className="id-text">#{id}</span>
          <CopyButton value={String(id)} label="id" />
        </span>
        {user?.doNotFund && (
          <span className="shrink-0">
            <StatusBadge tone="danger">Do Not Fund</StatusBadge>
          </span>
        )}
        {user && <Contacts user={user} />}
        <div className="ml-auto flex shrink-0 items-center gap-4 max-sm:w-full max-sm:justify-end">
          {user && (
            <span className="flex items-center gap-1">
              <Balance cents={user.balanceCents} />
              <ExplainBalance userId={id} name={name} />
            </span>
          )}
          <Button
            variant="primary"
            data-print="hide"
            onClick={() => navigate(paths.payment({ id }))}
            disabledReason={mayNotCharge}
          >
            Payment
          </Button>
        </div>
      </div>
      <div className="pointer-events-auto flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 bg-background pb-2 max-md:min-h-[4.75rem] max-md:content-start max-md:*:max-w-full group-data-stuck/identity:invisible">
        {user && <IdentityBadges user={user} />}
        {isLoading && <IdentitySkeleton />}
        {user && <HeaderActions user={user} />}
      </div>
    </header>
  );
}

const Balance = ({ cents }: { cents: number }) => (
  <p className="flex items-baseline gap-1.5">
    <span className="text-xs text-muted-foreground">Balance</span>
    <span
      className={cn(
        "num text-lg font-semibold",
        cents < 0 && "text-money-out",
        cents === 0 && "text-money-zero",
      )}
    >
      {formatCents(cents)}
    </span>
  </p>
);

const Contacts = ({ user }: { user: User }) => (
  <div className="flex min-w-0 items-center gap-x-3 overflow-hidden text-muted-foreground max-xl:hidden">
    <Contact value={user.email} label="e-mail" />
    <Contact value={formatPhone(user.phone)} label="phone" />
    {user.businessName !== "" && (
      <span title={user.businessName} className="max-w-64 min-w-0 truncate">
        {user.businessName}
      </span>
    )}
  </div>
);

function Contact({ value, label }: { value: string; label: string }) {
  if (value === "") return null;
  return (
    <span className="group/row flex shrink-0 items-center">
      <span title={value} className="max-w-64 truncate">
        {value}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  );
}

const IdentitySkeleton = () => (
  <output aria-label="Loading" className="flex gap-4">
    <Skeleton className="w-72" />
    <Skeleton className="w-40" />
  </output>
);

const SHOWN = 6;

/** The six most severe states of a customer; a button shows the others. */
function IdentityBadges({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  const statuses = userStatuses(user);
  const more = statuses.length - SHOWN;
  return (
    <ul aria-label="Status" className="flex flex-wrap items-center gap-1.5">
      {statuses.slice(0, isOpen ? undefined : SHOWN).map(({ tone, text }) => (
        <li key={text}>
          <StatusBadge tone={tone}>{text}</StatusBadge>
        </li>
      ))}
      {more > 0 && !isOpen && (
        <li>
          <button
            type="button"
            aria-label={`Show ${more} more`}
            onClick={() => setOpen(true)}
            className={badgeVariants()}
          >
            +{more}
          </button>
        </li>
      )}
    </ul>
  );
}
