import type { AppRouter } from "@countinghouse/api";
import { QueryClient } from "@tanstack/react-query";
import { httpSubscriptionLink } from "@trpc/client";
import { createTRPCReact, httpBatchLink, splitLink, type TRPCLink } from "@trpc/react-query";
import superjson from "superjson";
import { bearer } from "@/lib/session.ts";
import { FetchEventSource } from "@/live/fetch-event-source.ts";
import { TRPC_URL } from "./api-url.ts";
import { isRetriable } from "./errors.ts";
import { makeMutationCache } from "./read-again.ts";
import { keepReadAsOf } from "./read-as-of.ts";
import { renewSession } from "./renew-session.ts";

export const trpc = createTRPCReact<AppRouter>();

/** The first facts of a customer's page wait for no other answer. */
const FIRST: readonly string[] = ["users.get", "loans.position"];

/** The links of the console. */
export const makeLinks = (url = TRPC_URL): TRPCLink<AppRouter>[] => [
  renewSession(url),
  splitLink<AppRouter>({
    condition: ({ type }) => type === "subscription",
    true: httpSubscriptionLink<AppRouter, typeof FetchEventSource>({
      url,
      transformer: superjson,
      EventSource: FetchEventSource,
    }),
    false: splitLink<AppRouter>({
      condition: ({ path }) => FIRST.includes(path),
      true: batchLink(url),
      false: batchLink(url),
    }),
  }),
];

/** Queries travel as POST, so that nothing personal is in a URL or an access log. */
const batchLink = (url: string): TRPCLink<AppRouter> =>
  httpBatchLink<AppRouter>({
    url,
    transformer: superjson,
    methodOverride: "POST",
    maxItems: 10,
    headers: bearer,
    fetch: async (input, init) => {
      const answer = await fetch(input, { ...init, credentials: "include" });
      keepReadAsOf(answer);
      return answer;
    },
  });

/** Twice more what failed only for a moment. Of changes only those that are the same however often they come. */
export const retryTransient = (failures: number, error: unknown): boolean =>
  failures < 2 && isRetriable(error);

export const makeQueryClient = (): QueryClient =>
  new QueryClient({
    mutationCache: makeMutationCache(),
    defaultOptions: {
      queries: { staleTime: 15_000, retry: retryTransient },
      // A change is never sent a second time by itself: its first answer may only have been lost.
      mutations: { retry: false, networkMode: "always" },
    },
  });
