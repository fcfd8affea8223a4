import { type DragEvent, type RefObject, useId, useState } from "react";
import { cn } from "@/lib/cn.ts";
import { IdGutter, LINE_PX, type LineMark } from "./id-gutter.tsx";

type UserIdsBoxProps = {
  text: string;
  onChange: (text: string) => void;
  findMark: (line: number) => LineMark | undefined;
  isWrong: boolean;
  /** Where the text is, for whoever points at a place in it. */
  area: RefObject<HTMLTextAreaElement | null>;
  /** Characters that may be sent. More are kept, so that they can be cut, and marked. */
  limit: number;
  /** What ids are split on. */
  between?: string | undefined;
  heightPx?: number | undefined;
  /** Why nothing may be changed now. */
  disabledReason: string | null;
};

const HEIGHT_PX = 288;

/** User ids as they are pasted, with line numbers. Nothing is rewritten in it; a text file can be dropped on it. */
export function UserIdsBox({
  text,
  onChange,
  findMark,
  isWrong,
  area,
  limit,
  between = "blanks and new lines",
  heightPx = HEIGHT_PX,
  disabledReason,
}: UserIdsBoxProps) {
  const id = useId();
  const [scrolledPx, setScrolled] = useState(0);
  const [isOver, setOver] = useState(false);
  const isTooLong = text.length > limit;

  const drop = (event: DragEvent) => {
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    if (disabledReason === null) void file.text().then((added) => onChange(joined(text, added)));
  };
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        User ids
      </label>
      <div
        className={cn(
          "flex overflow-hidden rounded-md border border-input bg-card focus-within:border-ring focus-within:outline-2 focus-within:outline-ring",
          isOver && "border-ring bg-primary-soft",
        )}
        style={{ height: heightPx }}
      >
        <IdGutter lines={countLines(text)} scrolledPx={scrolledPx} heightPx={heightPx} findMark={findMark} />
        <textarea
          ref={area}
          id={id}
          data-slot="textarea"
          wrap="off"
          spellCheck={false}
          autoComplete="off"
          value={text}
          readOnly={disabledReason !== null}
          aria-invalid={isWrong || undefined}
          aria-describedby={`${id}-note ${id}-count`}
          placeholder={"48213\n48214-2\n48290_renewal"}
          className="min-w-0 flex-1 resize-none bg-transparent px-2.5 py-2 font-mono text-sm outline-none placeholder:text-subtle-foreground read-only:text-muted-foreground"
          style={{ lineHeight: `${LINE_PX}px` }}
          onDragOver={(event) => {
            if (!event.dataTransfer.types.includes("Files")) return;
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <div className="flex justify-between gap-4 text-xs text-muted-foreground">
        <span id={`${id}-note`} className="min-w-0">
          {disabledReason ??
            `Split on ${between}. Text after - or _ is ignored (10001-2 becomes 10001). Duplicates are removed.`}
        </span>
        <span id={`${id}-count`} className={cn("num", isTooLong && "font-medium text-danger-fg")}>
          {text.length.toLocaleString("en-US")} / {limit.toLocaleString("en-US")} characters
        </span>
      </div>
    </div>
  );
}

const joined = (text: string, added: string): string =>
  text === "" || text.endsWith("\n") ? text + added : `${text}\n${added}`;

function countLines(text: string): number {
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return lines;
}
