import type { RouterOutputs } from "@countinghouse/api";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { makeRequestIds } from "@/lib/request-id.ts";

export type ReAccessLink = RouterOutputs["reAccess"]["create"];

/**
 * Asks for a link into the customer portal and opens it in a new tab; `onOpened` follows. When the browser blocks the
 * tab, `blocked` is the link, to be opened by a press of its own.
 */
export function useReAccess(userId: number, onOpened: () => void) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const [given, setGiven] = useState(0);
  const [blocked, setBlocked] = useState<ReAccessLink | null>(null);
  const create = trpc.reAccess.create.useMutation({
    onSuccess: (link) => {
      // The same reason asked for once more is another link, not a replay of this one.
      setGiven(given + 1);
      if (openTab(link.url)) onOpened();
      else setBlocked(link);
    },
  });
  return {
    ask: (reason: string) => create.mutate({ userId, reason, requestId: requestIdFor([given, reason]) }),
    asking: create.isPending,
    refusal: create.error,
    blocked,
    forget: () => setBlocked(null),
  };
}

/** False when the browser blocked it. The new page does not learn where it was opened from. */
function openTab(url: string): boolean {
  const tab = window.open(url, "_blank");
  if (tab === null) return false;
  tab.opener = null;
  return true;
}
