import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { TRPCClientError } from "@trpc/client";
import { expect, it, vi } from "vitest";
import { QuerySection, type SectionQuery } from "./query-section.tsx";
import { Section, UsualHeights } from "./section.tsx";

type Notes = { notes: string[] };

const query = (facts: Partial<SectionQuery<Notes>>): SectionQuery<Notes> => ({
  data: undefined,
  error: null,
  isFetching: false,
  fetchStatus: "idle",
  refetch: () => undefined,
  ...facts,
});

const notesSection = (facts: Partial<SectionQuery<Notes>>, failure?: string) => (
  <QuerySection
    id="notes"
    title="Notes"
    query={query(facts)}
    count={({ notes }) => notes.length}
    empty={{ title: "No Notes Found", when: ({ notes }) => notes.length === 0 }}
    failure={failure}
  >
    {({ notes }) => notes.join(", ")}
  </QuerySection>
);

const renderNotes = (facts: Partial<SectionQuery<Notes>>, failure?: string) =>
  render(notesSection(facts, failure));

const section = () => screen.getByRole("region", { name: "Notes" });

function refusal(code: string, message: string) {
  const data = { code, correlationId: "c-1" };
  return TRPCClientError.from({ error: { message, code: -32000, data } });
}

it("shows what was loaded, and how much of it", () => {
  renderNotes({ data: { notes: ["called", "paid"] } });
  expect(section().textContent).toContain("called, paid");
  expect(screen.getByText("2")).toBeTruthy();
});

it("says in the product's words that there is nothing", () => {
  renderNotes({ data: { notes: [] } });
  expect(screen.getByText("No Notes Found")).toBeTruthy();
});

it("waits its turn without claiming to load or to be empty", () => {
  renderNotes({});
  expect(section().dataset.state).toBe("idle");
  expect(section().getAttribute("aria-busy")).toBeNull();
  expect(screen.queryByText("No Notes Found")).toBeNull();
});

it("shows nothing at first while it loads, and a skeleton once the wait is noticed", async () => {
  renderNotes({ fetchStatus: "fetching", isFetching: true });
  expect(section().getAttribute("aria-busy")).toBe("true");
  expect(section().querySelector("[data-slot=skeleton]")).toBeNull();
  await expect.poll(() => section().querySelector("[data-slot=skeleton]")).toBeTruthy();
});

it("keeps the place it usually takes, from before its turn until it is there", () => {
  const kept = () => {
    const style = section().querySelector<HTMLElement>("header + div")?.style;
    return style?.minHeight || style?.getPropertyValue("--usual");
  };
  const place = (facts: Partial<SectionQuery<Notes>>) => (
    <UsualHeights value={{ notes: 146 }}>{notesSection(facts)}</UsualHeights>
  );
  const { rerender } = render(place({}));
  expect(kept()).toBe("6.25rem");
  rerender(place({ fetchStatus: "fetching", isFetching: true }));
  expect(kept()).toBe("6.25rem");
  rerender(place({ data: { notes: ["called"] } }));
  expect(kept()).toBe("");
});

it("never says that a panel is empty when it failed, and loads again on Retry", async () => {
  const refetch = vi.fn<() => void>();
  renderNotes(
    { error: refusal("INTERNAL_SERVER_ERROR", "Something went wrong"), refetch },
    "Couldn't Fetch Notes",
  );
  expect(screen.getByRole("alert").textContent).toContain("Couldn't Fetch Notes");
  expect(screen.queryByText("No Notes Found")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(refetch).toHaveBeenCalledOnce();
});

it("says who may see what this role may not", () => {
  renderNotes({ error: refusal("FORBIDDEN", "Only SUPERADMIN can do this.") });
  expect(section().dataset.state).toBe("forbidden");
  expect(screen.getByText("Only SUPERADMIN can do this.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

it("keeps the old rows in sight while they are fetched again", () => {
  renderNotes({ data: { notes: ["called"] }, isFetching: true, fetchStatus: "fetching" });
  expect(screen.getByText("called")).toBeTruthy();
  expect(screen.getByRole("status", { name: "Refreshing" })).toBeTruthy();
});

it("fails alone when its content breaks", () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Broken = () => {
    throw new Error("broken");
  };
  render(
    <>
      <Section id="a" title="Broken">
        <Broken />
      </Section>
      <Section id="b" title="Notes">
        still here
      </Section>
    </>,
  );
  expect(screen.getByRole("alert").textContent).toContain("Something went wrong");
  expect(section().textContent).toContain("still here");
});

it("copies the correlation id with the details of a failure", async () => {
  const user = userEvent.setup();
  renderNotes({ error: refusal("INTERNAL_SERVER_ERROR", "Something went wrong") });
  await user.click(screen.getByRole("button", { name: "Copy details" }));
  expect(await screen.findByRole("button", { name: "Copied" })).toBeTruthy();
  expect(await navigator.clipboard.readText()).toContain("Correlation id: c-1");
});
