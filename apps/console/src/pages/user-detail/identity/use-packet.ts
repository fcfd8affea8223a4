import { PACKET_TEXTS } from "@countinghouse/validators/packets/schemas";
import { useMutation } from "@tanstack/react-query";
import { getMutationKey } from "@trpc/react-query";
import { linkAddress } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { followLink } from "@/api/download.ts";
import { failureText } from "@/api/errors.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { saveBlob } from "@/lib/save-file.ts";
import { toast } from "@/lib/toast.ts";

const NEVER = new AbortController().signal;

/** Saves everything that is kept of a customer as one zip file. */
export function usePacket(userId: number) {
  const { client } = trpc.useUtils();
  const { mutate, isPending } = useMutation({
    mutationKey: getMutationKey(trpc.packets.create),
    mutationFn: async () => {
      const { url, fileName } = await client.packets.create.mutate({ userId, requestId: newRequestId() });
      saveBlob(fileName, await followLink(linkAddress(url), { signal: NEVER, onProgress: () => {} }));
    },
    onError: (error) => toast.error(failureText(error, PACKET_TEXTS.failed)),
  });
  return { save: () => mutate(), isPending };
}
