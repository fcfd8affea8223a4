import { EDIT_USER_MESSAGES } from "@countinghouse/validators/messages";
import { Link } from "wouter";
import { errorDetails } from "@/api/errors.ts";
import { EditCrmSteps } from "@/components/edit-crm-steps.tsx";
import { UnknownUser } from "@/components/users/unknown-user.tsx";
import { useCustomerActions } from "@/components/users/use-customer-actions.ts";
import { useUserId } from "@/components/users/user-detail-params.ts";
import { userName } from "@/components/users/user-name.ts";
import { PageHeader } from "@/layout/page-header.tsx";
import { QuerySection } from "@/layout/query-section.tsx";
import { useSession } from "@/lib/session.ts";
import { paths } from "@/paths.ts";
import { Alert } from "@/ui/alert.tsx";
import { buttonVariants } from "@/ui/button.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { EditUserForm } from "./edit-user-form.tsx";
import { type EditForm, useEditForm } from "./use-edit-form.ts";

const TITLE = EDIT_USER_MESSAGES.openLabel;

const FORM = { id: "contact-and-terms", title: "Contact and terms" };
const LINES = 12;

/** The contact of one customer and the terms of the newest application. Whose is in the address. */
export default function EditUserPage() {
  const id = useUserId();
  if (id === null) return <UnknownUser title={TITLE} message="This address has no customer id." />;
  return <EditUser key={id} id={id} />;
}

function EditUser({ id }: { id: number }) {
  const form = useEditForm(id);
  const session = useSession();
  const name = form.data ? userName(form.data.customer) : `User ${id}`;
  useCustomerActions({ id, name });
  const failure = form.error ? errorDetails(form.error) : null;
  if (failure?.code === "NOT_FOUND") return <UnknownUser title={TITLE} message={failure.message} />;
  if (failure?.code === "FORBIDDEN") return <NotAllowed id={id} reason={failure.message} />;
  return (
    <>
      <PageHeader
        title={TITLE}
        above={name}
        aside={
          <>
            <span className="max-w-[60ch] truncate text-lg">{name}</span>
            <span className="id-text text-muted-foreground">#{id}</span>
          </>
        }
      />
      {form.data && session ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-(--section-gap)">
          <Banners form={form.data} />
          <EditCrmSteps userId={id} progress={form.data.crm} disabledReason={null} />
          <EditUserForm loaded={form.data} adminId={session.adminId} />
        </div>
      ) : (
        <QuerySection {...FORM} query={form} skeletonLines={LINES}>
          {() => null}
        </QuerySection>
      )}
    </>
  );
}

/** Instead of the form, for a role that may only look at customers. */
const NotAllowed = ({ id, reason }: { id: number; reason: string }) => (
  <>
    <PageHeader title={TITLE} />
    <EmptyState
      title="Your role may not edit users."
      action={
        <Link href={paths.userDetail({ id })} className={buttonVariants({ variant: "primary" })}>
          Back to User
        </Link>
      }
    >
      {reason}
    </EmptyState>
  </>
);

function Banners({ form: { application } }: { form: EditForm }) {
  return (
    <>
      {application?.expired && <Alert tone="warning">{EDIT_USER_MESSAGES.applicationExpired}</Alert>}
      {application?.offerExpired && <Alert tone="warning">{EDIT_USER_MESSAGES.offerExpired}</Alert>}
    </>
  );
}
