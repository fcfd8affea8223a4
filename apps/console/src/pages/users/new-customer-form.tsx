import { NewCustomerForm as Schema } from "@countinghouse/validators/new-customers/schemas";
import { useState } from "react";
import { useLocation } from "wouter";
import { trpc } from "@/api/client.ts";
import { PENDING_UNTIL_READ } from "@/api/read-again.ts";
import { useZodForm } from "@/form/form-shell.ts";
import { SheetForm } from "@/form/sheet-form.tsx";
import { TextField } from "@/form/text-field.tsx";
import { makeRequestIds } from "@/lib/request-id.ts";
import { toast } from "@/lib/toast.ts";
import { paths } from "@/paths.ts";

const EMPTY = {
  firstname: "",
  lastname: "",
  companyName: "",
  email: "",
  phone: "",
  ssn: "",
  ein: "",
  currentAddress: "",
  city: "",
  state: "",
  zipcode: "",
};

/** Adds a customer who did not apply on the portal, and opens the customer's page. */
export default function NewCustomerForm({ onClose }: { onClose: () => void }) {
  const [requestIdFor] = useState(() => makeRequestIds());
  const [, navigate] = useLocation();
  const form = useZodForm(Schema, EMPTY);
  const create = trpc.users.create.useMutation({
    onSuccess: ({ id, message }) => {
      toast.success(message);
      // A form without unsaved changes does not stop the navigation.
      form.reset();
      onClose();
      navigate(paths.userDetail({ id }));
    },
    meta: PENDING_UNTIL_READ,
  });
  const field = { control: form.control, disabledReason: create.isPending ? "Saving…" : null };
  return (
    <SheetForm
      form={form}
      title="New customer"
      description="Enter a name or company, and an e-mail address or phone number. You can add the rest later."
      onSubmit={(facts) => create.mutate({ ...facts, requestId: requestIdFor(facts) })}
      submitting={create.isPending}
      submitError={create.error}
      submitLabel="Add customer"
      onClose={onClose}
    >
      <TextField {...field} name="firstname" label="First Name" />
      <TextField {...field} name="lastname" label="Last Name" />
      <TextField {...field} name="companyName" label="Company Name" />
      <TextField {...field} name="email" label="Email" type="email" />
      <TextField {...field} name="phone" label="Phone" type="tel" />
      <TextField {...field} name="ssn" label="SSN" autoComplete="off" inputMode="numeric" />
      <TextField {...field} name="ein" label="EIN Number" autoComplete="off" inputMode="numeric" />
      <TextField {...field} name="currentAddress" label="Address" />
      <TextField {...field} name="city" label="City" />
      <TextField {...field} name="state" label="State" maxLength={2} />
      <TextField {...field} name="zipcode" label="Zip Code" inputMode="numeric" />
    </SheetForm>
  );
}
