import { trpc } from "@/api/client.ts";
import { errorDetails } from "@/api/errors.ts";
import { userName } from "./user-name.ts";

/** Returns the name of the customer who owns the accounts, and the reason why they may not be shown, or null. */
export function useAccountOwner(id: number): { name: string; refusal: string | null } {
  const { data, error } = trpc.bankAccounts.owner.useQuery({ userId: id });
  const failure = error ? errorDetails(error) : null;
  const isRefused = failure?.code === "NOT_FOUND" || failure?.code === "FORBIDDEN";
  return { name: data ? userName(data) : `User ${id}`, refusal: isRefused ? failure.message : null };
}

/** The name and id of the customer, next to the title of the page. */
export const OwnerName = ({ id, name }: { id: number; name: string }) => (
  <>
    <span className="text-lg">{name}</span>
    <span className="id-text text-muted-foreground">#{id}</span>
  </>
);
