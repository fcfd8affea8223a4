import { isCalendarDate, newYorkDate } from "@countinghouse/validators/new-york";
import { notes } from "@countinghouse/validators/notes/contract";
import { whyNotFollowUp } from "@countinghouse/validators/notes/rules";
import { CalendarClockIcon, PinIcon } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useCommand } from "@/api/use-command.ts";
import { DayInput } from "@/form/day-input.tsx";
import { cn } from "@/lib/cn.ts";
import { Button } from "@/ui/button.tsx";
import { Label } from "@/ui/input.tsx";
import { Popover, PopoverContent, PopoverTitle, PopoverTrigger } from "@/ui/popover.tsx";
import type { Note } from "./use-notes.ts";

type NoteMarksProps = { note: Note; disabledReason: string | null };

/** Shows the buttons that pin a note and set its follow-up day. */
export function NoteMarks({ note, disabledReason }: NoteMarksProps) {
  const { id, isPinned, followUpOn } = note;
  const mark = useCommand(notes.mark, { isPendingUntilRead: true });
  const save = (changes: { isPinned?: boolean; followUpOn?: string | null }) =>
    mark.mutate({ id, isPinned, followUpOn, ...changes });
  return (
    <>
      <Button
        variant="ghost"
        size="icon-small"
        aria-label="Pin note"
        aria-pressed={isPinned}
        disabledReason={disabledReason}
        pending={mark.isPending && mark.variables.isPinned !== isPinned}
        onClick={() => save({ isPinned: !isPinned })}
      >
        <PinIcon aria-hidden className={cn(isPinned && "fill-current text-primary")} />
      </Button>
      <FollowUp
        key={followUpOn}
        note={note}
        disabledReason={disabledReason}
        onSave={(day) => save({ followUpOn: day })}
      />
    </>
  );
}

type FollowUpProps = NoteMarksProps & { onSave: (day: string | null) => void };

function FollowUp({ note: { followUpOn }, disabledReason, onSave }: FollowUpProps) {
  const [isOpen, setOpen] = useState(false);
  const [day, setDay] = useState(followUpOn ?? "");
  const id = useId();
  const [today] = useState(() => newYorkDate(new Date()));
  const whyNot = isCalendarDate(day) ? whyNotFollowUp(day, followUpOn, today) : "Enter a date as YYYY-MM-DD.";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (whyNot !== null) return;
    setOpen(false);
    onSave(day);
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger
        render={
          <Button variant="ghost" size="icon-small" aria-label="Follow up" disabledReason={disabledReason}>
            <CalendarClockIcon aria-hidden className={cn(followUpOn !== null && "text-primary")} />
          </Button>
        }
      />
      <PopoverContent className="w-64 p-3">
        <form noValidate onSubmit={submit} className="grid gap-2">
          <PopoverTitle>Follow up</PopoverTitle>
          <Label htmlFor={id}>Follow up on</Label>
          <DayInput
            id={id}
            label="Follow up on"
            value={day}
            min={today}
            onChange={setDay}
            aria-invalid={(day !== "" && whyNot !== null) || undefined}
            aria-describedby={day !== "" && whyNot !== null ? `${id}-error` : undefined}
          />
          {day !== "" && whyNot !== null && (
            <p id={`${id}-error`} className="text-xs text-danger-fg">
              {whyNot}
            </p>
          )}
          <div className="flex justify-end gap-2">
            {followUpOn !== null && (
              <Button
                size="small"
                onClick={() => {
                  setOpen(false);
                  onSave(null);
                }}
              >
                Remove
              </Button>
            )}
            <Button
              type="submit"
              size="small"
              variant="primary"
              disabledReason={day === "" ? "Choose a day first." : null}
            >
              Save
            </Button>
          </div>
        </form>
      </PopoverContent>
    </Popover>
  );
}
