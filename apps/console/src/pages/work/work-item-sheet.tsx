import { formatNewYork, newYorkTimeOfDay } from "@countinghouse/validators/new-york";
import {
  priorityInWords,
  sentAgainText,
  topicOfFailed,
  WORK_KINDS,
  WORK_TEXTS,
  whyNotHold,
  whyNotSendAgain,
} from "@countinghouse/validators/work/rules";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "wouter";
import { retryTransient, trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { SendNotice } from "@/components/deadlines/send-notice.tsx";
import { Facts } from "@/components/facts/facts.tsx";
import { OwnLien } from "@/components/liens/own-lien.tsx";
import { DueDay, ItemCustomer } from "@/components/work/item-cells.tsx";
import { itemAddress, type WorkItem, type WorkList } from "@/components/work/work-item.ts";
import { firstControl } from "@/form/form-shell.ts";
import { useAdmin, useWhyNot } from "@/layout/use-admin.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { useShortcut } from "@/lib/shortcuts.ts";
import { toast } from "@/lib/toast.ts";
import { MoneyCell } from "@/table/cells.tsx";
import { Alert } from "@/ui/alert.tsx";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { Sheet, SheetBody, SheetContent, SheetFooter, SheetHeader } from "@/ui/sheet.tsx";
import { EmptyState } from "@/ui/states.tsx";
import { AnswerDate } from "./answer-date.tsx";
import { Reopen } from "./reopen.tsx";
import { RepairDrift } from "./repair-drift.tsx";
import { rowLinkOf } from "./use-work-keys.ts";
import type { Way } from "./ways.ts";
import { WorkForms } from "./work-forms.tsx";

type WorkItemSheetProps = {
  /** Of the item, which may be gone. */
  name: string;
  item: WorkItem | null;
  /** The action to begin at once. */
  begin: Way | null;
  next: WorkItem | null;
  staff: WorkList["staff"];
  onNext: () => void;
  onClose: () => void;
};

/** One item over the list, held for whoever has it open. */
export function WorkItemSheet({
  name,
  item: found,
  begin,
  next,
  staff,
  onNext,
  onClose,
}: WorkItemSheetProps) {
  const [open, setOpen] = useState(true);
  const body = useRef<HTMLDivElement>(null);
  // What was seen stays in sight when its cause goes while it is open.
  const [item, setItem] = useState(found);
  if (found !== null && found !== item) setItem(found);
  const adminId = useAdmin().data?.id ?? "";
  const isFree = found === null || whyNotHold(found.heldBy, adminId) === null;
  const { refusal, letGo } = useHold(item, isFree);
  const mayNotHandle = useWhyNot("work.handle");
  const whyNot =
    mayNotHandle ??
    refusal ??
    (found === null
      ? WORK_TEXTS.gone
      : found.done
        ? WORK_TEXTS.done(found.done.by)
        : whyNotHold(found.heldBy, adminId));
  const mayNotReopen = mayNotHandle ?? (found && whyNotHold(found.heldBy, adminId));
  const heldUntil = found?.heldBy?.id === adminId ? found.heldBy.until : null;
  const place = item && itemAddress(item);
  const leave = (then: () => void) => {
    letGo();
    then();
  };
  useShortcut({ keys: "n", label: "Next item", group: "This page", inDialog: true }, () => {
    if (next !== null) leave(onNext);
  });
  return (
    <Sheet open={open} onOpenChange={setOpen} onOpenChangeComplete={(isOpen) => !isOpen && leave(onClose)}>
      <SheetContent
        initialFocus={() =>
          (begin && firstControl(body.current?.querySelector("[data-slot=work-forms] form") ?? null)) ??
          body.current
        }
        finalFocus={() => rowLinkOf(name)}
      >
        <SheetHeader
          title={item ? WORK_KINDS[item.kind].word : "Work item"}
          description={item?.said ?? name}
        />
        <SheetBody ref={body} tabIndex={-1} className="outline-none">
          {item === null ? (
            <EmptyState title={WORK_TEXTS.gone} />
          ) : (
            <>
              {whyNot !== null && <Alert tone={found?.done ? "info" : "warning"}>{whyNot}</Alert>}
              {heldUntil !== null && (
                <p className="text-sm text-muted-foreground">
                  Reserved for you until {newYorkTimeOfDay(heldUntil)}.
                </p>
              )}
              {found !== null && (found.done !== null || found.snoozedUntil !== null) && (
                <Reopen item={found} disabledReason={mayNotReopen} />
              )}
              <ItemFacts item={item} />
              <WhyHere item={item} />
              {item.kind === "FAILED_MESSAGE" && <SendAgain item={item} disabledReason={whyNot} />}
              {item.key.startsWith("ADVERSE_ACTION:") && (
                <SendNotice
                  applicationId={Number(item.key.slice("ADVERSE_ACTION:".length))}
                  disabledReason={whyNot}
                />
              )}
              {isOfOwnLien(item) && item.userId !== null && (
                <OwnLien userId={item.userId} disabledReason={whyNot} />
              )}
              {item.kind === "CHARGEBACK" && <AnswerDate item={item} disabledReason={whyNot} />}
              {item.kind === "DRIFT" && <RepairDrift item={item} disabledReason={whyNot} />}
              <WorkForms
                key={name}
                item={item}
                staff={staff}
                begin={begin}
                disabledReason={whyNot}
                onDone={next === null ? onClose : onNext}
              />
            </>
          )}
        </SheetBody>
        <SheetFooter>
          <Button
            disabledReason={next === null ? "There are no other items here." : null}
            onClick={() => leave(onNext)}
          >
            Next item
          </Button>
          {item && place && (
            <Link href={place} className={buttonVariants({ variant: "primary" })}>
              {WORK_KINDS[item.kind].verb}
            </Link>
          )}
        </SheetFooter>
      </SheetContent>
    </Sheet>
  );
}

/** A filed lien that lapses, or that is to be terminated. */
const isOfOwnLien = ({ kind, key, deadline }: WorkItem): boolean =>
  (kind === "LIEN" && deadline !== null) || key.startsWith("LIEN_TERMINATION:");

/**
 * Holds an item while it is open, and lets it go. Says why it cannot be held. While the list says that somebody
 * else holds it, it waits until the list says that it is free.
 */
function useHold(item: WorkItem | null, isFree: boolean): { refusal: string | null; letGo: () => void } {
  const mayHandle = useWhyNot("work.handle") === null;
  const hold = trpc.work.hold.useMutation({ retry: retryTransient });
  const release = trpc.work.release.useMutation();
  const begin = useEffectEvent((kind: WorkItem["kind"], key: string) =>
    hold.mutate({ kind, key, requestId: newRequestId() }),
  );
  const { kind, key } = item ?? {};
  const isOpen = item !== null && item.done === null;
  useEffect(() => {
    if (isOpen && isFree && mayHandle && kind !== undefined && key !== undefined) begin(kind, key);
  }, [isOpen, mayHandle, kind, key, isFree]);
  return {
    refusal: hold.error ? errorDetails(hold.error).message : null,
    letGo: () => {
      if (item !== null && hold.isSuccess)
        release.mutate({ kind: item.kind, key: item.key, requestId: newRequestId() });
    },
  };
}

const ItemFacts = ({ item }: { item: WorkItem }) => (
  <Facts
    facts={[
      ["Customer", <ItemCustomer key="customer" item={item} />],
      ["At risk", <MoneyCell key="money" cents={item.moneyCents} />],
      ["Due", <DueDay key="due" day={item.dueOn} />],
      ["Since", `${formatNewYork(item.since, "dateTime")} ET`],
      ["Assignee", item.assignedTo?.name ?? "Unassigned"],
      ...(item.snoozedUntil
        ? [["Snoozed until", `${formatNewYork(item.snoozedUntil, "date")} ET`] as const]
        : []),
      ...(item.done
        ? [
            [
              "Done",
              `${item.done.by}, ${formatNewYork(item.done.at, "dateTime")} ET: ${item.done.reason}`,
            ] as const,
          ]
        : []),
    ]}
  />
);

/** The order is no secret: what it is made of, with its numbers. */
const WhyHere = ({ item: { priority } }: { item: WorkItem }) => (
  <details className="rounded-lg border bg-card px-4 py-2 text-sm">
    <summary className="cursor-pointer font-medium">Why is it here?</summary>
    <ul className="mt-2 grid gap-1">
      {[priority.money, priority.deadline, priority.age].map(({ because }) => (
        <li key={because}>{because}</li>
      ))}
      <li className="text-muted-foreground tabular-nums">{priorityInWords(priority)}</li>
    </ul>
  </details>
);

/** Sends all messages that failed for this reason again, in one press. */
function SendAgain({ item: { key }, disabledReason }: { item: WorkItem; disabledReason: string | null }) {
  const [requestId] = useState(newRequestId);
  const send = trpc.work.sendAgain.useMutation({
    onSuccess: (sent) => toast.success(sentAgainText(sent)),
    onError: (error) => toast.error(errorDetails(error).message),
  });
  const whyNot = whyNotSendAgain(topicOfFailed(key)) ?? disabledReason;
  return (
    <div>
      <Button
        pending={send.isPending}
        disabledReason={send.isSuccess ? "These messages were sent again." : whyNot}
        onClick={() => send.mutate({ key, requestId })}
      >
        Send all again
      </Button>
    </div>
  );
}
