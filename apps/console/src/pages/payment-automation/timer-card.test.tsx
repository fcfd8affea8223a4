import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { ADMIN, renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { TimerCard } from "./timer-card.tsx";

type Timer = RouterOutputs["automation"]["timer"];

const off: Timer = { isOn: false, runAt: "09:00", version: 0, setBy: null, next: null, runs: [] };
const on: Timer = {
  isOn: true,
  runAt: "09:00",
  version: 1,
  setBy: "Sofia Alvarez",
  next: { day: "2026-11-24", plannedFor: new Date("2026-11-24T14:00:00Z"), state: "PLANNED" },
  runs: [
    {
      day: "2026-11-23",
      plannedFor: new Date("2026-11-23T14:00:00Z"),
      state: "MISSED",
      message: "The 9:00 AM EST run was missed.",
      decidedBy: null,
      requestedAt: null,
    },
    {
      day: "2026-11-20",
      plannedFor: new Date("2026-11-20T14:00:00Z"),
      state: "RUN",
      message: "",
      decidedBy: null,
      requestedAt: new Date(1),
    },
  ],
};

const open = (timer: Timer, role: "SUPERADMIN" | "ADMIN" | "EMPLOYEE" = "SUPERADMIN") => {
  mockTrpc.query("admins.me", () => ({ ...ADMIN, role }));
  mockTrpc.query("automation.timer", () => timer);
  return renderPage(<TimerCard />);
};

beforeEach(() => signIn());

it("says that payment automation does not run by itself, and has a SUPERADMIN turn it on at a time", async () => {
  const sent: RouterInputs["automation"]["setTimer"][] = [];
  mockTrpc.mutation("automation.setTimer", ({ input }) => {
    sent.push(input);
    return { version: 1, message: "The schedule was saved." };
  });
  const { user } = open(off);
  await screen.findByText("Off. Payment automation does not run on a schedule.");
  await user.click(screen.getByRole("button", { name: "Edit schedule…" }));
  const form = within(await screen.findByRole("dialog", { name: "Schedule" }));
  await user.click(form.getByRole("checkbox", { name: "Run automatically on banking days" }));
  await user.clear(form.getByLabelText("Time (ET)"));
  await user.type(form.getByLabelText("Time (ET)"), "08:30");
  await user.click(form.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toMatchObject([{ isOn: true, runAt: "08:30", version: 0 }]));
});

it("holds the time for whoever is no SUPERADMIN, and the run for whoever may not run it, with the reason", async () => {
  open(on, "EMPLOYEE");
  const held = async (name: string, description: string) =>
    expect(await screen.findByRole("button", { name, description })).toBeTruthy();
  await held("Edit schedule…", "Only SUPERADMIN can do this.");
  await held("Hold", "Only SUPERADMIN or ADMIN can do this.");
  await held("Cancel this run", "Only SUPERADMIN or ADMIN can do this.");
});

it("shows when the next run is, and has it held, cancelled and released", async () => {
  const sent: string[] = [];
  mockTrpc.mutation("automation.decideTimedRun", ({ input }) => {
    sent.push(`${input.decision} ${input.day}`);
    return { state: "HELD", message: "The run is on hold." };
  });
  const { user } = open(on, "ADMIN");
  await screen.findByText("Next: 2026-11-24 09:00:00 ET");
  await user.click(screen.getByRole("button", { name: "Hold" }));
  await waitFor(() => expect(sent).toEqual(["hold 2026-11-24"]));
});

it("says what became of the last runs, with the way to their batch", async () => {
  const { user } = open(on);
  await user.click(await screen.findByText("Last runs: 2"));
  const runs = within(screen.getByRole("list", { name: "Last scheduled runs" }));
  expect(runs.getByText("The 9:00 AM EST run was missed.")).toBeTruthy();
  expect(runs.getByRole("link", { name: "Batch" }).getAttribute("href")).toBe(
    "/admin/payment-automation?batch=1",
  );
});
