import { ListCards, MakeCardPrimary, SetCardStatus } from "@countinghouse/validators/cards/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { listCards, makeCardPrimary, setCardStatus } from "./service.ts";

export const cardsRouter = router({
  list: can("accounts.read")
    .input(ListCards)
    .query(({ ctx, input }) => listCards(ctx, input)),
  setStatus: can("accounts.write")
    .input(command(SetCardStatus))
    .mutation(({ ctx, input }) => setCardStatus(ctx, input)),
  makePrimary: can("accounts.write")
    .input(command(MakeCardPrimary))
    .mutation(({ ctx, input }) => makeCardPrimary(ctx, input)),
});
