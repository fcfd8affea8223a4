import type { RouterInputs } from "@countinghouse/api";
import { ROLES } from "@countinghouse/validators/roles";
import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { FactorDemandsSection } from "./factor-demands-section.tsx";

const hold = (demanded: readonly string[]) =>
  mockTrpc.query("factors.demands", () =>
    ROLES.map((role) => ({
      role,
      isDemanded: demanded.includes(role),
      version: demanded.includes(role) ? 1 : 0,
      updatedAt: null,
      updatedBy: null,
      without: 2,
    })),
  );

beforeEach(() => {
  signIn();
  mockTrpc.query("admins.me", () => ADMIN);
  mockTrpc.query("admins.ownFactors", () => ({ factors: [], recoveryCodes: 0, isDemanded: false }));
  hold([]);
});

it("makes a role need a second factor from the version that was read, and one's own not before one has one", async () => {
  const sent: RouterInputs["factors"]["setDemand"][] = [];
  mockTrpc.mutation("factors.setDemand", ({ input }) => {
    sent.push(input);
    hold(["EMPLOYEE"]);
    return { role: input.role, isDemanded: true, version: 1, message: "The setting was saved." };
  });
  const { user } = renderPage(<FactorDemandsSection />, { at: "/admin/settings" });
  const own = await screen.findByRole("switch", { name: "SUPERADMIN" });
  await waitFor(() => expect(own.getAttribute("aria-disabled")).toBe("true"));
  expect(screen.getByText("Add a second factor of your own under Profile first.")).toBeTruthy();
  const employees = screen.getByRole("switch", { name: "EMPLOYEE" });
  await user.click(employees);
  await waitFor(() => expect(employees.getAttribute("aria-checked")).toBe("true"));
  expect(sent).toMatchObject([{ role: "EMPLOYEE", isDemanded: true, version: 0 }]);
});
