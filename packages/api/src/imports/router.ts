import {
  ChangeImport,
  GetImport,
  PlanImport,
  StartImport,
  UndoImport,
} from "@countinghouse/validators/import/job-schemas";
import { can, router } from "../trpc.ts";
import { getImport, listImports } from "./list.ts";
import { discardImport, pauseImport, planImport, resumeImport, startImport } from "./steps.ts";
import { stepUndo } from "./undo-steps.ts";

export const importsRouter = router({
  list: can("imports.manage").query(({ ctx }) => listImports(ctx)),
  get: can("imports.manage")
    .input(GetImport)
    .query(({ ctx, input }) => getImport(ctx, input)),
  plan: can("imports.manage")
    .input(PlanImport)
    .mutation(({ ctx, input }) => planImport(ctx, input)),
  start: can("imports.manage")
    .input(StartImport)
    .mutation(({ ctx, input }) => startImport(ctx, input)),
  pause: can("imports.manage")
    .input(ChangeImport)
    .mutation(({ ctx, input }) => pauseImport(ctx, input)),
  resume: can("imports.manage")
    .input(ChangeImport)
    .mutation(({ ctx, input }) => resumeImport(ctx, input)),
  discard: can("imports.manage")
    .input(ChangeImport)
    .mutation(({ ctx, input }) => discardImport(ctx, input)),
  undo: can("imports.manage")
    .input(UndoImport)
    .mutation(({ ctx, input }) => stepUndo(ctx, input)),
});
