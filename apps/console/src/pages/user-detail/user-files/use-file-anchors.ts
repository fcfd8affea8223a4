import { trpc } from "@/api/client.ts";
import { useDrawer } from "@/components/users/user-detail-params.ts";
import type { Anchor } from "../anchor-tabs.tsx";
import type { SectionId } from "../sections.ts";
import { useUserFiles } from "./use-user-files.ts";

/** What the anchors of the documents say. They look at what the sections have loaded and load nothing. */
export function useFileAnchors(userId: number) {
  const { openFiles } = useDrawer();
  const files = useUserFiles(userId, false);
  const recontracts = trpc.recontracts.list.useQuery({ userId }, { enabled: false });
  return {
    "user-files": { count: files.data?.userFiles.length, failed: files.isError },
    "file-attachments": { opens: openFiles },
    recontracts: { count: recontracts.data?.length, failed: recontracts.isError },
  } satisfies Partial<Record<SectionId, Omit<Anchor, "id">>>;
}
