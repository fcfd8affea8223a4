import { parseCents } from "@countinghouse/validators/money";
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { renderPage } from "@/test/render-page.tsx";
import { CheckboxField } from "./checkbox-field.tsx";
import { DateField } from "./date-field.tsx";
import { useZodForm } from "./form-shell.ts";
import { PhoneField } from "./masked-field.tsx";
import { MoneyField } from "./money-field.tsx";
import { PageForm } from "./page-form.tsx";
import { SelectField } from "./select-field.tsx";
import { TextareaField } from "./text-field.tsx";

const INVALID_AMOUNT = "Enter an amount.";

const Payment = z.object({
  amount: z.string().transform((text, context) => {
    const cents = parseCents(text);
    if (cents !== null) return cents;
    context.addIssue({ code: "custom", message: INVALID_AMOUNT });
    return z.NEVER;
  }),
  phone: z.string(),
  mode: z.string().min(1, "Please Input Mode!"),
  dueOn: z.string(),
  memo: z.string(),
  isExternal: z.boolean(),
});

type PaymentFormProps = {
  onSubmit?: (values: z.output<typeof Payment>) => void;
  disabledReason?: string | null;
};

function PaymentForm({ onSubmit = () => undefined, disabledReason = null }: PaymentFormProps) {
  const form = useZodForm(Payment, {
    amount: "",
    phone: "",
    mode: "",
    dueOn: "",
    memo: "",
    isExternal: false,
  });
  const { control } = form;
  return (
    <PageForm
      form={form}
      title="Payment"
      onSubmit={onSubmit}
      submitting={false}
      submitError={null}
      submitLabel="Pay"
    >
      <MoneyField
        control={control}
        name="amount"
        label="Amount"
        description="At most $10.00"
        disabledReason={disabledReason}
      />
      <PhoneField control={control} name="phone" label="Phone" />
      <SelectField
        control={control}
        name="mode"
        label="Mode"
        options={[
          { value: "cash", label: "CashApp" },
          { value: "zelle", label: "Zelle" },
        ]}
      />
      <DateField control={control} name="dueOn" label="Due" min="2026-11-21" />
      <TextareaField control={control} name="memo" label="Memo" />
      <CheckboxField control={control} name="isExternal" label="Is External" />
    </PageForm>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

it("writes an amount out when the field is left", async () => {
  const { user } = renderPage(<PaymentForm />);
  await user.type(field("Amount"), "1234.5");
  expect(field("Amount").value).toBe("1234.5");
  await user.tab();
  expect(field("Amount").value).toBe("1,234.50");
});

it.each(["-20", "1e3", "1.234,56", "12,34", "١٢"])(
  "never rewrites a pasted %s, and says that it is no amount",
  async (text) => {
    const { user } = renderPage(<PaymentForm />);
    await user.click(field("Amount"));
    await user.paste(text);
    await user.tab();
    expect(field("Amount").value).toBe(text);
    expect(await screen.findByText(INVALID_AMOUNT)).toBeTruthy();
    expect(field("Amount").getAttribute("aria-invalid")).toBe("true");
  },
);

it("says at once of a paste with three decimals why it is no amount", async () => {
  const { user } = renderPage(<PaymentForm />);
  await user.click(field("Amount"));
  await user.paste("10.129");
  expect(field("Amount").value).toBe("10.129");
  expect(await screen.findByText(INVALID_AMOUNT)).toBeTruthy();
});

it("takes no third decimal that is typed", async () => {
  const { user } = renderPage(<PaymentForm />);
  await user.type(field("Amount"), "10.129");
  expect(field("Amount").value).toBe("10.12");
});

it("takes an amount pasted with its dollar sign and commas", async () => {
  const onSubmit = vi.fn<(values: z.output<typeof Payment>) => void>();
  const { user } = renderPage(<PaymentForm onSubmit={onSubmit} />);
  await user.click(field("Amount"));
  await user.paste(" $1,234.50 ");
  await user.click(screen.getByRole("combobox", { name: "Mode" }));
  await user.click(await screen.findByRole("option", { name: "Zelle" }));
  await user.click(screen.getByRole("button", { name: "Pay" }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ amount: 123_450, mode: "zelle" });
});

it("describes a field by its limit and by its error", async () => {
  const { user } = renderPage(<PaymentForm />);
  await user.click(field("Amount"));
  await user.tab();
  await screen.findByText(INVALID_AMOUNT);
  const described = (field("Amount").getAttribute("aria-describedby") ?? "").split(" ");
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    INVALID_AMOUNT,
    "At most $10.00",
  ]);
});

