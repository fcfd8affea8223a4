import type { RouterOutputs } from "@countinghouse/api";
import {
  APP_CODE_LENGTH,
  type FactorKind,
  FACTOR_TEXTS as TEXT,
} from "@countinghouse/validators/factors/rules";
import { BeginPasskeyForm, ConfirmAppForm, OwnPassword } from "@countinghouse/validators/factors/schemas";
import { useState } from "react";
import { encode } from "uqr";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { DialogForm } from "@/form/dialog-form.tsx";
import { useZodForm } from "@/form/form-shell.ts";
import { TextField } from "@/form/text-field.tsx";
import { makePasskey } from "@/lib/passkeys.ts";
import { newRequestId } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { PasswordField } from "./password-field.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type App = NonNullable<RouterOutputs["admins"]["beginFactor"]["app"]>;

/** Adds a passkey or an authenticator app; with the first one the recovery codes are shown. */
export function AddFactor({ kind, onClose }: { kind: FactorKind; onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const [begun, setBegun] = useState<{ factorId: string; app: App } | null>(null);
  const finish = ({ message, recoveryCodes }: { message: string; recoveryCodes: readonly string[] }) => {
    toast.success(message);
    if (recoveryCodes.length === 0) onClose();
    else setCodes(recoveryCodes);
  };
  if (codes.length > 0) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (kind === "PASSKEY") return <PasskeyForm onAdded={finish} onClose={onClose} />;
  if (begun === null) return <BeginAppForm onBegun={setBegun} onClose={onClose} />;
  return <ConfirmForm {...begun} onAdded={finish} onClose={onClose} />;
}

type AddedProps = {
  onAdded: (added: RouterOutputs["admins"]["confirmApp"]) => void;
  onClose: () => void;
};

function PasskeyForm({ onAdded, onClose }: AddedProps) {
  const form = useZodForm(BeginPasskeyForm, { name: "", current: "" });
  const [refusal, setRefusal] = useState<unknown>(null);
  const confirm = trpc.admins.confirmPasskey.useMutation({
    onSuccess: (added) => {
      form.reset();
      onAdded(added);
    },
    meta: PENDING_UNTIL_READ,
  });
  const begin = trpc.admins.beginFactor.useMutation({ gcTime: 0 });
  const isBusy = begin.isPending || confirm.isPending;
  const add = ({ name, current }: { name: string; current: string }) => {
    setRefusal(null);
    begin.mutate(
      { kind: "PASSKEY", current, requestId: newRequestId() },
      {
        onSuccess: ({ factorId, passkey }) => {
          if (passkey === null) return;
          makePasskey(passkey).then(
            (made) => confirm.mutate({ factorId, name, passkey: made, requestId: newRequestId() }),
            setRefusal,
          );
        },
      },
    );
  };
  return (
    <DialogForm
      form={form}
      title="Add a passkey"
      description="It is stored in your browser or security key and works only with this console."
      onSubmit={add}
      submitting={isBusy}
      submitError={begin.error ?? confirm.error ?? refusal}
      failureMessage={TEXT.passkeyRefused}
      submitLabel="Create passkey"
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label="Name"
        description="A name to recognize it by, such as Work laptop or Blue key."
        disabledReason={isBusy ? "Adding…" : null}
      />
      <PasswordField control={form.control} disabledReason={isBusy ? "Adding…" : null} />
    </DialogForm>
  );
}

type BeginAppFormProps = { onBegun: (begun: { factorId: string; app: App }) => void; onClose: () => void };

function BeginAppForm({ onBegun, onClose }: BeginAppFormProps) {
  const form = useZodForm(OwnPassword, { current: "" });
  const begin = trpc.admins.beginFactor.useMutation({
    gcTime: 0,
    onSuccess: ({ factorId, app }) => {
      form.reset();
      if (app !== null) onBegun({ factorId, app });
    },
  });
  return (
    <DialogForm
      form={form}
      title="Add an authenticator app"
      onSubmit={({ current }) => begin.mutate({ kind: "APP", current, requestId: newRequestId() })}
      submitting={begin.isPending}
      submitError={begin.error}
      submitLabel="Continue"
      onClose={onClose}
    >
      <PasswordField control={form.control} disabledReason={begin.isPending ? "Checking…" : null} />
    </DialogForm>
  );
}

function ConfirmForm({ factorId, app, onAdded, onClose }: AddedProps & { factorId: string; app: App }) {
  const form = useZodForm(ConfirmAppForm, { name: "", code: "" });
  const confirm = trpc.admins.confirmApp.useMutation({
    onSuccess: (added) => {
      form.reset();
      onAdded(added);
    },
    meta: PENDING_UNTIL_READ,
  });
  const disabledReason = confirm.isPending ? "Adding…" : null;
  return (
    <DialogForm
      form={form}
      title="Add an authenticator app"
      description="Scan this with the app, or type the key into it. Then enter the code that it shows."
      onSubmit={(typed) => confirm.mutate({ factorId, ...typed, requestId: newRequestId() })}
      submitting={confirm.isPending}
      submitError={confirm.error}
      submitLabel="Add"
      onClose={onClose}
    >
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={app.address} />
        <p className="grid min-w-0 flex-1 gap-1 text-sm">
          <span className="text-muted-foreground">Key</span>
          <span data-slot="app-key" className="font-mono break-all">
            {app.secret.match(/.{4}/g)?.join(" ")}
          </span>
        </p>
      </div>
      <TextField
        control={form.control}
        name="name"
        label="Name"
        description="A name to recognize it by, such as My phone."
        disabledReason={disabledReason}
      />
      <TextField
        control={form.control}
        name="code"
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={APP_CODE_LENGTH + 1}
        disabledReason={disabledReason}
      />
    </DialogForm>
  );
}

/** Dark on light in both themes: not every camera reads it the other way round. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return (
    <svg
      role="img"
      aria-label="QR code for the authenticator app"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-md bg-white"
    >
      <path d={path} fill="black" />
    </svg>
  );
}
