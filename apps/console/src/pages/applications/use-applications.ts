import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";

export type ListedApplication = RouterOutputs["applications"]["list"]["applications"][number];

/** The applications of a customer, the newest first, and whose they are. */
export const useApplications = (userId: number) => trpc.applications.list.useQuery({ userId });
