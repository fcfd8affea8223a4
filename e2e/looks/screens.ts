import { routes } from "../../apps/console/src/paths.ts";
import { SCREENS, type Screen } from "../guide/screens.ts";

/** Screens that the guide has no picture of. */
const FURTHER: readonly Screen[] = [
  { name: "forgot-password", path: "/admin/forgot-password", visitor: "nobody" },
  { name: "set-password", path: "/admin/set-password", visitor: "nobody" },
  { name: "guide", path: "/admin/guide" },
  { name: "bulk-debit-payment-1", path: "/admin/bulk-debit-payment" },
  { name: "bulk-balance-1", path: "/admin/bulk-balance" },
  { name: "bulk-ach-payment-1", path: "/admin/bulk-ach-payment" },
];

/** Every screen that is looked at. */
export const LOOKED_AT: readonly Screen[] = [...SCREENS, ...FURTHER];

/** Addresses that only lead elsewhere, or are shown to customers and hold one sentence. */
const NO_SCREEN: ReadonlySet<string> = new Set([routes.home, routes.admin, routes.reAccessLogged]);

/** Addresses of the console that no screen stands for. */
export const notLookedAt = (): string[] => {
  const known = new Set(LOOKED_AT.map(({ path }) => path.replace(/[?#].*/u, "")));
  // An application is opened from the list of them.
  known.add(routes.applicationDetail);
  return Object.values(routes).filter((path) => !known.has(path) && !NO_SCREEN.has(path));
};
