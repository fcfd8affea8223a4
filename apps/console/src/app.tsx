import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Router } from "wouter";
import { makeLinks, makeQueryClient, trpc } from "./api/client.ts";
import { ToastOutlet } from "./layout/toast-outlet.tsx";
import { exactPaths } from "./lib/exact-paths.ts";
import { followMissingCode } from "./lib/missing-code.ts";
import { leaveSafely } from "./lib/unsaved-changes.ts";
import { Routes } from "./routes.tsx";

type AppProps = { queryClient?: QueryClient };

export function App({ queryClient: given }: AppProps) {
  const [queryClient] = useState(() => given ?? makeQueryClient());
  const [trpcClient] = useState(() => trpc.createClient({ links: makeLinks() }));
  useEffect(() => followMissingCode({ isBusy: () => queryClient.isMutating() > 0 }), [queryClient]);
  return (
    <trpc.Provider client={trpcClient} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <Router
          parser={exactPaths}
          aroundNav={(navigate, to, options) => leaveSafely(() => navigate(to, options))}
        >
          <Routes />
          <ToastOutlet />
        </Router>
      </QueryClientProvider>
    </trpc.Provider>
  );
}
