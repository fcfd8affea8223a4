import { trpc } from "@/api/client.ts";
import { useAdmin } from "./use-admin.ts";

const READ_AGAIN_MS = 60_000;

/** Beside the entry of approvals: how many wait. Nothing while there are none, or it is not known. */
export function ApprovalsCount() {
  const enabled = useAdmin().isSuccess;
  const { data } = trpc.approvals.count.useQuery(undefined, { enabled, refetchInterval: READ_AGAIN_MS });
  if (!data || data.waiting === 0) return null;
  const { waiting, toDecide } = data;
  return (
    <span
      title={`${waiting.toLocaleString("en-US")} wait, ${toDecide.toLocaleString("en-US")} of them for you`}
      className="num ml-auto text-xs text-muted-foreground group-data-collapsed/sidebar:sr-only max-lg:sr-only"
    >
      {waiting.toLocaleString("en-US")}
      <span className="sr-only"> wait</span>
    </span>
  );
}
