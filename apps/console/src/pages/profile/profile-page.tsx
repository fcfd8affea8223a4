import type { RouterOutputs } from "@countinghouse/api";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { Facts } from "@/components/facts/facts.tsx";
import { PageHeader } from "@/layout/page-header.tsx";
import { PAGE_TITLES } from "@/layout/page-titles.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useAdmin } from "@/layout/use-admin.ts";
import { deviceInWords } from "@/lib/device-in-words.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { FactorsSection } from "./factors-section.tsx";
import { MyActions } from "./my-actions.tsx";
import { NameForm, PasswordForm } from "./own-forms.tsx";

/** Who is signed in: their name, their password, their second factor, where they are signed in, and what they did. */
export default function ProfilePage() {
  const admin = useAdmin();
  const [open, setOpen] = useState<"name" | "password" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <PageHeader title={PAGE_TITLES.profile} />
      <div className="grid max-w-2xl gap-(--section-gap)">
        <QuerySection
          id="admin"
          title="You"
          query={admin}
          skeletonLines={3}
          actions={
            <span className="flex gap-2">
              <Button size="small" onClick={() => setOpen("name")}>
                Change name
              </Button>
              <Button size="small" onClick={() => setOpen("password")}>
                Change password
              </Button>
            </span>
          }
        >
          {({ fullName, email, role }) => (
            <Facts
              facts={[
                ["Full name", fullName],
                ["Email", email],
                ["Role", role],
              ]}
            />
          )}
        </QuerySection>
        <FactorsSection />
        <Sessions />
        {admin.data?.mustAddFactor !== true && <MyActions />}
      </div>
      {open === "name" && admin.data && <NameForm admin={admin.data} onClose={close} />}
      {open === "password" && <PasswordForm onClose={close} />}
    </>
  );
}

function Sessions() {
  const sessions = trpc.admins.ownSessions.useQuery();
  return (
    <QuerySection
      id="sessions"
      title="Sessions"
      query={sessions}
      skeletonLines={3}
      count={(held) => held.length}
    >
      {(held) => (
        <ul className="grid">
          {held.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
    </QuerySection>
  );
}

function SessionRow({ session }: { session: RouterOutputs["admins"]["ownSessions"][number] }) {
  const end = trpc.admins.endOwnSession.useMutation({
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(errorDetails(error).message),
    meta: PENDING_UNTIL_READ,
  });
  const device = deviceInWords(session.userAgent);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-border/60 py-2 last:border-b-0">
      <span className="min-w-0 flex-1">
        <span className="font-medium">{device}</span>{" "}
        <span className="text-muted-foreground">{session.ip || "unknown address"}</span>
        <span className="block text-sm text-muted-foreground">
          Since {formatNewYork(session.createdAt, "dateTime")} ET, last used{" "}
          {formatNewYork(session.rotatedAt, "dateTime")} ET
        </span>
      </span>
      {session.isThis ? (
        <StatusBadge tone="success">This one</StatusBadge>
      ) : (
        <Button
          size="small"
          pending={end.isPending}
          onClick={() => end.mutate({ sessionId: session.id, requestId: newRequestId() })}
        >
          End session
        </Button>
      )}
    </li>
  );
}
