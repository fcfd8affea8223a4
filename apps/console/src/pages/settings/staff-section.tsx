import {
  STAFF_TEXTS as TEXT,
  whyNotDisable,
  whyNotSendPasswordLink,
  whyNotTakeSuperadmin,
} from "@countinghouse/validators/admins/rules";
import { whyNotRemoveFactors } from "@countinghouse/validators/factors/rules";
import { formatNewYork } from "@countinghouse/validators/new-york";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { QuerySection } from "@/layout/query-section.tsx";
import { useAdmin } from "@/layout/use-admin.ts";
import { deviceInWords } from "@/lib/device-in-words.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { RowMenu } from "@/table/row-menu.tsx";
import { AlertDialog } from "@/ui/alert-dialog.tsx";
import { Button } from "@/ui/button.tsx";
import { StatusBadge } from "@/ui/status-badge.tsx";
import { RaiseForm } from "./raise-budget-form.tsx";
import type { StaffMember } from "./staff-form.tsx";
import { ChangeForm, InviteForm } from "./staff-form.tsx";

const STATUS_WORDS = { ACTIVE: "Active", INVITED: "Invited", DISABLED: "Disabled" } as const;

/** Who may sign in and as what, when they last did, from where; and what a SUPERADMIN does about it. */
export function StaffSection() {
  const staff = trpc.admins.list.useQuery();
  const [isInviting, setInviting] = useState(false);
  const [changing, setChanging] = useState<StaffMember | null>(null);
  const [raising, setRaising] = useState<StaffMember | null>(null);
  const othersThan = (id: string) =>
    (staff.data ?? []).filter(
      (each) => each.id !== id && each.role === "SUPERADMIN" && each.status === "ACTIVE",
    ).length;
  return (
    <>
      <QuerySection
        id="staff"
        title={TEXT.title}
        query={staff}
        skeletonLines={36}
        count={(held) => held.length}
        actions={
          <Button size="small" onClick={() => setInviting(true)}>
            Invite an admin
          </Button>
        }
      >
        {(held) => (
          <ul className="grid">
            {held.map((admin) => (
              <StaffRow
                key={admin.id}
                admin={admin}
                otherSuperadmins={othersThan(admin.id)}
                onChange={() => setChanging(admin)}
                onRaise={() => setRaising(admin)}
              />
            ))}
          </ul>
        )}
      </QuerySection>
      {isInviting && <InviteForm onClose={() => setInviting(false)} />}
      {raising && <RaiseForm admin={raising} onClose={() => setRaising(null)} />}
      {changing && (
        <ChangeForm
          admin={changing}
          otherSuperadmins={othersThan(changing.id)}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}

type StaffRowProps = {
  admin: StaffMember;
  otherSuperadmins: number;
  onChange: () => void;
  onRaise: () => void;
};

function StaffRow({ admin, otherSuperadmins, onChange, onRaise }: StaffRowProps) {
  const { id, email, fullName, role, status, paymentFlag, sessions, factors, version } = admin;
  const isOneself = useAdmin().data?.id === id;
  const [asking, setAsking] = useState<"disable" | "factors" | "sessions" | "password" | null>(null);
  const told = {
    onSuccess: ({ message }: { message: string }) => toast.success(message),
    onError: (error: unknown) => toast.error(errorDetails(error).message),
    onSettled: () => setAsking(null),
    meta: PENDING_UNTIL_READ,
  };
  const setStatus = trpc.admins.setStatus.useMutation(told);
  const sendLink = trpc.admins.sendPasswordLink.useMutation(told);
  const end = trpc.admins.endSessions.useMutation(told);
  const removeFactors = trpc.admins.removeFactors.useMutation(told);
  const unlock = trpc.admins.unlock.useMutation(told);
  const isDisabled = status === "DISABLED";
  const turn = () => setStatus.mutate({ id, version, isDisabled: !isDisabled, requestId: newRequestId() });
  const mailLink = () => sendLink.mutate({ id, requestId: newRequestId() });
  const whyNotTurn = isDisabled
    ? null
    : (whyNotDisable(isOneself) ??
      whyNotTakeSuperadmin({ role, status }, { role, status: "DISABLED" }, otherSuperadmins));
  return (
    <li className="grid gap-2 border-b border-border/60 py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{fullName}</span>
        <span className="text-muted-foreground">{email}</span>
        <StatusBadge>{STATUS_WORDS[status]}</StatusBadge>
        <span className="text-sm">
          {role}
          {paymentFlag && " · payment flag"}
          {factors > 0 && " · second factor"}
        </span>
        <span className="ml-auto">
          <RowMenu
            of={fullName}
            actions={[
              { label: "Change", onClick: onChange },
              {
                label: isDisabled ? "Enable" : "Disable",
                pending: setStatus.isPending,
                disabledReason: whyNotTurn,
                onClick: () => (isDisabled ? turn() : setAsking("disable")),
              },
              {
                label: status === "INVITED" ? "Send invitation again" : "Reset password",
                pending: sendLink.isPending,
                disabledReason: whyNotSendPasswordLink(status),
                onClick: () => (status === "INVITED" ? mailLink() : setAsking("password")),
              },
              {
                label: "End sessions",
                pending: end.isPending,
                disabledReason: sessions.length === 0 ? "No session is open." : null,
                onClick: () => setAsking("sessions"),
              },
              {
                label: "Remove second factor",
                pending: removeFactors.isPending,
                disabledReason: whyNotRemoveFactors(isOneself, factors),
                onClick: () => setAsking("factors"),
              },
              {
                label: "Raise view limit",
                disabledReason: isDisabled ? "Enable this admin first." : null,
                onClick: onRaise,
              },
              {
                label: "Unlock",
                pending: unlock.isPending,
                onClick: () => unlock.mutate({ id, requestId: newRequestId() }),
              },
            ]}
          />
        </span>
      </div>
      <p className="text-sm text-muted-foreground">
        {lastSignIn(admin)}
        {sessions.map((session) => (
          <span key={session.id} className="block">
            {deviceInWords(session.userAgent)}, {session.ip || "unknown address"}, since{" "}
            {formatNewYork(session.createdAt, "dateTime")} ET
          </span>
        ))}
        <span className="block">{readingText(admin)}</span>
      </p>
      {asking === "factors" && (
        <AlertDialog
          title={`Remove the second factors of ${fullName}?`}
          confirmLabel="Remove"
          destructive
          focus="cancel"
          pending={removeFactors.isPending}
          onConfirm={() => removeFactors.mutate({ id, requestId: newRequestId() })}
          onCancel={() => setAsking(null)}
        >
          Make sure the admin asked for this. Their sessions end, and they sign in with an e-mailed code
          again.
        </AlertDialog>
      )}
      {asking === "sessions" && (
        <AlertDialog
          title={`End the sessions of ${fullName}?`}
          confirmLabel="End sessions"
          destructive
          focus="cancel"
          pending={end.isPending}
          onConfirm={() => end.mutate({ id, requestId: newRequestId() })}
          onCancel={() => setAsking(null)}
        >
          {sessions.length === 1 ? "1 session ends" : `${sessions.length} sessions end`} now. Unsaved work may
          be lost.
        </AlertDialog>
      )}
      {asking === "password" && (
        <AlertDialog
          title={`Reset the password of ${fullName}?`}
          confirmLabel="Reset password"
          focus="cancel"
          pending={sendLink.isPending}
          onConfirm={mailLink}
          onCancel={() => setAsking(null)}
        >
          A link to set a new password is sent to {email}.
        </AlertDialog>
      )}
      {asking === "disable" && (
        <AlertDialog
          title={`Disable ${fullName}?`}
          confirmLabel="Disable"
          destructive
          focus="cancel"
          pending={setStatus.isPending}
          onConfirm={turn}
          onCancel={() => setAsking(null)}
        >
          All their sessions end now. Their actions stay in the audit.
        </AlertDialog>
      )}
    </li>
  );
}

function readingText({ reading: { read, most, raisedUntil } }: StaffMember): string {
  const count = (value: number) => value.toLocaleString("en-US");
  const text = `Within this hour: ${count(read.customers)} of ${count(most.customers)} customers viewed, full numbers of ${count(read.reveals)} of ${count(most.reveals)} customers shown`;
  return raisedUntil === null
    ? `${text}.`
    : `${text}; raised until ${formatNewYork(raisedUntil, "dateTime")} ET.`;
}

const lastSignIn = ({ lastSignInAt }: StaffMember): string =>
  lastSignInAt === null
    ? "Never signed in."
    : `Last signed in on ${formatNewYork(lastSignInAt, "dateTime")} ET.`;
