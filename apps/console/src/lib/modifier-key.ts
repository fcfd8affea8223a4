const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Writes a shortcut the way the person's keyboard is labelled: "mod+k" is "⌘K" or "Ctrl K". */
export const keyLabel = (keys: string): string =>
  keys.replace(/^mod\+(.)$/, (_, key: string) => `${isMac ? "⌘" : "Ctrl "}${key.toUpperCase()}`);
