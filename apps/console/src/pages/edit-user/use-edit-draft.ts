import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type Draft, dropDraft, keepDraft, readDraft } from "@/lib/drafts.ts";
import type { EditFields } from "./edit-values.ts";

const KEEP_AFTER_MS = 800;

/** Kept out of the browser's storage. */
const NEVER_KEPT = "einTax";

/**
 * Keeps what is typed through a reload or a lost session, in this tab. `key` names the admin, the customer and the
 * version: an edit of something that was changed since is not brought back.
 */
export function useEditDraft<Output>(
  form: UseFormReturn<EditFields, unknown, Output>,
  key: string,
  loaded: EditFields,
) {
  const [found] = useState<Draft | null>(() => readDraft(key));
  const [isShown, setShown] = useState(found !== null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const held = useRef(loaded);
  const { subscribe, setValue, reset, getValues } = form;

  useEffect(() => {
    held.current = loaded;
  });

  useEffect(() => {
    if (found === null) return;
    for (const [name, value] of typedIn(found.text, held.current))
      setValue(name, value, { shouldDirty: true });
  }, [found, setValue]);

  useEffect(() => {
    const stop = subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          const text = JSON.stringify({ ...getValues(), [NEVER_KEPT]: undefined });
          if (typedIn(text, held.current).length === 0) dropDraft(key);
          else keepDraft(key, { text, savedAt: new Date(), version: null });
        }, KEEP_AFTER_MS);
      },
    });
    return () => {
      stop();
      clearTimeout(timer.current);
    };
  }, [subscribe, getValues, key]);

  const drop = () => {
    clearTimeout(timer.current);
    dropDraft(key);
    setShown(false);
  };
  return {
    /** What was found when the form opened, until it is discarded or saved. */
    recovered: isShown ? found : null,
    drop,
    discard: () => {
      reset(loaded);
      drop();
    },
  };
}

/** The fields of a draft that the form has and that differ from what was loaded. */
function typedIn(text: string, loaded: EditFields): [keyof EditFields, string][] {
  const kept: unknown = JSON.parse(text);
  if (typeof kept !== "object" || kept === null) return [];
  return Object.entries(kept).filter(
    (entry): entry is [keyof EditFields, string] =>
      entry[0] in loaded && typeof entry[1] === "string" && loaded[entry[0] as keyof EditFields] !== entry[1],
  );
}
