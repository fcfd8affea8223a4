import { useState } from "react";
import { useNow } from "@/lib/use-now.ts";
import { Alert } from "@/ui/alert.tsx";

/** Says for how long the systems have been asked: nobody knows how much they will tell. */
export function Running() {
  const now = useNow(1_000);
  const [since] = useState(now);
  return (
    <Alert className="mb-4">
      Asking the ledger sheet and the processors…{" "}
      <span className="num">{Math.round((now.getTime() - since.getTime()) / 1_000)} s</span>
    </Alert>
  );
}
