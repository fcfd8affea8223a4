import {
  ArrangeList,
  ChangeView,
  DeleteView,
  OpenListWith,
  SaveView,
} from "@countinghouse/validators/lists/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import {
  arrangeList,
  changeView,
  countViews,
  deleteView,
  keptLists,
  openListWith,
  restoreView,
  saveView,
} from "./service.ts";

export const listsRouter = router({
  kept: can("lists.arrange").query(({ ctx }) => keptLists(ctx)),
  counts: can("lists.arrange").query(({ ctx }) => countViews(ctx)),
  arrange: can("lists.arrange")
    .input(command(ArrangeList))
    .mutation(({ ctx, input }) => arrangeList(ctx, input)),
  openWith: can("lists.arrange")
    .input(command(OpenListWith))
    .mutation(({ ctx, input }) => openListWith(ctx, input)),
  saveView: can("lists.arrange")
    .input(command(SaveView))
    .mutation(({ ctx, input }) => saveView(ctx, input)),
  changeView: can("lists.arrange")
    .input(command(ChangeView))
    .mutation(({ ctx, input }) => changeView(ctx, input)),
  deleteView: can("lists.arrange")
    .input(command(DeleteView))
    .mutation(({ ctx, input }) => deleteView(ctx, input)),
  restoreView: can("lists.arrange")
    .input(command(DeleteView))
    .mutation(({ ctx, input }) => restoreView(ctx, input)),
});
