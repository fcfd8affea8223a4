import { whyNotSendNow } from "@countinghouse/validators/recovery/standing";
import { type Capability, type Role, whyNotCapable } from "@countinghouse/validators/roles";
import { type Vendor, whyNotHere } from "@countinghouse/validators/vendors/rules";
import { trpc } from "@/api/client.ts";

/** The signed-in admin, as the server sees them now. */
export const useAdmin = () => trpc.admins.me.useQuery(undefined, { staleTime: 5 * 60_000 });

/** The role that decides what is enabled; null until it is known. */
export const useRole = (): Role | null => useAdmin().data?.role ?? null;

/** What is switched on for all admins; null until it is known. */
export const useFlags = () => useAdmin().data?.flags ?? null;

/** Why nothing that moves money may be ordered now, or null. The server has the last word. */
export const useWhyNotSend = (): string | null => whyNotSendNow(useAdmin().data?.standing ?? "NORMAL");

const NONE: readonly Vendor[] = [];

/** The outside systems that are not set up here. */
export const useVendorsOff = (): readonly Vendor[] => useAdmin().data?.vendorsOff ?? NONE;

/**
 * Why the signed-in admin may not do this, or null when they may. Until the role is known nothing may be done; what a
 * vendor does that is off, nobody may do.
 */
export function useWhyNot(capability: Capability): string | null {
  const role = useRole();
  const off = useVendorsOff();
  if (role === null) return "Your role is still loading.";
  return whyNotCapable(role, capability) ?? whyNotHere(capability, off);
}
