/**
 * The `ref` of a trigger whose code came with the press that opens it: the button that was pressed is gone, and where no control
 * has the focus as a menu opens, none gets it back.
 */
export const takeFocus = (trigger: HTMLElement | null): void => trigger?.focus({ preventScroll: true });
