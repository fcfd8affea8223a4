import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";

export type EditForm = RouterOutputs["users"]["editForm"];
export type EditApplication = NonNullable<EditForm["application"]>;

/** What is edited, read each time the page opens; it does not change under the hands of whoever edits. */
export const useEditForm = (userId: number) =>
  trpc.users.editForm.useQuery(
    { userId },
    {
      gcTime: 0,
      staleTime: "static",
    },
  );
