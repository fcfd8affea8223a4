import { useEffect, useSyncExternalStore } from "react";
import { stored } from "@/lib/stored.ts";

export type PageAction = {
  label: string;
  run: () => void;
  /** A disabled action stays in the list with its reason. */
  disabledReason?: string | null;
};

type Actions = readonly PageAction[];

const registered = stored<readonly Actions[]>([]);

/** Offers actions in the command palette while the component is mounted. One that moves money opens its form. */
export function useActions(actions: Actions): void {
  useEffect(() => {
    registered.set([...registered.get(), actions]);
    return () => registered.set(registered.get().filter((each) => each !== actions));
  }, [actions]);
}

export const usePageActions = (): Actions =>
  useSyncExternalStore(registered.subscribe, registered.get).flat();
