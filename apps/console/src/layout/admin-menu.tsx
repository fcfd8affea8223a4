import { ChevronDownIcon } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { ErrorBoundary } from "react-error-boundary";
import { buttonVariants } from "@/ui/button.tsx";
import { useAdmin } from "./use-admin.ts";

const loadContent = () => import("./admin-menu-content.tsx");
const AdminMenuContent = lazy(loadContent);

/** Who is signed in, and what is theirs to set. The menu is fetched when the pointer or the focus comes near. */
export function AdminMenu() {
  const [opened, setOpened] = useState(false);
  const admin = useAdmin().data;
  const name = admin?.fullName ?? "Account";
  const face = (
    <>
      <span className="grid size-5 place-items-center rounded-full bg-primary-soft text-2xs font-semibold text-primary-soft-foreground">
        {initials(name)}
      </span>
      <span className="max-w-32 truncate max-md:sr-only">{name}</span>
      <ChevronDownIcon aria-hidden className="size-3.5" />
    </>
  );
  const button = (
    <button
      type="button"
      aria-haspopup="menu"
      className={adminButtonClass}
      onPointerEnter={() => void loadContent()}
      onFocus={() => void loadContent()}
      onClick={() => setOpened(true)}
    >
      {face}
    </button>
  );
  if (!opened) return button;
  return (
    <ErrorBoundary fallback={button}>
      <Suspense fallback={button}>
        <AdminMenuContent admin={admin} triggerClass={adminButtonClass} face={face} />
      </Suspense>
    </ErrorBoundary>
  );
}

const adminButtonClass = buttonVariants({ variant: "ghost" });

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")
    .toUpperCase();