it("says why a field may not be changed, and lets it be read", async () => {
  const { user } = renderPage(<PaymentForm disabledReason="The offer has expired." />);
  await user.type(field("Amount"), "5");
  expect(field("Amount").value).toBe("");
  expect(document.activeElement).toBe(field("Amount"));
  expect(screen.getByText("The offer has expired.")).toBeTruthy();
});

it.each(["+1 (212) 555-0100", "12125550100", "212.555.0100"])(
  "reads a phone pasted as %s",
  async (pasted) => {
    const { user } = renderPage(<PaymentForm />);
    await user.click(field("Phone"));
    await user.paste(pasted);
    await user.tab();
    expect(field("Phone").value).toBe("(212) 555-0100");
  },
);

it("writes a phone in its mask while it is typed, wherever the caret is", async () => {
  const { user } = renderPage(<PaymentForm />);
  await user.type(field("Phone"), "212555014x49");
  expect(field("Phone").value).toBe("(212) 555-0144");
  await user.type(field("Phone"), "{Backspace}", { initialSelectionStart: 6, initialSelectionEnd: 6 });
  expect([field("Phone").value, field("Phone").selectionStart]).toEqual(["(212) 555-0144", 4]);
  await user.keyboard("{Backspace}9");
  expect([field("Phone").value, field("Phone").selectionStart]).toEqual(["(219) 555-0144", 4]);
});

it("leaves a phone alone that it cannot read", async () => {
  const { user } = renderPage(<PaymentForm />);
  await user.click(field("Phone"));
  await user.paste("2125550100999");
  await user.tab();
  expect(field("Phone").value).toBe("2125550100999");
});

it("a box is ticked though the field before it, left empty, would grow an error and push it away", async () => {
  const { user } = renderPage(<PaymentForm />);
  await user.click(field("Amount"));
  for (const target of [screen.getByRole("checkbox"), screen.getByText("Is External")]) {
    await user.pointer({ keys: "[MouseLeft>]", target });
    await act(async () => undefined);
    expect(screen.queryByText(INVALID_AMOUNT)).toBeNull();
    await user.pointer("[/MouseLeft]");
  }
});

it("hands on what was ticked, dated and written", async () => {
  const onSubmit = vi.fn<(values: z.output<typeof Payment>) => void>();
  const { user } = renderPage(<PaymentForm onSubmit={onSubmit} />);
  await user.type(field("Amount"), "1");
  await user.click(screen.getByRole("combobox", { name: "Mode" }));
  await user.click(await screen.findByRole("option", { name: "CashApp" }));
  await user.type(field("Due"), "2026-12-01");
  await user.type(field("Memo"), "weekly");
  await user.click(screen.getByRole("checkbox", { name: "Is External" }));
  await user.click(screen.getByRole("button", { name: "Pay" }));
  await waitFor(() => expect(onSubmit).toHaveBeenCalled());
  expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({
    dueOn: "2026-12-01",
    memo: "weekly",
    isExternal: true,
  });
});

it("shows a date as YYYY-MM-DD, whatever the language of the browser, and takes it from a calendar too", async () => {
  const { user } = renderPage(<PaymentForm />);
  await user.type(field("Due"), "20261201");
  expect([field("Due").type, field("Due").value]).toEqual(["text", "2026-12-01"]);
  const calendar = document.querySelector<HTMLInputElement>("input[type=date]");
  if (calendar === null) throw new Error("There is no calendar.");
  expect([calendar.value, calendar.min]).toEqual(["2026-12-01", "2026-11-21"]);
  const opened = vi.fn<() => void>();
  calendar.showPicker = opened;
  await user.click(screen.getByRole("button", { name: "Choose Due from a calendar" }));
  expect(opened).toHaveBeenCalledOnce();
  fireEvent.change(calendar, { target: { value: "2026-12-24" } });
  expect(field("Due").value).toBe("2026-12-24");
});

it("says that a choice is missing, on the choice", async () => {
  const { user } = renderPage(<PaymentForm />);
  await user.type(field("Amount"), "1");
  await user.click(screen.getByRole("button", { name: "Pay" }));
  expect(await screen.findByText("Please Input Mode!")).toBeTruthy();
  expect(screen.getByRole("combobox", { name: "Mode" }).getAttribute("aria-invalid")).toBe("true");
});
