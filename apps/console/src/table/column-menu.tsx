import type { ColumnLayout } from "@countinghouse/validators/lists/schemas";
import { ArrowDownIcon, ArrowUpIcon, Columns3Icon, MinusIcon, PinIcon, PlusIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cn } from "@/lib/cn.ts";
import { Button, buttonVariants } from "@/ui/button.tsx";
import { Checkbox } from "@/ui/checkbox.tsx";
import { Popover, PopoverContent, PopoverTitle, PopoverTrigger } from "@/ui/popover.tsx";
import { takeFocus } from "@/ui/take-focus.ts";
import { type ArrangedColumn, NO_LAYOUT, setWidth } from "./arrangement.ts";
import { findArrangement, setArrangement, useArrangement } from "./arrangements.ts";
import { moveColumn, setHidden, setPinned } from "./change-arrangement.ts";
import { type ColumnMenuProps, columnButtonClass, columnButtonLabel } from "./column-menu-look.ts";
import { measureColumns } from "./use-edges.ts";

/** By how much a press makes a column wider or narrower. */
const WIDTH_STEP_PX = 24;

/** Shows, hides, orders, sizes and pins the columns of a table: each by one press, of the pointer or a key. */
export default function ColumnMenu({ list, label, choices, frame }: ColumnMenuProps) {
  const isArranged = useArrangement(list) !== null;
  const order = choices.map(({ id }) => id);
  const change = (changed: (layout: ColumnLayout) => ColumnLayout) =>
    setArrangement(list, changed(findArrangement(list) ?? NO_LAYOUT));
  const resize = (id: string, byPx: number) => {
    const measured = measureColumns(frame.current);
    change((layout) => setWidth(layout, measured, id, (measured[id] ?? layout.widths[id] ?? 0) + byPx));
  };
  return (
    <Popover defaultOpen>
      <PopoverTrigger
        ref={takeFocus}
        className={cn(buttonVariants({ variant: "ghost", size: "icon-small" }), columnButtonClass)}
        aria-label={columnButtonLabel(label)}
        title="Columns"
      >
        <Columns3Icon aria-hidden />
      </PopoverTrigger>
      <PopoverContent className="grid max-h-[70svh] w-96 max-w-[95vw] gap-1 overflow-y-auto p-2">
        <div className="flex items-center justify-between gap-2 px-1">
          <PopoverTitle>Columns</PopoverTitle>
          <Button
            variant="link"
            size="small"
            disabledReason={isArranged ? null : "Columns are in default order."}
            onClick={() => setArrangement(list, null)}
          >
            Reset
          </Button>
        </div>
        <ul aria-label={columnButtonLabel(label)} className="grid">
          {choices.map((column, index) => (
            <ColumnChoice
              key={column.id}
              column={column}
              isFirst={index === 0}
              isLast={index === choices.length - 1}
              onShow={(isShown) => change((layout) => setHidden(layout, column.id, !isShown))}
              onPin={(isPinned) => change((layout) => setPinned(layout, column.id, isPinned))}
              onMove={(step) => change((layout) => moveColumn(layout, order, column.id, step))}
              onResize={(steps) => resize(column.id, steps * WIDTH_STEP_PX)}
            />
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}

type ColumnChoiceProps = {
  column: ArrangedColumn;
  isFirst: boolean;
  isLast: boolean;
  onShow: (isShown: boolean) => void;
  onPin: (isPinned: boolean) => void;
  onMove: (step: -1 | 1) => void;
  onResize: (steps: -1 | 1) => void;
};

function ColumnChoice({
  column: { title, isHidden, isPinned },
  isFirst,
  isLast,
  onShow,
  onPin,
  onMove,
  onResize,
}: ColumnChoiceProps) {
  const id = useId();
  const whyNotSized = isHidden ? "This column is hidden." : null;
  return (
    <li className="flex min-h-8 items-center gap-1 rounded-sm pl-1 hover:bg-accent">
      <Checkbox id={id} checked={!isHidden} onCheckedChange={onShow} />
      <label htmlFor={id} className="min-w-0 flex-1 truncate py-1 pl-1">
        {title}
      </label>
      <Tool
        label={`Pin ${title}`}
        isPressed={isPinned}
        disabledReason={whyNotSized}
        onClick={() => onPin(!isPinned)}
      >
        <PinIcon aria-hidden className={cn(isPinned && "fill-current text-foreground")} />
      </Tool>
      <Tool label={`Make ${title} narrower`} disabledReason={whyNotSized} onClick={() => onResize(-1)}>
        <MinusIcon aria-hidden />
      </Tool>
      <Tool label={`Make ${title} wider`} disabledReason={whyNotSized} onClick={() => onResize(1)}>
        <PlusIcon aria-hidden />
      </Tool>
      <Tool
        label={`Move ${title} left`}
        disabledReason={isFirst ? "This is the first column." : null}
        onClick={() => onMove(-1)}
      >
        <ArrowUpIcon aria-hidden />
      </Tool>
      <Tool
        label={`Move ${title} right`}
        disabledReason={isLast ? "This is the last column." : null}
        onClick={() => onMove(1)}
      >
        <ArrowDownIcon aria-hidden />
      </Tool>
    </li>
  );
}

type ToolProps = {
  label: string;
  isPressed?: boolean;
  disabledReason: string | null;
  onClick: () => void;
  children: ReactNode;
};

const Tool = ({ label, isPressed, disabledReason, onClick, children }: ToolProps) => (
  <Button
    variant="ghost"
    size="icon-small"
    className="text-muted-foreground"
    aria-label={label}
    aria-pressed={isPressed}
    title={label}
    disabledReason={disabledReason}
    onClick={onClick}
  >
    {children}
  </Button>
);
