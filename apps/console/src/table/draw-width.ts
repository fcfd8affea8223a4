/** Draws the edge of a head to another width until the pointer is let go; tells how wide it is then, in pixels. */
export function drawWidth(edge: HTMLElement, startX: number, onResize: (px: number) => void): void {
  const head = edge.closest("th");
  if (head === null) return;
  const startPx = head.offsetWidth;
  const widthAt = (x: number) => startPx + x - startX;
  const follow = ({ clientX }: PointerEvent) => {
    head.style.width = `${widthAt(clientX)}px`;
  };
  const end = ({ clientX }: PointerEvent) => {
    edge.removeEventListener("pointermove", follow);
    if (clientX !== startX) onResize(widthAt(clientX));
  };
  edge.addEventListener("pointermove", follow);
  edge.addEventListener("pointerup", end, { once: true });
}
