import type { AppRouter } from "@countinghouse/api";
import { httpSubscriptionLink } from "@trpc/client";
import superjson from "superjson";
import { FetchEventSource } from "./fetch-event-source.ts";

/** Server-sent events, with the token in the header. Loaded with the first subscription. */
export const subscriptionLink = (url: string) =>
  httpSubscriptionLink<AppRouter, typeof FetchEventSource>({
    url,
    transformer: superjson,
    EventSource: FetchEventSource,
  });
