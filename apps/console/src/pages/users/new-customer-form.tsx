import { NewCustomerForm as Schema } from "@countinghouse/validators/new-customers/schemas";
import { users } from "@countinghouse/validators/users/contract";
import { useLocation } from "wouter";
import { useCommand } from "@/api/use-command.ts";
import { useZodForm } from "@/form/form-shell.ts";
import { SheetForm } from "@/form/sheet-form.tsx";
import { TextField } from "@/form/text-field.tsx";
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
  const [, navigate] = useLocation();
  const form = useZodForm(Schema, EMPTY);
  const create = useCommand(users.create, {
    failure: null,
    onSuccess: ({ id, message }) => {
      toast.success(message);
      // A form without unsaved changes does not stop the navigation.
      form.reset();
      onClose();
      navigate(paths.userDetail({ id }));
    },
    isPendingUntilRead: true,
  });
  const field = { control: form.control, disabledReason: create.isPending ? "Saving…" : null };
  return (
    <SheetForm
      form={form}
      title="New customer"
      description="Enter a name or company, and an e-mail address or phone number. You can add the rest later."
      onSubmit={(facts) => create.mutate(facts)}
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
