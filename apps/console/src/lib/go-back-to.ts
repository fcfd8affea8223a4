import type { MouseEvent } from "react";

/**
 * Follows a link to a page that was left before by going back to it: it stands as it was left, with its search and its
 * place. Where it was not, or the browser does not tell, the link is followed like all others.
 */
export function goBackTo(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !("navigation" in window)) return;
  const wanted = new URL(event.currentTarget.href);
  const { navigation } = window;
  const before = navigation.entries().slice(0, navigation.currentEntry?.index ?? 0);
  const left = before.findLast(({ url }) => url !== null && isSamePage(new URL(url), wanted));
  if (left === undefined) return;
  event.preventDefault();
  navigation.traverseTo(left.key);
}

/** A page of one customer is the same only of the same one. */
const isSamePage = (one: URL, other: URL): boolean =>
  one.pathname === other.pathname && one.searchParams.get("id") === other.searchParams.get("id");
