import type { AppRouter } from "@countinghouse/api";
import { QueryClient } from "@tanstack/react-query";
import { createTRPCReact, httpBatchLink, type TRPCLink } from "@trpc/react-query";
import superjson from "superjson";
import { readToken } from "@/lib/session.ts";
import { TRPC_URL } from "./api-url.ts";
import { isRetriable } from "./errors.ts";
import { renewSession } from "./renew-session.ts";

export const trpc = createTRPCReact<AppRouter>();

/** The links of the console. Queries travel as POST, so that nothing personal is in a URL or an access log. */
export const makeLinks = (url = TRPC_URL): TRPCLink<AppRouter>[] => [
  renewSession(url),
  httpBatchLink<AppRouter>({
    url,
    transformer: superjson,
    methodOverride: "POST",
    maxItems: 10,
    headers: bearer,
    fetch: (input, init) => fetch(input, { ...init, credentials: "include" }),
  }),
];

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && isRetriable(error) },
      // A change is never sent a second time by itself: its first answer may only have been lost.
      mutations: { retry: false, networkMode: "always" },
    },
  });

/** The header a request of the signed-in admin carries. */
export const bearer = (): Record<string, string> => {
  const token = readToken();
  return token === null ? {} : { authorization: `Bearer ${token}` };
};
