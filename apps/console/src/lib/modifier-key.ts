const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Writes a shortcut the way the person's keyboard is labelled: "mod+k" is "⌘K" or "Ctrl K", "mod+enter" "⌘Enter". */
export const keyLabel = (keys: string): string =>
  keys.replace(
    /^mod\+(.)(.*)$/,
    (_, first: string, rest: string) => `${isMac ? "⌘" : "Ctrl "}${first.toUpperCase()}${rest}`,
  );
