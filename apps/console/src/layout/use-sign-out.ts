import { GENERAL_MESSAGES } from "@countinghouse/validators/general-messages";
import { useLocation } from "wouter";
import { trpc } from "@/api/client.ts";
import { forgetDrafts } from "@/lib/drafts.ts";
import { forgetCustomers } from "@/lib/recent-customers.ts";
import { clearSession } from "@/lib/session.ts";
import { toast } from "@/lib/toast.ts";
import { leaveSafely } from "@/lib/unsaved-changes.ts";
import { paths } from "@/paths.ts";

/** Logging out. It succeeds here even when the server cannot be reached: nothing of the session is kept. */
export function useSignOut(): () => void {
  const [, navigate] = useLocation();
  const signOut = trpc.auth.signOut.useMutation({
    onSettled: () => {
      clearSession();
      forgetDrafts();
      forgetCustomers();
      navigate(paths.login());
      toast.success(GENERAL_MESSAGES.signedOut);
    },
  });
  return () => leaveSafely(() => signOut.mutate());
}
