import { whyNotSetDoNotFund } from "@countinghouse/validators/do-not-fund/rules";
import { USERS_MESSAGES } from "@countinghouse/validators/general-messages";
import { whyNotFunded } from "@countinghouse/validators/loan-returns/rules";
import {
  APPLICATIONS_MESSAGES,
  EDIT_USER_MESSAGES,
  LOAN_RETURNS_MESSAGES,
} from "@countinghouse/validators/messages";
import { PACKET_TEXTS } from "@countinghouse/validators/packets/schemas";
import { whyNotReAccess } from "@countinghouse/validators/re-access/rules";
import { useMutation } from "@tanstack/react-query";
import { getMutationKey } from "@trpc/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { linkAddress } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { followLink } from "@/api/download.ts";
import { failureText } from "@/api/errors.ts";
import { HistoryLink } from "@/components/history/history-link.tsx";
import { banLabel, chargeLabel } from "@/components/users/use-customer-actions.ts";
import { useDrawer } from "@/components/users/user-detail-params.ts";
import { userName } from "@/components/users/user-name.ts";
import { type PageAction, useActions } from "@/layout/actions.ts";
import { useWhyNot } from "@/layout/use-admin.ts";
import { setPreferences } from "@/lib/preferences.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { saveBlob } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";
import { useMedia } from "@/lib/use-media.ts";
import { paths } from "@/paths.ts";
import { Button } from "@/ui/button.tsx";
import DoNotFundForm from "../do-not-fund/do-not-fund-form.tsx";
import { useDoNotFund } from "../do-not-fund/use-do-not-fund.ts";
import { RAIL_FITS } from "../timeline/timeline-rail.tsx";
import type { User } from "../use-user.ts";
import LoanReturnsForm from "./loan-returns-form.tsx";
import ReAccessForm from "./re-access-form.tsx";

/** The header's buttons, which the palette offers as well, and the dialogs they open. */
export function HeaderActions({ user }: { user: User }) {
  const [dialog, setDialog] = useState<"re-access" | "loan-returns" | "do-not-fund" | null>(null);
  const close = () => setDialog(null);
  const [, navigate] = useLocation();
  const packet = usePacket(user.id);
  const mayNotCharge = useWhyNot("payments.charge");
  const doNotFund = useDoNotFund(user, close);
  const mayNotBan = useWhyNot("doNotFund.write") ?? whyNotSetDoNotFund(user);
  // In the order of the specification (specification 1, section 2).
  const actions: PageAction[] = [
    { label: APPLICATIONS_MESSAGES.openLabel, run: () => navigate(paths.applications({ id: user.id })) },
    {
      label: USERS_MESSAGES.reAccessLabel,
      run: () => setDialog("re-access"),
      disabledReason: useWhyNot("users.reAccess") ?? whyNotReAccess(user),
    },
    {
      label: EDIT_USER_MESSAGES.openLabel,
      run: () => navigate(paths.editUser({ id: user.id })),
      disabledReason: useWhyNot("users.edit"),
    },
    {
      label: LOAN_RETURNS_MESSAGES.title,
      run: () => setDialog("loan-returns"),
      disabledReason: useWhyNot("loans.return") ?? whyNotFunded(user.application),
    },
  ];
  const { openTimeline } = useDrawer();
  const isWide = useMedia(RAIL_FITS);
  const showTimeline = () => {
    if (isWide) setPreferences({ timelineHidden: false });
    else openTimeline();
  };
  const packetDisabledReason = useWhyNot("packets.create");
  useActions([
    ...actions,
    { label: "Payment", run: () => navigate(paths.payment({ id: user.id })), disabledReason: mayNotCharge },
    {
      label: chargeLabel(userName(user)),
      run: () => navigate(paths.payment({ id: user.id })),
      disabledReason: mayNotCharge,
    },
    {
      label: banLabel(userName(user)),
      run: () => setDialog("do-not-fund"),
      disabledReason: mayNotBan ?? (user.doNotFund ? "This customer is already flagged Do Not Fund." : null),
    },
    { label: "Show the timeline", run: showTimeline },
    { label: PACKET_TEXTS.label, run: packet.save, disabledReason: packetDisabledReason },
  ]);
  return (
    <div
      data-print="hide"
      className="ml-auto flex flex-wrap items-center gap-2 max-md:ml-0 max-md:w-full max-md:min-w-0 max-md:relative max-md:flex-nowrap max-md:overflow-x-auto max-md:p-0.5 max-md:[&>*]:shrink-0"
    >
      {actions.map(({ label, run, disabledReason }) => (
        <Button key={label} size="small" disabledReason={disabledReason} onClick={run}>
          {label}
        </Button>
      ))}
      <Button size="small" onClick={showTimeline}>
        Timeline
      </Button>
      <HistoryLink of={{ user: user.id }} size="small" />
      <Button
        size="small"
        disabledReason={packetDisabledReason}
        pending={packet.isPending}
        onClick={packet.save}
      >
        {PACKET_TEXTS.label}
      </Button>
      {dialog === "re-access" && <ReAccessForm user={user} onClose={close} />}
      {dialog === "do-not-fund" && (
        <DoNotFundForm
          user={user}
          doNotFund={doNotFund}
          onClose={() => {
            doNotFund.forgetRefusal();
            close();
          }}
        />
      )}
      {dialog === "loan-returns" && <LoanReturnsForm user={user} onClose={close} />}
    </div>
  );
}

const NEVER = new AbortController().signal;

/** Saves everything that is kept of a customer as one zip file. */
function usePacket(userId: number) {
  const { client } = trpc.useUtils();
  const { mutate, isPending } = useMutation({
    mutationKey: getMutationKey(trpc.packets.create),
    mutationFn: async () => {
      const { url, fileName } = await client.packets.create.mutate({ userId, requestId: newRequestId() });
      saveBlob(fileName, await followLink(linkAddress(url), { signal: NEVER, onProgress: () => {} }));
    },
    onError: (error) => toast.error(failureText(error, PACKET_TEXTS.failed)),
  });
  return { save: () => mutate(), isPending };
}
