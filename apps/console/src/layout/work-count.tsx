import { trpc } from "@/api/client.ts";
import { useAdmin } from "./use-admin.ts";

const READ_AGAIN_MS = 60_000;

/** Beside the entry of what waits: how many items there are. Nothing while there are none, or it is not known. */
export function WorkCount() {
  const enabled = useAdmin().isSuccess;
  const { data } = trpc.work.count.useQuery(undefined, { enabled, refetchInterval: READ_AGAIN_MS });
  if (!data || data.waiting === 0) return null;
  const { waiting, mine } = data;
  return (
    <span
      title={`${waiting.toLocaleString("en-US")} wait, ${mine.toLocaleString("en-US")} of them for you`}
      className="num ml-auto text-xs text-muted-foreground @max-[8rem]/sidebar:sr-only"
    >
      {waiting.toLocaleString("en-US")}
      <span className="sr-only"> wait</span>
    </span>
  );
}
