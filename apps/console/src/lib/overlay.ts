import { stored } from "./stored.ts";

/** The landmark that the menus of the top bar open in. */
export const TOP_BAR_ID = "top-bar";

type Overlay = "palette" | "shortcuts" | "menu" | null;

/** What the shell has open over the page; anybody may open it, without loading it. */
export const overlay = stored<Overlay>(null);

export const openPalette = () => overlay.set("palette");
export const openShortcutSheet = () => overlay.set("shortcuts");
export const openMenu = () => overlay.set("menu");
export const closeOverlay = () => overlay.set(null);
