import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";

export type User = RouterOutputs["users"]["get"];
export type Application = NonNullable<User["application"]>;

const FRESH_MS = 60_000;

/** The customer. Each read may reveal an SSN and is audited, so that coming back to the tab does not read again. */
export const useUser = (id: number) =>
  trpc.users.get.useQuery({ id }, { staleTime: FRESH_MS, refetchOnWindowFocus: false });
