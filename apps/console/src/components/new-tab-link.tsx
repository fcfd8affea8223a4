import { ExternalLinkIcon } from "lucide-react";
import type { ReactNode } from "react";

/** A link that leaves the page where it is. */
export const NewTabLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a
    href={href}
    target="_blank"
    rel="noopener noreferrer"
    className="inline-flex items-center gap-1 rounded-sm text-link underline-offset-4 hover:underline"
  >
    <span>{children}</span>
    <ExternalLinkIcon aria-hidden className="size-3.5 shrink-0" />
    <span className="sr-only">(opens in a new tab)</span>
  </a>
);
