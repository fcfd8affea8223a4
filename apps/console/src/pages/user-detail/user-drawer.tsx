import { whyNotOpenPaymentPreference } from "@countinghouse/validators/payment-preference-rules";
import { lazy, Suspense } from "react";
import { trpc } from "@/api/client.ts";
import { useRole } from "@/layout/use-admin.ts";
import { useWhyNot } from "@/layout/use-why-not.ts";
import { useSession } from "@/lib/session.ts";
import type { Note } from "./use-notes.ts";
import type { User } from "./use-user.ts";
import { useDrawer } from "./user-detail-params.ts";

const NoteForm = lazy(() => import("./note-form.tsx"));
const ManualPaymentForm = lazy(() => import("./manual-payment-form.tsx"));
const PaymentPreferenceForm = lazy(() => import("./payment-preference-form.tsx"));

type UserDrawerProps = { userId: number; user: User | undefined; notes: Note[] | undefined };

/** The form the address asks for, once what it needs is there and if this admin may fill it in. */
export const UserDrawer = (props: UserDrawerProps) => (
  <Suspense fallback={null}>
    <NoteDrawer {...props} />
    <ManualPaymentDrawer {...props} />
    <PaymentPreferenceDrawer {...props} />
  </Suspense>
);

function NoteDrawer({ userId, notes }: UserDrawerProps) {
  const { drawer, noteId, close } = useDrawer();
  const session = useSession();
  const isHeld = useWhyNot("notes.write") !== null;
  if (drawer !== "note" || isHeld || session === null) return null;
  const note = notes?.find(({ id }) => id === noteId);
  if (noteId !== null && note === undefined) return null;
  return (
    <NoteForm key={noteId ?? "new"} userId={userId} adminId={session.adminId} note={note} onClose={close} />
  );
}

function ManualPaymentDrawer({ user }: UserDrawerProps) {
  const { drawer, close } = useDrawer();
  const role = useRole();
  const isHeld = useWhyNot("payments.recordManual") !== null;
  if (drawer !== "manual-payment" || isHeld || role === null || user === undefined) return null;
  return <ManualPaymentForm user={user} role={role} onClose={close} />;
}

function PaymentPreferenceDrawer({ userId }: UserDrawerProps) {
  const { drawer, close } = useDrawer();
  const role = useRole();
  const isOpen =
    drawer === "payment-preference" && role !== null && whyNotOpenPaymentPreference(role) === null;
  const { data } = trpc.paymentPreferences.get.useQuery({ userId }, { enabled: isOpen });
  if (!isOpen || data === undefined) return null;
  return <PaymentPreferenceForm userId={userId} preference={data} onClose={close} />;
}
