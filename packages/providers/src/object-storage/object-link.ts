import { ProviderError } from "../provider-error.ts";
import { LONGEST_LINK_SECONDS, type ObjectLink } from "./port.ts";

/** The link, if it expires within a week. Throws ProviderError `refused` otherwise. */
export function checkedLink(provider: string, link: ObjectLink): ObjectLink {
  const { expiresInSeconds: seconds } = link;
  if (Number.isInteger(seconds) && seconds > 0 && seconds <= LONGEST_LINK_SECONDS) return link;
  throw new ProviderError({
    kind: "refused",
    provider,
    message: `${provider}: a link cannot last ${seconds} seconds`,
  });
}

/** The Content-Disposition header (RFC 6266) for a file of any name. */
export function contentDisposition({
  disposition,
  fileName,
}: Pick<ObjectLink, "disposition" | "fileName">): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
