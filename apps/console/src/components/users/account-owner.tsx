import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { userName } from "./user-name.ts";

/** What the customer is called whose accounts are shown, and why they may not be shown at all, or null. */
export function useAccountOwner(id: number): { name: string; refusal: string | null } {
  const { data, error } = trpc.bankAccounts.owner.useQuery({ userId: id });
  const failure = error ? errorDetails(error) : null;
  const isRefused = failure?.code === "NOT_FOUND" || failure?.code === "FORBIDDEN";
  return { name: data ? userName(data) : `User ${id}`, refusal: isRefused ? failure.message : null };
}

/** Whose page it is, beside its title. */
export const OwnerName = ({ id, name }: { id: number; name: string }) => (
  <>
    <span className="text-lg">{name}</span>
    <span className="id-text text-muted-foreground">#{id}</span>
  </>
);
