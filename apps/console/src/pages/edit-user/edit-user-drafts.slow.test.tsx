import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { ADMIN, address } from "@/test/render-page.tsx";
import { field, openEditPage, renderEditPage, saved, serveEditPage, someForm } from "./testing/edit-page.tsx";

describe("unsaved changes", () => {
  beforeEach(() => sessionStorage.clear());
  const KEY = `draft:edit-user:${ADMIN.id}:10001:7.3`;
  const asked = () => screen.findByRole("alertdialog", { name: "Discard changes?" });

  it("are asked about by Cancel and by closing the tab; without any, Cancel leads back", async () => {
    const { type, press, user } = openEditPage();
    await type("City", "Brooklyn");
    const closing = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    await press("Cancel");
    await asked();
    await user.click(screen.getByRole("button", { name: "Keep editing" }));
    expect(address()).toBe("/admin/edit-user?id=10001");
    await type("City", "New York");
    await press("Cancel");
    await waitFor(() => expect(address()).toBe("/admin/user-detail?id=10001"));
  });

  it("come back after a reload of the same version, without the EIN, and can be discarded", async () => {
    const first = openEditPage();
    await first.type("City", "Brooklyn");
    await first.type("EIN Number", "98-7654321");
    await waitFor(() => expect(sessionStorage.getItem(KEY)).toContain("Brooklyn"));
    expect(sessionStorage.getItem(KEY)).not.toContain("7654321");
    first.unmount();
    const again = renderEditPage();
    expect(await screen.findByText(/^Draft from \d\d:\d\d ET recovered$/)).toBeTruthy();
    expect((await field("City")).value).toBe("Brooklyn");
    expect((await field("EIN Number")).value).toBe("12-3456789");
    await again.press("Discard");
    expect((await field("City")).value).toBe("New York");
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });

  it("of an earlier version do not come back", async () => {
    const first = openEditPage();
    await first.type("City", "Brooklyn");
    await waitFor(() => expect(sessionStorage.getItem(KEY)).toContain("Brooklyn"));
    first.unmount();
    serveEditPage({ role: "EMPLOYEE", form: someForm({ version: 8 }), answer: () => saved() });
    renderEditPage();
    expect((await field("City")).value).toBe("New York");
  });

  it("are none any more once they are saved", async () => {
    const { type, submit, press } = openEditPage();
    await type("City", "Brooklyn");
    await submit();
    await press("Save changes");
    await waitFor(() => expect(address()).toBe("/admin/user-detail?id=10001"));
    await act(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
    expect(sessionStorage.getItem(KEY)).toBeNull();
  });
});
