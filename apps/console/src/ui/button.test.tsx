import { onlineManager, useMutation } from "@tanstack/react-query";
import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { renderPage } from "@/test/render-page.tsx";
import { AlertDialog } from "./alert-dialog.tsx";
import { Button } from "./button.tsx";

afterEach(() => onlineManager.setOnline(true));

/** A control that sends `send`, in the shape that pages use it. */
function Sender({ as, send }: { as: "button" | "question"; send: () => Promise<void> }) {
  const { mutate, isPending } = useMutation({ mutationFn: send });
  if (as === "button")
    return (
      <Button pending={isPending} onClick={() => mutate()}>
        Approve
      </Button>
    );
  return (
    <AlertDialog
      title="Approve it?"
      confirmLabel="Approve"
      pending={isPending}
      onConfirm={() => mutate()}
      onCancel={() => undefined}
    />
  );
}

describe.each(["button", "question"] as const)("a %s", (as) => {
  it("sends once when it is clicked twice before it shows that it is busy", async () => {
    const send = vi.fn<() => Promise<void>>(() => new Promise(() => undefined));
    renderPage(<Sender as={as} send={send} />);
    const button = await screen.findByRole("button", { name: "Approve" });
    await act(async () => {
      button.click();
      await Promise.resolve();
      button.click();
    });
    await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("true"));
    expect(send).toHaveBeenCalledOnce();
  });

  it("sends again on a click after the answer", async () => {
    const send = vi.fn<() => Promise<void>>(async () => undefined);
    const { user } = renderPage(<Sender as={as} send={send} />);
    const button = await screen.findByRole("button", { name: "Approve" });
    for (const times of [1, 2]) {
      await user.click(button);
      await waitFor(() => expect(send).toHaveBeenCalledTimes(times));
      await waitFor(() => expect(button.getAttribute("aria-busy")).toBeNull());
    }
  });
});

describe("an open question, once the browser is offline", () => {
  const open = (worksOffline: boolean) => {
    const onConfirm = vi.fn<() => void>();
    const { user } = renderPage(
      <AlertDialog
        title="Pay it?"
        confirmLabel="Pay"
        worksOffline={worksOffline}
        onConfirm={onConfirm}
        onCancel={() => undefined}
      />,
    );
    act(() => onlineManager.setOnline(false));
    return { onConfirm, user };
  };

  it("says that nothing was sent, and sends nothing", async () => {
    const { onConfirm, user } = open(false);
    const question = within(await screen.findByRole("alertdialog"));
    expect((await question.findByRole("alert")).textContent).toBe("Not sent. You are offline.");
    await user.click(question.getByRole("button", { name: "Pay" }));
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it("stays usable where its answer sends nothing", async () => {
    const { onConfirm, user } = open(true);
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "Pay" }));
    expect(onConfirm).toHaveBeenCalledOnce();
    expect(question.queryByRole("alert")).toBeNull();
  });
});
