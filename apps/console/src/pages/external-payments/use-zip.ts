import { type CollectionZip, NOT_INCLUDED_NAME } from "@countinghouse/validators/collections/rules";
import { COLLECTIONS_MESSAGES as TEXT } from "@countinghouse/validators/messages";
import { useState } from "react";
import { linkAddress } from "@/api/api-url.ts";
import { trpc } from "@/api/client.ts";
import { followLink } from "@/api/download.ts";
import { failureText } from "@/api/errors.ts";
import { useFileExport } from "@/components/exports/use-export.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";

type Wanted = { type: CollectionZip; userIds: number[] };

/** A zip file ends with the names of what is in it. */
const NAMES_BYTES = 4_096;

/** Makes and saves one zip file at a time, and says how far it is. */
export function useZip() {
  const { client } = trpc.useUtils();
  const { state, start, cancel } = useFileExport();
  /** What was asked for last, and under which name it is saved once that is known. */
  const [asked, setAsked] = useState<{ wanted: Wanted; fileName: string | null } | null>(null);
  const [isIncomplete, setIncomplete] = useState(false);

  const run = async (wanted: Wanted) => {
    setAsked({ wanted, fileName: null });
    setIncomplete(false);
    try {
      const { url, fileName } = await client.collections.zip.mutate({ ...wanted, requestId: newRequestId() });
      setAsked({ wanted, fileName });
      await start(fileName, async (options) => {
        const file = await followLink(linkAddress(url), options);
        setIncomplete(await lacksSome(file));
        return file;
      });
    } catch (error) {
      setAsked(null);
      toast.error(failureText(error, TEXT.failed));
    }
  };
  const isAsking = asked !== null && asked.fileName === null;
  return {
    state,
    /** What is under way. */
    running: isAsking || state.kind === "running" ? (asked?.wanted ?? null) : null,
    fileName: asked?.fileName ?? null,
    isIncomplete: isIncomplete && state.kind === "saved",
    run: (wanted: Wanted) => void run(wanted),
    retry: () => asked && void run(asked.wanted),
    cancel,
  };
}

const lacksSome = async (file: Blob): Promise<boolean> =>
  (await file.slice(-NAMES_BYTES).text()).includes(NOT_INCLUDED_NAME);
