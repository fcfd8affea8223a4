import { ADMINS } from "../../packages/db/src/seed/admins.ts";
import type { Stack } from "./stack.ts";

/** What a person needs to know once everything runs. */
export function banner(stack: Stack, { dev }: { dev: boolean }): string {
  const { address, sandboxAddress, adminPassword, passcodes } = stack;
  const lines = [
    "",
    dev
      ? `  Countinghouse's server runs at ${address}; the console's address stands with Vite's lines.`
      : `  Countinghouse runs at ${address}`,
    "",
    ...signIns(adminPassword),
    ...(passcodes ? passcodeLines(passcodes) : []),
    ...(sandboxAddress ? sandboxLines(sandboxAddress) : ["  Codes go out by the mail server you have set."]),
    "",
    "  Ctrl-C stops everything. Your data stays.",
    "",
  ];
  return lines.join("\n");
}

function signIns(password: string | null): string[] {
  if (password === null) return ["  Sign in as one of the staff of this database.", ""];
  const widest = Math.max(...ADMINS.map(({ email }) => email.length));
  return [
    "  Sign in as",
    ...ADMINS.map(
      ({ email, role, fullName }) => `    ${email.padEnd(widest)}  ${role.padEnd(10)}  ${fullName}`,
    ),
    `  with the password  ${password}`,
    "",
  ];
}

const passcodeLines = ({ card, ach }: NonNullable<Stack["passcodes"]>): string[] => [
  `  Money goes out with the passcode  ${card} to a card, ${ach} to a bank account`,
  "",
];

const sandboxLines = (address: string): string[] => [
  `  The sign-in code arrives in the mailbox  ${address}/mail`,
  `  The outside world is a sandbox           ${address}/`,
];
