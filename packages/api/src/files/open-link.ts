import type { OpenedLink } from "@countinghouse/providers/object-storage/port";
import type { WithPorts } from "../ports.ts";
import { EXPIRED_LINK, INVALID_LINK, MISSING_FILE, type OpenedFile } from "./stored.ts";

type Presented = Pick<Extract<OpenedLink, { ok: true }>, "disposition">;
type Opened = Extract<OpenedFile, { ok: true }> & Presented;

/**
 * What a link to storage of our own opens; `url` is the address that was asked for. Storage elsewhere serves its links
 * itself, and none of them opens anything here. Throws what storage throws.
 */
export async function openStoredLink(
  { ports }: WithPorts<"objectStorage">,
  url: string,
): Promise<Opened | Exclude<OpenedFile, { ok: true }>> {
  const link = ports.objectStorage.openLink?.(url) ?? INVALID_LINK;
  if (!link.ok) return link.reason === "expired" ? EXPIRED_LINK : INVALID_LINK;
  const { key, ...presented } = link;
  const object = await ports.objectStorage.get(key);
  return object ? { ...presented, stream: object.stream, sizeBytes: object.sizeBytes } : MISSING_FILE;
}
