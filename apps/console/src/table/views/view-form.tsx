import { SaveView, type ViewContent } from "@countinghouse/validators/lists/schemas";
import { useState } from "react";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { CheckboxField } from "@/form/checkbox-field.tsx";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextField } from "@/form/text-field.tsx";
import { useWhyNot } from "@/layout/use-admin.ts";
import { makeRequestIds } from "@/lib/request-id.ts";
import type { SavedView } from "./use-views.ts";

const Schema = SaveView.pick({ name: true, isShared: true });

type ViewFormProps = {
  list: string;
  /** The view to rename or share; null for a new one of `content`. */
  view: SavedView | null;
  content: ViewContent;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
};

/** Names what a list shows, so that it can be found again, and says who sees it. */
export function ViewForm({ list, view, content, onSaved, onClose }: ViewFormProps) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const whyNotShare = useWhyNot("lists.share");
  const form = useZodForm(Schema, { name: view?.name ?? "", isShared: view?.isShared ?? false });
  const save = trpc.lists.saveView.useMutation({ meta: PENDING_UNTIL_READ });
  const change = trpc.lists.changeView.useMutation({ meta: PENDING_UNTIL_READ });
  const isSaving = save.isPending || change.isPending;
  const submit = (named: { name: string; isShared: boolean }) => {
    const requestId = requestIdFor(named);
    const done = (id: string) => {
      form.reset();
      onClose();
      onSaved({ ...named, id, list, content, isOwn: true, ownerName: "", version: 1 });
    };
    if (view === null)
      save.mutate({ ...named, list, content, requestId }, { onSuccess: ({ id }) => done(id) });
    else
      change.mutate(
        { ...named, id: view.id, version: view.version, content, requestId },
        { onSuccess: ({ id }) => done(id) },
      );
  };
  const busy = isSaving ? "Saving…" : null;
  return (
    <DialogForm
      form={form}
      title={view === null ? "Save as a view" : "Rename or share"}
      description="Saves filters, sort order and columns. A search for a person is not saved."
      onSubmit={submit}
      submitting={isSaving}
      submitError={save.error ?? change.error}
      submitLabel="Save view"
      onClose={onClose}
    >
      <TextField control={form.control} name="name" label="Name" disabledReason={busy} />
      <CheckboxField
        control={form.control}
        name="isShared"
        label="Share with everyone"
        disabledReason={busy ?? whyNotShare}
      />
    </DialogForm>
  );
}
