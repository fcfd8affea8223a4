import type { RouterOutputs } from "@countinghouse/api";
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { RatesNotice, RunForecast } from "@/components/return-rates/run-rates.tsx";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import { CountedSheet } from "./counted-sheet.tsx";
import { rateFigureKey, readRateFigure } from "./rate-figures.ts";
import { ReturnRates } from "./return-rates.tsx";

type Rates = RouterOutputs["debitControl"]["returnRates"];

const rates = (unauthorised: number, administrative: number, overall: number) => ({
  unauthorised,
  administrative,
  overall,
});

const answer: Rates = {
  from: "2026-09-25",
  to: "2026-11-23",
  sources: [
    { source: "All", counts: { entries: 1_000, ...rates(6, 10, 50) }, rates: rates(0.6, 1, 5) },
    { source: "LP", counts: { entries: 800, ...rates(4, 10, 40) }, rates: rates(0.5, 1.25, 5) },
    { source: "GF", counts: { entries: 200, ...rates(2, 0, 10) }, rates: rates(1, 0, 5) },
  ],
  line: [
    { day: "2026-11-22", ...rates(0.4, 1, 5) },
    { day: "2026-11-23", ...rates(0.6, 1, 5) },
  ],
};

beforeEach(() => signIn());

it("says when the rates were read, and reads them again on demand", async () => {
  mockTrpc.query("debitControl.returnRates", () => answer);
  const { user } = renderPage(<ReturnRates />);
  expect(await screen.findByText(/^Updated \d\d:\d\d ET$/)).toBeTruthy();
  mockTrpc.query("debitControl.returnRates", () => ({ ...answer, to: "2026-11-24" }));
  await user.click(screen.getByRole("button", { name: "Reload the return rates" }));
  expect(await screen.findByText(/2026-09-25 to 2026-11-24 \(ET\)/)).toBeTruthy();
});

it("shows each rate beside its limit, by source, says which is over it, and leads to the returns", async () => {
  mockTrpc.query("debitControl.returnRates", () => answer);
  renderPage(<ReturnRates />);
  const table = within(await screen.findByRole("table", { name: "Return rates" }));
  expect(table.getByRole("columnheader", { name: "Unauthorized limit 0.5 %" })).toBeTruthy();
  expect(table.getByText("1,000")).toBeTruthy();
  expect(table.getAllByText("1.00 %")).toHaveLength(2);
  expect(screen.getByText("Unauthorized returns are over the limit of 0.5 %: 0.60 %.")).toBeTruthy();
  expect(table.getAllByText("over the limit")).toHaveLength(2);
  expect(table.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual(
    answer.sources.flatMap(({ source, counts, rates: of }) =>
      (
        [
          ["entries", `${counts.entries.toLocaleString("en-US")} debits`],
          ["unauthorised", expect.stringContaining(`${of.unauthorised.toFixed(2)} %`)],
          [
            "administrative",
            `${of.administrative.toFixed(2)} % (${counts.administrative} administrative returns)`,
          ],
          ["overall", `${of.overall.toFixed(2)} % (${counts.overall} overall returns)`],
        ] as const
      ).map(([count, text]) => [text, `/admin/chargebacks?counted=${source}.${count}`]),
    ),
  );
});

it("opens what a number counts over the list, row by row, and closes it again", async () => {
  mockTrpc.query("debitControl.returnRates", () => answer);
  mockTrpc.query("debitControl.counted", ({ input }) => {
    expect(input).toMatchObject({ source: "GF", count: "unauthorised", cursor: null });
    return {
      rows: [
        {
          paymentId: "0190c1a0-0000-7000-8000-00000000000a",
          day: "2026-11-20",
          userId: 10_001,
          userName: "Maria Delgado",
          source: "GF",
          amountCents: 12_345,
          code: "R10",
        },
      ],
      nextCursor: null,
    };
  });
  const onClose = vi.fn<() => void>();
  const { user } = renderPage(
    <CountedSheet figure={{ source: "GF", count: "unauthorised" }} onClose={onClose} />,
  );
  const sheet = within(await screen.findByRole("dialog", { name: "GF: unauthorized returns" }));
  expect(await sheet.findByText("Together 2 in the 60 days up to today")).toBeTruthy();
  const row = within(await sheet.findByRole("row", { name: /Maria Delgado/ }));
  expect(row.getByText("Originator not known / not authorized")).toBeTruthy();
  expect(row.getByText("$123.45")).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(onClose).toHaveBeenCalledOnce();
});

it("names each of its numbers in an address, and no other", () => {
  for (const source of ["All", "LP", "GF"] as const)
    for (const count of ["entries", "unauthorised", "administrative", "overall"] as const)
      expect(readRateFigure(rateFigureKey({ source, count }))).toEqual({ source, count });
  expect(["", "All", "All.none", "XX.overall"].map(readRateFigure)).toEqual([null, null, null, null]);
});

it("draws each rate as a line that says in words what it shows, with its numbers by day", async () => {
  mockTrpc.query("debitControl.returnRates", () => answer);
  renderPage(<ReturnRates />);
  expect(
    await screen.findByRole("figure", {
      name: "Unauthorized returns: 0.40 % on 2026-11-22, 0.60 % on 2026-11-23; the limit is 0.5 %.",
    }),
  ).toBeTruthy();
  const days = within(screen.getByRole("table", { name: "Unauthorized by day", hidden: true }));
  expect(days.getAllByRole("rowheader", { hidden: true }).map((day) => day.textContent)).toEqual([
    "2026-11-22",
    "2026-11-23",
  ]);
});

it("that do not load say so, and load on Retry", async () => {
  mockTrpc.query("debitControl.returnRates", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  const { user } = renderPage(<ReturnRates />);
  await screen.findByRole("alert");
  mockTrpc.query("debitControl.returnRates", () => answer);
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("table", { name: "Return rates" })).toBeTruthy();
});

it("that are near a limit are said on the pages from which bank transfers are run, with the way to them", async () => {
  mockTrpc.query("debitControl.returnRates", () => answer);
  renderPage(<RatesNotice />);
  expect(await screen.findByText(/^Unauthorized returns are over the limit of 0.5 %: 0.60 %\./)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Return rates" }).getAttribute("href")).toBe("/admin/chargebacks");
});

it("of a run are forecast before it is confirmed, with a warning where they come near a limit", async () => {
  mockTrpc.query("debitControl.forecast", ({ input }) => {
    expect(input.userIds).toEqual([10_001, 10_002]);
    return { now: rates(0.2, 1, 5), expected: rates(0.45, 1, 5.2) };
  });
  renderPage(<RunForecast userIds={[10_001, 10_002]} />);
  expect(await screen.findByText("0.20 %, expected 0.45 % (limit 0.5 %)")).toBeTruthy();
  expect(
    screen.getByText("With this run: Unauthorized returns are near the limit of 0.5 %: 0.45 %."),
  ).toBeTruthy();
});

it("of a run that can not be forecast say so", async () => {
  mockTrpc.query("debitControl.forecast", () => {
    throw mockTrpc.refusal("INTERNAL_SERVER_ERROR");
  });
  renderPage(<RunForecast userIds={[10_001]} />);
  expect(await screen.findByText("The effect on the return rates could not be calculated.")).toBeTruthy();
});
