import { act, screen, waitFor } from "@testing-library/react";
import { TRPCClientError } from "@trpc/client";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { Link, useLocation } from "wouter";
import { z } from "zod";
import { address, renderPage } from "@/test/render-page.tsx";
import { DialogForm } from "./dialog-form.tsx";
import { useZodForm } from "./form-shell.ts";
import { PageForm } from "./page-form.tsx";
import { SheetForm } from "./sheet-form.tsx";
import { TextField } from "./text-field.tsx";

const Note = z.strictObject({ note: z.string().trim().min(1, "Please Input Note!") });

type Shell = "sheet" | "dialog" | "page";
type Props = {
  onSubmit?: (values: { note: string }) => void;
  submitting?: boolean;
  submitError?: unknown;
  disabledReason?: string | null;
};

function NoteForm({ shell, onClose, ...props }: Props & { shell: Shell; onClose: () => void }) {
  const form = useZodForm(Note, { note: "" });
  const shared = {
    form,
    title: "Create New Note",
    submitLabel: "Create note",
    submitting: false,
    submitError: null,
    onSubmit: () => undefined,
    ...props,
    children: <TextField control={form.control} name="note" label="Note" />,
  };
  if (shell === "sheet") return <SheetForm {...shared} onClose={onClose} />;
  if (shell === "dialog") return <DialogForm {...shared} onClose={onClose} />;
  return <PageForm {...shared} onCancel={onClose} />;
}

function Page({ shell, ...props }: Props & { shell: Shell }) {
  const [open, setOpen] = useState(true);
  const [pathname] = useLocation();
  return (
    <>
      <p>at {pathname}</p>
      <Link href="/admin/user-detail">Elsewhere</Link>
      {open && <NoteForm shell={shell} onClose={() => setOpen(false)} {...props} />}
    </>
  );
}

const isGone = () => waitFor(() => expect(screen.queryByLabelText("Note")).toBeNull());
const asked = () => screen.findByRole("alertdialog", { name: "Discard changes?" });

