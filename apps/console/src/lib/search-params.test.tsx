import { screen } from "@testing-library/react";
import fc from "fast-check";
import { expect, it } from "vitest";
import { address, renderPage } from "@/test/render-page.tsx";
import {
  booleanParam,
  changedQuery,
  createParser,
  integerParam,
  listOfParam,
  oneOfParam,
  textParam,
  useParams,
} from "./search-params.ts";

const SCHEMA = {
  q: textParam.withDefault(""),
  page: integerParam.withDefault(1),
  on: booleanParam,
  days: oneOfParam([30, 60, 90]),
  tags: listOfParam(["dnf", "external"]).withDefault([]),
};

it("what is written is read again, whatever the text, and so by every browser", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 10_000 }), (q, page) => {
      const query = changedQuery(SCHEMA, "", { q, page });
      expect(new URLSearchParams(query).get("q") ?? "").toBe(q);
      expect(new URL(`https://console.test/a${query}#b`).searchParams.get("page")).toBe(String(page));
    }),
  );
});

it("a default and null are not written, and what is not of the schema stays", () => {
  expect(changedQuery(SCHEMA, "?id=7&q=x&page=3", { q: "", page: null })).toBe("?id=7");
  expect(changedQuery(SCHEMA, "?tags=dnf", { tags: [] })).toBe("");
  expect(changedQuery(SCHEMA, "", { tags: ["dnf", "external"], days: 60, on: false })).toBe(
    "?on=false&days=60&tags=dnf,external",
  );
  expect(changedQuery(SCHEMA, "?page=2", { q: undefined })).toBe("?page=2");
});

it("a former name in a stored link is read as the value of today, which is written", () => {
  const status = oneOfParam(["Unreadable"], { "Can not be read": "Unreadable" });
  expect([status.parse("Can not be read"), status.parse("Unreadable"), status.parse("Other")]).toEqual([
    "Unreadable",
    "Unreadable",
    null,
  ]);
});

const ids = createParser({ parse: (text) => (text === "none" ? null : text.length), serialize: String });
const READ = { ...SCHEMA, ids };

function Reader() {
  const [values, set] = useParams(READ);
  return (
    <>
      <output>{JSON.stringify(values)}</output>
      <button type="button" onClick={() => set({ page: 2 }, { history: "push" })}>
        next
      </button>
      <button
        type="button"
        onClick={() => {
          set({ q: "a" });
          set({ on: true });
        }}
      >
        both
      </button>
    </>
  );
}

it("what is not of its kind counts as not there", async () => {
  renderPage(<Reader />, { at: "/admin/users?page=x&on=maybe&days=45&tags=dnf,nobody&ids=none" });
  expect(JSON.parse((await screen.findByRole("status")).textContent ?? "")).toEqual({
    q: "",
    page: 1,
    on: null,
    days: null,
    tags: ["dnf"],
    ids: null,
  });
});

it("two changes at once both hold, the state of the history entry stays, and Back leads to before a pushed one", async () => {
  const { user } = renderPage(<Reader />, { at: "/admin/users?id=7" });
  window.history.replaceState({ kept: 1 }, "", "/admin/users?id=7#section");
  await user.click(screen.getByRole("button", { name: "both" }));
  expect(address()).toBe("/admin/users?id=7&q=a&on=true#section");
  expect(window.history.state).toEqual({ kept: 1 });
  const before = window.history.length;
  await user.click(screen.getByRole("button", { name: "next" }));
  await expect.poll(() => screen.getByRole("status").textContent).toContain('"page":2');
  expect(window.history.length).toBe(before + 1);
});
