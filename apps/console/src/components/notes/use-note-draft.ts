import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type Draft, dropDraft, keepDraft, readDraft } from "@/lib/drafts.ts";

export type NoteFields = { note: string };

export type NoteDraft = {
  /** The draft found when the form opened; null once it is discarded */
  recovered: Draft | null;
  /** The version of the note that the text is based on; a recovered draft has its own */
  baseVersion: number | null;
  rebase: (version: number | null) => void;
  /** Deletes the draft and resets the text to the stored note */
  discard: () => void;
  drop: () => void;
};

/** Stores the typed text through a reload or a lost session. `key` names the admin, the customer and the note. */
export function useNoteDraft(
  form: UseFormReturn<NoteFields, unknown, NoteFields>,
  { key, version }: { key: string; version: number | null },
): NoteDraft {
  const [recovered, setRecovered] = useState(() => readDraft(key));
  const [baseVersion, rebase] = useState(recovered?.version ?? version);
  const { subscribe, setValue, reset } = form;

  useEffect(() => {
    if (recovered) setValue("note", recovered.text, { shouldDirty: true });
  }, [recovered, setValue]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          keepDraft(key, { text: values.note, savedAt: new Date(), version: baseVersion }),
      }),
    [subscribe, key, baseVersion],
  );

  return {
    recovered,
    baseVersion,
    rebase,
    drop: () => dropDraft(key),
    discard: () => {
      reset();
      dropDraft(key);
      setRecovered(null);
      rebase(version);
    },
  };
}
