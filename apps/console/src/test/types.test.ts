import type { RouterInputs, RouterOutputs } from "@countinghouse/api";
import type { CreateNote } from "@countinghouse/validators/notes/schemas";
import type { FieldPath } from "react-hook-form";
import { describe, expectTypeOf, it } from "vitest";
import type { z } from "zod";
import type { useZodForm } from "@/form/form-shell.ts";
import type { mockTrpc } from "./trpc-msw.ts";

// The compiler checks these with all other types: each fails where a name changes on one side alone.

type IsAny<T> = 0 extends 1 & T ? true : false;
type Domain = keyof RouterInputs;
/** The procedures that take or give something of which the compiler knows nothing. */
type Untyped = {
  [D in Domain]: {
    [Name in keyof RouterInputs[D] & keyof RouterOutputs[D] & string]: true extends
      | IsAny<RouterInputs[D][Name]>
      | IsAny<RouterOutputs[D][Name]>
      ? `${D}.${Name}`
      : never;
  }[keyof RouterInputs[D] & keyof RouterOutputs[D] & string];
}[Domain];

type Mocked = typeof mockTrpc.query<"users.list">;
type Answering = Parameters<Mocked>[1];

describe("a name that is changed in a validator or in an answer stops", () => {
  it("whoever calls any procedure: none of them takes or gives what the compiler does not know", () => {
    expectTypeOf<Untyped>().toBeNever();
    expectTypeOf<Domain>()
      .extract<"users" | "payments" | "notes">()
      .toEqualTypeOf<"users" | "payments" | "notes">();
  });

  it("the procedure: it takes what the validator takes, under the same names", () => {
    expectTypeOf<RouterInputs["notes"]["create"]>().toExtend<z.input<typeof CreateNote>>();
    expectTypeOf<keyof z.input<typeof CreateNote>>().toExtend<keyof RouterInputs["notes"]["create"]>();
  });

  it("the form: its fields are those of the validator", () => {
    type Form = ReturnType<typeof useZodForm<z.input<typeof CreateNote>, CreateNote>>;
    expectTypeOf<Parameters<Form["register"]>[0]>().toEqualTypeOf<FieldPath<z.input<typeof CreateNote>>>();
    expectTypeOf<Parameters<Form["register"]>[0]>().toEqualTypeOf<"userId" | "note">();
  });

  it("the page: it reads what the procedure gives", () => {
    expectTypeOf<RouterOutputs["users"]["list"]>().toHaveProperty("recordsPerPage").toBeNumber();
    expectTypeOf<RouterOutputs["users"]["list"]>().not.toHaveProperty("totalRecord");
  });

  it("the mocks of tests: they know the paths, take what the procedure takes and give what it gives", () => {
    expectTypeOf<Parameters<typeof mockTrpc.query>[0]>()
      .extract<"users.list">()
      .toEqualTypeOf<"users.list">();
    expectTypeOf<Parameters<typeof mockTrpc.query>[0]>()
      .extract<"users.lists" | "notes.create">()
      .toBeNever();
    expectTypeOf<Parameters<Answering>[0]["input"]>().toEqualTypeOf<RouterInputs["users"]["list"]>();
    expectTypeOf<Awaited<ReturnType<Answering>>>().toEqualTypeOf<RouterOutputs["users"]["list"]>();
  });
});
