import type { RouterOutputs } from "@countinghouse/api";
import { trpc } from "@/api/client.ts";

export type Application = RouterOutputs["applications"]["get"];
export type ContractFile = Application["contract"]["files"][number];
export type ContractLink = Application["contract"]["links"][number];

/** One application by its own id. */
export const useApplication = (id: number) => trpc.applications.get.useQuery({ id });
