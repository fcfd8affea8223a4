import { type LucideIcon, UsersIcon } from "lucide-react";
import { routes } from "@/paths.ts";

export type PageEntry = {
  path: string;
  title: string;
  /** In the sidebar and the palette. A page without one is reached from another page. */
  icon?: LucideIcon;
  /** Single keys in sequence that open the page. */
  shortcut?: string;
  /** Of a sub-page: where Back goes. The sidebar of a sub-page shows nothing else (specification 1, section 2). */
  back?: string;
};

/** Every page of the admin area that exists, and how they hang together. */
export const PAGES: readonly PageEntry[] = [
  { path: routes.users, title: "Users", icon: UsersIcon, shortcut: "g u" },
  { path: routes.userDetail, title: "User", back: routes.users },
];

export const findPage = (path: string): PageEntry | undefined => PAGES.find((page) => page.path === path);

/** The pages above `page`, the topmost first. */
export function ancestorsOf(page: PageEntry): PageEntry[] {
  const parent = page.back === undefined ? undefined : findPage(page.back);
  return parent ? [...ancestorsOf(parent), parent] : [];
}
