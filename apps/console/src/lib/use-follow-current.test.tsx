import { render } from "@testing-library/react";
import { useRef } from "react";
import { expect, it, vi } from "vitest";
import { useFollowCurrent } from "./use-follow-current.ts";

const HEIGHT = 100;
const ROW = 40;

/** Ten rows in a list that is two and a half high. */
function List({ current }: { current: number }) {
  const list = useRef<HTMLDivElement>(null);
  useFollowCurrent(list, String(current));
  return (
    <div ref={list} data-testid="list">
      {Array.from({ length: 10 }, (_, row) => (
        <a key={row} href={`#${row}`} data-row={row} aria-current={row === current ? "location" : undefined}>
          {row}
        </a>
      ))}
    </div>
  );
}

it("scrolls the current entry into sight, as far as it must and no further", () => {
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(function (this: HTMLElement) {
    const row = this.dataset.row;
    if (row === undefined) return new DOMRect(0, 0, 100, HEIGHT);
    return new DOMRect(0, Number(row) * ROW - (this.parentElement?.scrollTop ?? 0), 100, ROW);
  });
  const { rerender, getByTestId } = render(<List current={0} />);
  const scrollTop = () => getByTestId("list").scrollTop;
  expect(scrollTop()).toBe(0);
  rerender(<List current={5} />);
  expect(scrollTop()).toBe(6 * ROW - HEIGHT);
  rerender(<List current={4} />);
  expect(scrollTop()).toBe(6 * ROW - HEIGHT);
  rerender(<List current={1} />);
  expect(scrollTop()).toBe(ROW);
});
