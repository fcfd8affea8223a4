import type { ReactNode } from "react";
import { useLocation } from "wouter";
import { openShortcutSheet, TOP_BAR_ID } from "@/lib/overlay.ts";
import {
  DENSITIES,
  type Density,
  setPreferences,
  THEMES,
  type Theme,
  usePreferences,
} from "@/lib/preferences.ts";
import { paths } from "@/paths.ts";
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from "@/ui/dropdown-menu.tsx";
import { Kbd } from "@/ui/kbd.tsx";
import { takeFocus } from "@/ui/take-focus.ts";
import { PAGE_TITLES } from "./page-titles.ts";
import type { useAdmin } from "./use-admin.ts";
import { useSignOut } from "./use-sign-out.ts";

type AdminMenuContentProps = {
  admin: ReturnType<typeof useAdmin>["data"];
  triggerClass: string;
  face: ReactNode;
};

export default function AdminMenuContent({ admin, triggerClass, face }: AdminMenuContentProps) {
  const { theme, density, singleKeyShortcuts } = usePreferences();
  const signOut = useSignOut();
  const [, navigate] = useLocation();
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger ref={takeFocus} className={triggerClass}>
        {face}
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-60" container={document.getElementById(TOP_BAR_ID)}>
        {admin && (
          <div className="px-2 py-1.5">
            <p className="truncate font-medium">{admin.fullName}</p>
            <p className="truncate text-xs text-muted-foreground">{admin.email}</p>
            <p className="mt-1 text-2xs font-medium text-muted-foreground">{admin.role}</p>
          </div>
        )}
        <DropdownMenuSeparator />
        <Choice
          label="Theme"
          options={THEMES}
          value={theme}
          onChange={(next: Theme) => setPreferences({ theme: next })}
        />
        <Choice
          label="Density"
          options={DENSITIES}
          value={density}
          onChange={(next: Density) => setPreferences({ density: next })}
        />
        <DropdownMenuSeparator />
        <DropdownMenuCheckboxItem
          checked={singleKeyShortcuts}
          onCheckedChange={(checked) => setPreferences({ singleKeyShortcuts: checked })}
        >
          Single-key shortcuts
        </DropdownMenuCheckboxItem>
        <DropdownMenuItem className="justify-between" onClick={openShortcutSheet}>
          Keyboard shortcuts <Kbd>?</Kbd>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onClick={() => navigate(paths.profile())}>{PAGE_TITLES.profile}</DropdownMenuItem>
        <DropdownMenuItem onClick={signOut}>Logout</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

type ChoiceProps<Value extends string> = {
  label: string;
  options: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
};

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <DropdownMenuGroup>
      <DropdownMenuLabel>{label}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={value} onValueChange={onChange}>
        {options.map((option) => (
          <DropdownMenuRadioItem key={option} value={option} className="capitalize">
            {option}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </DropdownMenuGroup>
  );
}
