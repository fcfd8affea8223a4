import { expect, it, vi } from "vitest";
import { deliverToasts, type Toast, toast } from "./toast.ts";

it("keeps what is said before the toaster is there, and then delivers it in order", () => {
  toast.success("first");
  toast.error("second");
  const show = vi.fn<(each: Toast) => void>();
  const stop = deliverToasts(show);
  toast.info("third");
  stop();
  expect(show.mock.calls.map(([each]) => each.message)).toEqual(["first", "second", "third"]);
});
