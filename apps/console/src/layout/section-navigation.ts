/** Moves to the section after or before the one at the top of the screen. */
export function goToSection(step: 1 | -1): void {
  const sections = [...document.querySelectorAll<HTMLElement>("[data-section]")];
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  const current = sections.findLastIndex((section) => section.getBoundingClientRect().top <= top + 4);
  const target = sections[Math.max(0, current + step)];
  target?.scrollIntoView();
  target?.querySelector("h2")?.focus({ preventScroll: true });
}
