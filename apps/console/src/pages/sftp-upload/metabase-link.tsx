import { METABASE_LABEL, METABASE_PATH } from "@countinghouse/validators/metabase";
import { ExternalLinkIcon } from "lucide-react";
import { linkAddress } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { buttonVariants } from "@/ui/button.tsx";

/** The way to Metabase, for whom the server leads on (specification 2, section 6). */
export function MetabaseLink() {
  const { data } = trpc.admins.metabase.useQuery(undefined, { staleTime: 5 * 60_000 });
  if (!data?.isOffered) return null;
  return (
    <a href={linkAddress(METABASE_PATH)} target="_blank" rel="noopener" className={buttonVariants()}>
      {METABASE_LABEL}
      <ExternalLinkIcon aria-hidden />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  );
}
