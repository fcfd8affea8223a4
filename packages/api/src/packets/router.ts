import { LinkPacket } from "@countinghouse/validators/packets/schemas";
import { command } from "@countinghouse/validators/request-id";
import { can, router } from "../trpc.ts";
import { linkPacket } from "./packet.ts";

export const packetsRouter = router({
  create: can("packets.create")
    .input(command(LinkPacket))
    .mutation(({ ctx, input }) => linkPacket(ctx, input)),
});
