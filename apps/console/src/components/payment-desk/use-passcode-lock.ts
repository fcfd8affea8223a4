import { needsPasscode, type PaymentMode } from "@countinghouse/validators/payments/kinds";
import { useEffect, useState } from "react";
import type { ErrorDetails } from "@/api/errors.ts";

type Lock = { reason: string; seconds: number };

/** After too many wrong passcodes nothing that asks for one is sent before the time the server named. */
export function usePasscodeLock() {
  const [lock, setLock] = useState<Lock | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLock(null), (lock?.seconds ?? 0) * 1_000);
    return () => clearTimeout(timer);
  }, [lock]);
  return {
    lockFor: ({ message, facts }: ErrorDetails) =>
      setLock({ reason: message, seconds: Number(facts.retryAfterSeconds) || 60 }),
    whyNot: (mode: PaymentMode): string | null => (needsPasscode(mode) ? (lock?.reason ?? null) : null),
  };
}
