import { useLocation, useSearch } from "wouter";
import { useCustomerAbove } from "@/lib/use-title.ts";
import { findPage, type PageEntry, pageAddress } from "./navigation.ts";

/**
 * The address of another page from here: of the same customer, whom the address names or the page knows. Null while
 * neither does.
 */
export function usePageAddress(): (page: PageEntry) => string | null {
  const [pathname] = useLocation();
  const search = useSearch();
  const known = useCustomerAbove();
  const named = findPage(pathname)?.ofUser ? new URLSearchParams(search).get("id") : null;
  return (page) => pageAddress(page, named ?? (known === null ? null : String(known)));
}
