import { CODE_LENGTH } from "@countinghouse/validators/auth/rules";
import { OTPInput, REGEXP_ONLY_DIGITS, type SlotProps } from "input-otp";
import type { Ref } from "react";
import { cn } from "@/lib/cn.ts";

type CodeInputProps = {
  ref: Ref<HTMLInputElement>;
  value: string;
  isInvalid: boolean;
  isBusy: boolean;
  onChange: (value: string) => void;
  onComplete: (code: string) => void;
};

/** One field that looks like a box for each digit. What is pasted may have spaces and dashes in it. */
export const CodeInput = ({ ref, value, isInvalid, isBusy, onChange, onComplete }: CodeInputProps) => (
  <>
    {/* Finding this id, input-otp adds no <style> of its own; its rules are in index.css. */}
    <span id="input-otp-style" hidden />
    <OTPInput
      ref={ref}
      value={value}
      onChange={onChange}
      onComplete={onComplete}
      maxLength={CODE_LENGTH}
      pattern={REGEXP_ONLY_DIGITS}
      pasteTransformer={(pasted) => pasted.replace(/\D/g, "")}
      noScriptCSSFallback={null}
      pushPasswordManagerStrategy="none"
      autoComplete="one-time-code"
      readOnly={isBusy}
      aria-label="One-time code"
      aria-invalid={isInvalid || undefined}
      containerClassName="group/code"
      render={({ slots }) => (
        <div className="flex gap-2">
          {slots.map((slot, index) => (
            <Digit key={index} isInvalid={isInvalid} {...slot} />
          ))}
        </div>
      )}
    />
  </>
);

const Digit = ({ char, isActive, hasFakeCaret, isInvalid }: SlotProps & { isInvalid: boolean }) => (
  <div
    className={cn(
      "grid h-11 flex-1 place-items-center rounded-md border bg-card font-mono text-lg",
      isInvalid ? "border-danger" : "border-input",
      isActive && "outline-2 outline-ring",
    )}
  >
    {char}
    {hasFakeCaret && <div aria-hidden className="h-5 w-px animate-pulse bg-foreground" />}
  </div>
);
