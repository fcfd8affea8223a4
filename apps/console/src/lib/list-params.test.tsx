import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { address, renderPage } from "@/test/render-page.tsx";
import { param, useListParams } from "./list-params.ts";

const PARAMS = {
  q: param.text.withDefault(""),
  sort: param.oneOf(["id", "name"]).withDefault("id"),
  user: param.userId,
};

function List() {
  const { params, change, replace, isChanged, reset, isPrivate } = useListParams(PARAMS, {
    privateText: "q",
  });
  const says = `${JSON.stringify(params)} ${isChanged("q", "user") ? "narrowed" : "whole"}`;
  return (
    <>
      <output>{isPrivate ? `${says} private` : says}</output>
      <button type="button" onClick={() => change({ q: "Maria" })}>
        search
      </button>
      <button type="button" onClick={() => change({ q: "maria@example.com" })}>
        search privately
      </button>
      <button type="button" onClick={() => replace({ sort: "name" })}>
        sort
      </button>
      <button type="button" onClick={() => reset("q", "user")}>
        clear
      </button>
    </>
  );
}

const open = (search: string) => renderPage(<List />, { at: `/admin/users${search}` });

const press = (name: string) => screen.getByRole("button", { name });
const expectShown = (text: string) => expect.poll(() => screen.getByRole("status").textContent).toBe(text);

it("reads the address, and takes what is not of its kind for not there", async () => {
  open("?q=Maria&sort=colour&user=0");
  await expectShown('{"q":"Maria","sort":"id","user":null} narrowed');
});

it("keeps a change in the address, and leaves out what is as it is at first", async () => {
  const { user } = open("?user=7");
  await user.click(press("sort"));
  await expect.poll(address).toBe("/admin/users?user=7&sort=name");
  await user.click(press("search"));
  await expectShown('{"q":"Maria","sort":"name","user":7} narrowed');
  await user.click(press("clear"));
  await expect.poll(address).toBe("/admin/users?sort=name");
  await expectShown('{"q":"","sort":"name","user":null} whole');
});

it("keeps a text that names a person out of the address, and knows it until another is searched for", async () => {
  const { user } = open("?q=Maria&sort=name");
  await user.click(press("search privately"));
  await expectShown('{"q":"maria@example.com","sort":"name","user":null} narrowed private');
  expect(address()).toBe("/admin/users?sort=name");
  await user.click(press("search"));
  await expectShown('{"q":"Maria","sort":"name","user":null} narrowed');
  expect(address()).toContain("q=Maria");
});

it("clears a private text", async () => {
  const { user } = open("");
  await user.click(press("search privately"));
  await expectShown('{"q":"maria@example.com","sort":"id","user":null} narrowed private');
  await user.click(press("clear"));
  await expectShown('{"q":"","sort":"id","user":null} whole');
});
