import { Combobox as BaseCombobox } from "@base-ui/react/combobox";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { CheckIcon, ChevronsUpDownIcon } from "lucide-react";
import { cn } from "@/lib/cn.ts";
import { inputClass } from "./input.tsx";
import { menuItemClass, menuPopupClass } from "./popover.tsx";

type ComboboxProps<Value extends string> = {
  /** What is chosen, for those who cannot see where it stands. */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string;
  searchPlaceholder: string;
  /** When nothing matches what was typed. */
  noMatch: string;
};

/** A select that is searched by typing: for more options than can be looked through. */
export function Combobox<Value extends string>({
  label,
  options,
  value,
  onChange,
  placeholder = "Select…",
  searchPlaceholder,
  noMatch,
}: ComboboxProps<Value>) {
  return (
    <BaseCombobox.Root
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(next) => {
        if (next !== null) onChange(next.value);
      }}
    >
      <BaseCombobox.Trigger
        aria-label={label}
        data-slot="combobox-trigger"
        className={cn(inputClass, "flex h-(--control-h) items-center justify-between gap-2 text-left")}
      >
        <span className="truncate">
          <BaseCombobox.Value placeholder={placeholder} />
        </span>
        <BaseCombobox.Icon>
          <ChevronsUpDownIcon aria-hidden className="size-3.5 text-muted-foreground" />
        </BaseCombobox.Icon>
      </BaseCombobox.Trigger>
      <CSPProvider disableStyleElements>
        <BaseCombobox.Portal>
          <BaseCombobox.Positioner className="z-overlay" align="end" sideOffset={4}>
            <BaseCombobox.Popup
              aria-label={label}
              data-slot="combobox-popup"
              className={cn(menuPopupClass, "w-(--anchor-width) p-0")}
            >
              <div className="border-b p-1.5">
                <BaseCombobox.Input
                  aria-label={searchPlaceholder}
                  placeholder={searchPlaceholder}
                  className={cn(inputClass, "h-(--control-h)")}
                />
              </div>
              <BaseCombobox.Empty className="px-3 py-4 text-center text-sm text-muted-foreground empty:hidden">
                {noMatch}
              </BaseCombobox.Empty>
              <BaseCombobox.List className="max-h-[min(20rem,var(--available-height))] overflow-y-auto overscroll-contain p-1 empty:hidden">
                {(option: { value: Value; label: string }) => (
                  <BaseCombobox.Item
                    key={option.value}
                    value={option}
                    className={cn(menuItemClass, "pr-2 pl-7")}
                  >
                    <BaseCombobox.ItemIndicator className="absolute left-2">
                      <CheckIcon aria-hidden className="size-3.5" />
                    </BaseCombobox.ItemIndicator>
                    {option.label}
                  </BaseCombobox.Item>
                )}
              </BaseCombobox.List>
            </BaseCombobox.Popup>
          </BaseCombobox.Positioner>
        </BaseCombobox.Portal>
      </CSPProvider>
    </BaseCombobox.Root>
  );
}
