import { setupServer } from "msw/node";
import { mockTrpc } from "./trpc-msw.ts";

/** What answers in place of the network. A test may lay handlers of its own over it. */
export const server = setupServer(mockTrpc.handler);
