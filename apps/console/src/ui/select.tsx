import { CSPProvider } from "@base-ui/react/csp-provider";
import { Select as BaseSelect } from "@base-ui/react/select";
import { CheckIcon, ChevronsUpDownIcon } from "lucide-react";
import type * as React from "react";
import { cn } from "@/lib/cn.ts";
import { inputClass } from "./input.tsx";
import { menuItemClass, menuPopupClass } from "./popover.tsx";

export type SelectOption<Value extends string> = {
  value: Value;
  label: string;
  disabled?: boolean;
};

type SelectProps<Value extends string> = {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string | undefined;
  /** What is said before the chosen option, where the option alone does not say of what it is. */
  prefix?: string | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
  ref?: React.Ref<HTMLButtonElement> | undefined;
} & Pick<
  React.ComponentProps<"button">,
  "id" | "onBlur" | "aria-label" | "aria-invalid" | "aria-describedby"
>;

export function Select<Value extends string>({
  options,
  value,
  onChange,
  placeholder = "Select…",
  prefix,
  disabled,
  className,
  ...trigger
}: SelectProps<Value>) {
  return (
    <BaseSelect.Root<Value>
      items={options}
      value={value}
      disabled={disabled}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <BaseSelect.Trigger
        data-slot="select-trigger"
        className={cn(
          inputClass,
          "flex h-(--control-h) items-center justify-between gap-2 text-left data-disabled:cursor-not-allowed data-disabled:bg-muted data-disabled:text-muted-foreground",
          className,
        )}
        {...trigger}
      >
        <span className="truncate">
          {value !== null && prefix}
          <BaseSelect.Value className="data-placeholder:text-subtle-foreground" placeholder={placeholder} />
        </span>
        <BaseSelect.Icon>
          <ChevronsUpDownIcon aria-hidden className="size-3.5 text-muted-foreground" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <CSPProvider disableStyleElements>
        <BaseSelect.Portal>
          <BaseSelect.Positioner
            className="z-overlay"
            sideOffset={4}
            align="start"
            alignItemWithTrigger={false}
          >
            <BaseSelect.Popup
              data-slot="select-popup"
              className={cn(menuPopupClass, "max-h-(--available-height) overflow-y-auto")}
            >
              {/* As wide as the field at least, the popup's padding and border aside. */}
              <BaseSelect.List className="min-w-[calc(var(--anchor-width)-0.625rem)]">
                {options.map((option) => (
                  <BaseSelect.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled}
                    className={cn(menuItemClass, "pr-2 pl-7")}
                  >
                    <BaseSelect.ItemIndicator className="absolute left-2">
                      <CheckIcon aria-hidden className="size-3.5" />
                    </BaseSelect.ItemIndicator>
                    <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </CSPProvider>
    </BaseSelect.Root>
  );
}
