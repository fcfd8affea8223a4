import { useEffect, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type Draft, dropDraft, keepDraft, readDraft } from "@/lib/drafts.ts";

export type NoteFields = { note: string };

export type NoteDraft = {
  /** What was found when the form opened, until it is discarded. */
  recovered: Draft | null;
  /** The version of the note that the text goes back to: with a recovered draft, the one it was begun on. */
  baseVersion: number | null;
  rebase: (version: number | null) => void;
  /** Forgets the draft and goes back to the note as it is. */
  discard: () => void;
  drop: () => void;
};

/** Keeps what is typed through a reload or a lost session; `key` names the admin, the customer and the note. */
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
