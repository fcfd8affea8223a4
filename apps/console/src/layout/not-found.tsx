import { Link } from "wouter";
import { paths } from "@/paths.ts";
import { buttonVariants } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { PageHeader } from "./page-header.tsx";

/** The page of an address that names none. */
export const NotFound = () => (
  <>
    <PageHeader title="Page not found" />
    <EmptyState
      title="There is no page at this address."
      action={
        <Link href={paths.users()} className={buttonVariants({ variant: "primary" })}>
          Go to Users
        </Link>
      }
    >
      It may have been mistyped, or the page may have moved.
    </EmptyState>
  </>
);
