import { whyNotOpenPaymentPreference } from "@countinghouse/validators/payment-preferences/rules";
import { Redirect } from "wouter";
import { trpc } from "@/api/client.ts";
import { NoteDrawer } from "@/components/notes/note-drawer.tsx";
import type { Note } from "@/components/notes/use-notes.ts";
import { useDrawer } from "@/components/users/user-detail-params.ts";
import { useFlags, useRole, useWhyNot } from "@/layout/use-admin.ts";
import { paths } from "@/paths.ts";
import PaymentPreferenceForm from "./payment-preference/payment-preference-form.tsx";
import type { User } from "./use-user.ts";
import FileAttachments from "./user-files/file-attachments.tsx";

type UserDrawerProps = { userId: number; user: User | undefined; notes: Note[] | undefined };

/** The form the address asks for, once what it needs is there and if this admin may fill it in. */
export const UserDrawer = (props: UserDrawerProps) => (
  <>
    <NoteDrawer {...props} />
    <ManualPaymentDrawer {...props} />
    <PaymentPreferenceDrawer {...props} />
    <FilesDrawer {...props} />
  </>
);

/** Earlier addresses of the form lead to the page of payments. */
function ManualPaymentDrawer({ userId }: UserDrawerProps) {
  const { drawer } = useDrawer();
  const isDisabled = useWhyNot("payments.recordManual") !== null;
  if (drawer !== "manual-payment" || isDisabled) return null;
  return <Redirect to={paths.payment({ id: userId, choice: "RECORD" })} replace />;
}

function PaymentPreferenceDrawer({ userId }: UserDrawerProps) {
  const { drawer, close } = useDrawer();
  const role = useRole();
  const isOn = useFlags()?.paymentAdjustment === true;
  const isOpen =
    isOn && drawer === "payment-preference" && role !== null && whyNotOpenPaymentPreference(role) === null;
  const { data } = trpc.paymentPreferences.get.useQuery({ userId }, { enabled: isOpen });
  if (!isOpen || data === undefined) return null;
  return <PaymentPreferenceForm userId={userId} preference={data} onClose={close} />;
}

function FilesDrawer({ userId }: UserDrawerProps) {
  const { drawer, close } = useDrawer();
  return drawer === "files" ? <FileAttachments userId={userId} onClose={close} /> : null;
}