describe.each<Shell>(["sheet", "dialog", "page"])("a %s form", (shell) => {
  it("hands on what the schema made of the fields", async () => {
    const onSubmit = vi.fn<(values: { note: string }) => void>();
    const { user } = renderPage(<Page shell={shell} onSubmit={onSubmit} />);
    await user.type(await screen.findByLabelText("Note"), "  called  ");
    await user.click(screen.getByRole("button", { name: "Create note" }));
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({ note: "called" });
  });

  it("keeps its buttons under the pointer: what is pressed grows no error of the field that is left", async () => {
    const { user } = renderPage(<Page shell={shell} />);
    const field = await screen.findByLabelText("Note");
    await user.click(field);
    await user.pointer({ keys: "[MouseLeft>]", target: screen.getByRole("button", { name: "Create note" }) });
    await act(async () => undefined);
    expect(screen.queryByText("Please Input Note!")).toBeNull();
    await user.pointer("[/MouseLeft]");
    expect(await screen.findByText("Please Input Note!")).toBeTruthy();
  });

  it("submits once however often it is pressed", async () => {
    const onSubmit = vi.fn<(values: { note: string }) => void>();
    const { user } = renderPage(<Page shell={shell} onSubmit={onSubmit} />);
    await user.type(await screen.findByLabelText("Note"), "called");
    const button = screen.getByRole("button", { name: "Create note" });
    act(() => {
      button.click();
      button.click();
    });
    await waitFor(() => expect(onSubmit).toHaveBeenCalled());
    await act(async () => undefined);
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it("submits once when it is submitted again before it shows that a try is under way", async () => {
    const onSubmit = vi.fn<(values: { note: string }) => void>();
    const { user } = renderPage(<Page shell={shell} onSubmit={onSubmit} />);
    const field = await screen.findByLabelText<HTMLInputElement>("Note");
    await user.type(field, "called");
    const settle = async () => {
      for (let turn = 0; turn < 100; turn++) await Promise.resolve();
    };
    await act(async () => {
      field.form?.requestSubmit();
      await settle();
      expect(onSubmit).toHaveBeenCalledOnce();
      field.form?.requestSubmit();
      await settle();
    });
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it("submits nothing while a try is under way", async () => {
    const onSubmit = vi.fn<(values: { note: string }) => void>();
    const { user } = renderPage(<Page shell={shell} onSubmit={onSubmit} submitting />);
    await user.type(await screen.findByLabelText("Note"), "called{Enter}");
    expect(screen.getByRole("button", { name: "Create note" }).getAttribute("aria-busy")).toBe("true");
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("says on the field what is wrong, and puts the focus there", async () => {
    const onSubmit = vi.fn<(values: { note: string }) => void>();
    const { user } = renderPage(<Page shell={shell} onSubmit={onSubmit} />);
    await user.click(await screen.findByRole("button", { name: "Create note" }));
    expect((await screen.findByRole("alert")).textContent).toBe("Please Input Note!");
    expect(document.activeElement).toBe(screen.getByLabelText("Note"));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("says why it was refused, and puts the server's word on the field it is about", async () => {
    const submitError = TRPCClientError.from({
      error: {
        code: -32000,
        message: "Check what you entered.",
        data: { code: "BAD_REQUEST", correlationId: "c-1", fieldErrors: { note: ["Too rude."] } },
      },
    });
    renderPage(<Page shell={shell} submitError={submitError} />);
    expect(await screen.findByText("Check what you entered.")).toBeTruthy();
    expect(await screen.findByText("Too rude.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Copy details" })).toBeNull();
  });

  it("offers what support needs of a failure that nobody expected", async () => {
    const submitError = TRPCClientError.from({
      error: {
        code: -32603,
        message: "Something went wrong",
        data: { code: "INTERNAL_SERVER_ERROR", correlationId: "c-1" },
      },
    });
    renderPage(<Page shell={shell} submitError={submitError} />);
    expect(await screen.findByRole("button", { name: "Copy details" })).toBeTruthy();
  });

  it("says why it may not be submitted, to the keyboard too", async () => {
    const onSubmit = vi.fn<(values: { note: string }) => void>();
    const reason = "Only SUPERADMIN can do this.";
    const { user } = renderPage(<Page shell={shell} onSubmit={onSubmit} disabledReason={reason} />);
    await user.type(await screen.findByLabelText("Note"), "called");
    const button = screen.getByRole("button", { name: "Create note" });
    expect(document.getElementById(button.getAttribute("aria-describedby") ?? "")?.textContent).toBe(reason);
    button.focus();
    expect(document.activeElement).toBe(button);
    await user.keyboard("{Enter}");
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it("closes at once when nothing was changed", async () => {
    const { user } = renderPage(<Page shell={shell} />);
    await user.click(await screen.findByRole("button", { name: "Cancel" }));
    await isGone();
    expect(screen.queryByRole("alertdialog")).toBeNull();
  });

  it("asks before Cancel loses changes, and keeps them on request", async () => {
    const { user } = renderPage(<Page shell={shell} />);
    await user.type(await screen.findByLabelText("Note"), "called");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await asked();
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(screen.getByLabelText<HTMLInputElement>("Note").value).toBe("called");
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    await asked();
    await user.click(screen.getByRole("button", { name: "Discard" }));
    await isGone();
  });

  it("asks before closing the tab, while there are changes", async () => {
    const { user } = renderPage(<Page shell={shell} />);
    const closing = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    expect(closing()).toBe(false);
    await user.type(await screen.findByLabelText("Note"), "called");
    expect(closing()).toBe(true);
    await user.clear(screen.getByLabelText("Note"));
    expect(closing()).toBe(false);
  });
});

it("asks before Esc loses changes in a sheet", async () => {
  const { user } = renderPage(<Page shell="sheet" />);
  await user.type(await screen.findByLabelText("Note"), "called");
  await user.keyboard("{Escape}");
  await asked();
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(screen.getByLabelText("Note")).toBeTruthy();
});

it("asks before a link leads away from changes, and goes there on Discard", async () => {
  const { user } = renderPage(<Page shell="page" />);
  await user.type(screen.getByLabelText("Note"), "called");
  await user.click(screen.getByRole("link", { name: "Elsewhere" }));
  await asked();
  expect(address()).toBe("/admin/users");
  await user.click(screen.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.getByText("at /admin/user-detail")).toBeTruthy());
});

it("holds the page on Back while there are changes, and goes back on Discard", async () => {
  const { user } = renderPage(<Page shell="page" />, { at: "/admin/before" });
  await user.click(screen.getByRole("link", { name: "Elsewhere" }));
  await user.type(screen.getByLabelText("Note"), "called");
  window.history.back();
  await asked();
  expect(address()).toBe("/admin/user-detail");
  expect(screen.getByText("at /admin/user-detail")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Discard" }));
  expect(await screen.findByText("at /admin/before")).toBeTruthy();
});
