import { act, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { keepReadAsOf } from "@/api/read-as-of.ts";
import { renderPage, signIn } from "@/test/render-page.tsx";
import { ReadAsOf } from "./read-as-of.tsx";

beforeEach(() => signIn());

const answer = (paths: string, said?: string) =>
  act(() =>
    keepReadAsOf({
      url: `http://localhost/trpc/${paths}?batch=1`,
      headers: new Headers(said === undefined ? {} : { "x-read-as-of": said }),
    }),
  );

it("says as of when a report was read from a copy, and nothing once it is read from the database itself", () => {
  renderPage(<ReadAsOf of="funnel.report" />);
  expect(screen.queryByText(/as of/)).toBeNull();
  answer(
    "admins.me,funnel.report",
    "users.list=2026-11-20T16:00:00.000Z, funnel.report=2026-11-20T17:00:00.000Z",
  );
  expect(screen.getByText("Data as of 2026-11-20 12:00:00 ET. Newer changes will follow.")).toBeTruthy();
  answer("users.list");
  expect(screen.getByText(/as of/)).toBeTruthy();
  answer("funnel.report");
  expect(screen.queryByText(/as of/)).toBeNull();
});
