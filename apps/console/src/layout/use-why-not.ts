import { type Capability, whyNotCapable } from "@countinghouse/validators/roles";
import { useRole } from "./use-admin.ts";

/** Why the signed-in admin may not do this, or null when they may. Until the role is known nothing may be done. */
export function useWhyNot(capability: Capability): string | null {
  const role = useRole();
  return role === null ? "Your role is not known yet." : whyNotCapable(role, capability);
}
