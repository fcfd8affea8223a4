import { useCallback, useEffect, useRef, useState } from "react";
import { BOT_CHALLENGE_URL } from "@/api/api-url.ts";
import { FieldNotes } from "@/form/field.tsx";
import { cn } from "@/lib/cn.ts";

/** The widget brings its own, which are neither those of the page around it nor those of its dark. */
const OUR_COLOURS =
  "[--altcha-border-color:var(--input)] [--altcha-color-base-content:var(--card-foreground)] [--altcha-color-base:var(--card)] [--altcha-color-success-content:var(--card)] [--altcha-color-success:var(--success-fg)]";

type BotCheckProps = {
  error: string | undefined;
  /** Called with the solved challenge, and with "" once it has expired or failed. */
  onChange: (payload: string) => void;
  /** Called when no challenge can be solved here. */
  onFail: () => void;
};

/** Solves a challenge of our own server in the background, as soon as it is shown. Its solution works once. */
export function BotCheck({ error, onChange, onFail }: BotCheckProps) {
  const [loading, setLoading] = useState<"pending" | "ready" | "failed">("pending");
  const latest = useRef({ onChange, onFail });
  useEffect(() => {
    latest.current = { onChange, onFail };
  });

  useEffect(() => {
    let isShown = true;
    const settle = (next: "ready" | "failed") => isShown && setLoading(next);
    import("./altcha.ts").then(
      () => settle("ready"),
      () => {
        settle("failed");
        latest.current.onFail();
      },
    );
    return () => {
      isShown = false;
    };
  }, []);

  const listen = useCallback((widget: HTMLElement) => {
    const report = (event: Event) => {
      const { payload } = (event as CustomEvent<{ payload?: string | null }>).detail;
      latest.current.onChange(payload ?? "");
    };
    widget.addEventListener("statechange", report);
    return () => widget.removeEventListener("statechange", report);
  }, []);

  return (
    <div data-slot="bot-check" className={cn("grid min-h-12 gap-1.5", OUR_COLOURS)}>
      {loading === "ready" && <altcha-widget ref={listen} auto="onload" challenge={BOT_CHALLENGE_URL} />}
      <FieldNotes
        noteId={undefined}
        errorId={undefined}
        note={undefined}
        error={
          loading === "failed"
            ? "The check that you are not a robot could not be loaded. Reload the page."
            : error
        }
      />
    </div>
  );
}
