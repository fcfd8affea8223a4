import type { Locator } from "@playwright/test";

/** Counts the clicks of a journey. An entry into a field is no click. */
export function countClicks() {
  const clicks: string[] = [];
  return {
    clicks,
    click: async (control: Locator) => {
      await control.click();
      clicks.push(String(control));
    },
  };
}
