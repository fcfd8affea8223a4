import type { SettingName } from "@countinghouse/validators/settings/rules";
import { trpc } from "@/api/client.ts";

/** What a setting is, in cents; null while it is not known. */
export function useSetting(name: SettingName): number | null {
  const { data } = trpc.settings.list.useQuery();
  return data?.find((setting) => setting.name === name)?.cents ?? null;
}
