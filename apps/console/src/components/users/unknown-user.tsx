import { Link } from "wouter";
import { PageHeader } from "@/layout/page-header.tsx";
import { openPalette } from "@/lib/overlay.ts";
import { paths } from "@/paths.ts";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";

/** Replaces the page of an unknown customer: the reason, and two ways to find the right one. */
export const UnknownUser = ({ title, message }: { title: string; message: string }) => (
  <>
    <PageHeader title={title} />
    <EmptyState
      title={message}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={openPalette}>
            Search or jump to…
          </Button>
          <Link href={paths.users()} className={buttonVariants()}>
            Back to Users
          </Link>
        </div>
      }
    >
      Search by id, name, e-mail, phone or company.
    </EmptyState>
  </>
);
