import { whyNotSendNow } from "@countinghouse/validators/recovery/standing";
import { useState, useSyncExternalStore } from "react";
import { Link } from "wouter";
import { trpc } from "@/api/client.ts";
import { detailsText, errorDetails } from "@/api/errors.ts";
import { codeIsMissing, reloadPage } from "@/lib/missing-code.ts";
import { newYorkTime } from "@/lib/time-text.ts";
import { useOnline } from "@/lib/use-online.ts";
import { paths } from "@/paths.ts";
import { Alert } from "@/ui/alert.tsx";
import { Button } from "@/ui/button.tsx";
import { ErrorState } from "@/ui/states.tsx";
import { useAdmin, useWhyNot } from "./use-admin.ts";

/** At most one line above the page for what concerns all of it. */
export function BannerArea() {
  const isOnline = useOnline();
  const isCodeMissing = useSyncExternalStore(codeIsMissing.subscribe, codeIsMissing.get);
  const admin = useAdmin();
  if (!isOnline) return <OfflineBanner />;
  if (isCodeMissing) return <ReloadBanner />;
  if (admin.isError) {
    const details = errorDetails(admin.error);
    return (
      <ErrorState
        message={details.message}
        details={detailsText(details)}
        onRetry={() => void admin.refetch()}
        retrying={admin.isFetching}
      />
    );
  }
  return <RecoveryBanner />;
}

const LOOK_AGAIN_MS = 60_000;

/** On every page while nothing goes out; who may look at why is led there. */
function RecoveryBanner() {
  const { data } = trpc.admins.me.useQuery(undefined, { refetchInterval: LOOK_AGAIN_MS });
  const mayNotRead = useWhyNot("recovery.read");
  const whyNot = whyNotSendNow(data?.standing ?? "NORMAL");
  if (whyNot === null) return null;
  return (
    <Alert band live="polite" tone="danger" data-shell className="sticky top-(--topbar-h) z-banner">
      {whyNot}{" "}
      {mayNotRead === null && (
        <Link href={paths.recovery()} className="font-medium underline">
          See why
        </Link>
      )}
    </Alert>
  );
}

const ReloadBanner = () => (
  <Alert
    band
    live="polite"
    tone="warning"
    data-shell
    className="sticky top-(--topbar-h) z-banner"
    action={
      <Button size="small" onClick={reloadPage}>
        Reload
      </Button>
    }
  >
    Part of this page could not be loaded. A newer version may be available. Save your work, then reload.
  </Alert>
);

function OfflineBanner() {
  const [since] = useState(() => newYorkTime(new Date()));
  return (
    <Alert band live="polite" tone="warning" data-shell>
      You are offline. Showing data from {since}. Payments are blocked.
    </Alert>
  );
}
