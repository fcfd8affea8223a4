import { REFRESH_AFTER_REGISTERING_MS } from "@countinghouse/validators/businesses/rules";
import { BUSINESS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { CheckIcon } from "lucide-react";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { failureText } from "@/api/errors.ts";
import { NewTabLink } from "@/components/new-tab-link.tsx";
import { newRequestId } from "@/lib/request-id.ts";
import { paths } from "@/paths.ts";
import { Button } from "@/ui/button.tsx";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "@/ui/dialog.tsx";
import type { RegisteringError } from "./use-register.ts";
import type { Reload } from "./use-reload.ts";

type RegisteringErrorsProps = {
  errors: readonly RegisteringError[];
  reload: Reload;
  onClose: () => void;
};

/** The users of a request who could not be sent, each with the reason, to be tried again once it is mended. */
export function RegisteringErrors({ errors, reload, onClose }: RegisteringErrorsProps) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} onOpenChangeComplete={(open) => !open && onClose()}>
      <DialogContent width="wide">
        <DialogHeader>
          <DialogTitle>Registering errors</DialogTitle>
          <DialogDescription>
            {errors.length === 1 ? "1 user was" : `${errors.length.toLocaleString("en-US")} users were`} not
            sent. Add the missing data on the user's page, then retry.
          </DialogDescription>
        </DialogHeader>
        <DialogBody>
          <ul aria-label="Users that were not sent">
            {errors.map((error) => (
              <ErrorEntry key={error.userId} error={error} reload={reload} />
            ))}
          </ul>
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={close}>
            Close
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function ErrorEntry({ error: { userId, message }, reload }: { error: RegisteringError; reload: Reload }) {
  const { mutate, data, error, isPending } = trpc.businesses.register.useMutation({
    onSuccess: () => reload.reloadAfter(REFRESH_AFTER_REGISTERING_MS, [userId], "registering"),
  });
  const isSent = data?.success === true && data.customMessage.length === 0;
  const said = error ? failureText(error, TEXT.sendFailed) : (data?.customMessage[0]?.message ?? message);
  return (
    <li className="grid min-h-11 grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-3 border-b py-1.5 text-sm last:border-b-0">
      <span className="id-text">
        <NewTabLink href={paths.userDetail({ id: userId })}>{userId}</NewTabLink>
      </span>
      <output className={isSent ? "flex items-center gap-1.5 text-success-fg" : undefined}>
        {isSent && <CheckIcon aria-hidden className="size-4 shrink-0" />}
        {isSent ? TEXT.sent : said}
      </output>
      {!isSent && (
        <Button
          size="small"
          pending={isPending}
          onClick={() => mutate({ userIds: String(userId), retry: true, requestId: newRequestId() })}
        >
          Retry
          <span className="sr-only"> user {userId}</span>
        </Button>
      )}
    </li>
  );
}
