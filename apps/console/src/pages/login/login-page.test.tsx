import { screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { LoginFrame } from "@/layout/login-frame.tsx";
import { readToken } from "@/lib/session.ts";
import { ADMIN, address, renderPage, tokenFor } from "@/test/render-page.tsx";
import { mockTrpc } from "@/test/trpc-msw.ts";
import LoginPage from "./login-page.tsx";

/** When the widget is done; at once, unless a test says otherwise. */
const solving = vi.hoisted(() => ({ done: Promise.resolve() }));

// happy-dom runs no workers, so the widget's own code cannot solve anything here: it is replaced by one that has.
vi.mock("@/components/sign-in/altcha.ts", () => {
  class SolvedWidget extends HTMLElement {
    connectedCallback() {
      void solving.done.then(() => {
        this.dispatchEvent(
          new CustomEvent("statechange", { detail: { state: "verified", payload: "solved" } }),
        );
      });
    }
  }
  if (!customElements.get("altcha-widget")) customElements.define("altcha-widget", SolvedWidget);
  return {};
});

const CHALLENGE_ID = "7a5cf1e2-8a54-4f0d-8c94-0b9f1ce0a1d1";
const token = tokenFor({ sub: ADMIN.id });

function setUp(at = "/admin/login") {
  return renderPage(
    <LoginFrame>
      <LoginPage />
    </LoginFrame>,
    { at },
  );
}

const acceptCredentials = () => {
  const seen: unknown[] = [];
  mockTrpc.mutation("auth.signIn", ({ input }) => {
    seen.push(input);
    return { challengeId: CHALLENGE_ID, message: "Otp has been sent, please verify", factors: null };
  });
  return seen;
};

const acceptCode = (right = "123456") => {
  const seen: string[] = [];
  mockTrpc.mutation("auth.verifyCode", ({ input }) => {
    seen.push(input.code);
    if (input.code === right) return { token };
    throw mockTrpc.refusal("UNAUTHORIZED", {
      message: "You have provided an invalid credentials, please try again",
    });
  });
  return seen;
};

type User = ReturnType<typeof setUp>["user"];

async function enterCredentials(user: User) {
  await user.type(screen.getByLabelText("Email"), "ada.keller@example.com");
  await user.type(screen.getByLabelText("Password"), "correct horse");
  await waitFor(() => expect(document.querySelector("altcha-widget")).toBeTruthy());
  await user.click(screen.getByRole("button", { name: "Sign in" }));
}

it("sends the credentials with the solved bot check, and then asks for the code", async () => {
  const seen = acceptCredentials();
  const { user } = setUp();
  await enterCredentials(user);
  expect((await screen.findByText("Otp has been sent, please verify")).closest("[role=status]")).toBeTruthy();
  expect(seen).toEqual([{ email: "ada.keller@example.com", password: "correct horse", botCheck: "solved" }]);
  expect(screen.queryByRole("button", { name: "Sign in" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("One-time code"));
});

it("goes on by itself when Sign in was pressed before the bot check was done", async () => {
  let solve: () => void = () => undefined;
  solving.done = new Promise((resolve) => {
    solve = resolve;
  });
  const seen = acceptCredentials();
  const { user } = setUp();
  await enterCredentials(user);
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(seen).toEqual([]);
  solve();
  expect(await screen.findByText("Otp has been sent, please verify")).toBeTruthy();
  expect(seen).toHaveLength(1);
});

it("asks for an e-mail and a password before it sends anything", async () => {
  const seen = acceptCredentials();
  const { user } = setUp();
  await user.click(await screen.findByRole("button", { name: "Sign in" }));
  const email = screen.getByLabelText("Email");
  await waitFor(() => expect(email.getAttribute("aria-invalid")).toBe("true"));
  const described = email.getAttribute("aria-describedby") ?? "";
  expect(document.getElementById(described)?.textContent).not.toBe("");
  expect(seen).toEqual([]);
});

it("says why the credentials were refused, in the form, and solves a new bot check", async () => {
  mockTrpc.mutation("auth.signIn", () => {
    throw mockTrpc.refusal("UNAUTHORIZED", { message: "You have provided an invalid credentials!" });
  });
  const { user } = setUp();
  await enterCredentials(user);
  expect((await screen.findByRole("alert")).textContent).toContain(
    "You have provided an invalid credentials!",
  );
  const seen = acceptCredentials();
  await waitFor(() => expect(document.querySelector("altcha-widget")).toBeTruthy());
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Otp has been sent, please verify")).toBeTruthy();
  expect(seen).toHaveLength(1);
});

it("verifies the code by itself when the last digit is in, and goes to the users list", async () => {
  acceptCredentials();
  const seen = acceptCode();
  const { user } = setUp();
  await enterCredentials(user);
  await user.type(await screen.findByLabelText("One-time code"), "123456");
  await waitFor(() => expect(address()).toBe("/admin/users"));
  expect(seen).toEqual(["123456"]);
  expect(readToken()).toBe(token);
  expect(await screen.findByText("You are successfully logged In!")).toBeTruthy();
});

it("takes a pasted code with a space in it", async () => {
  acceptCredentials();
  const seen = acceptCode();
  const { user } = setUp();
  await enterCredentials(user);
  await user.click(await screen.findByLabelText("One-time code"));
  await user.paste("123 456");
  await waitFor(() => expect(seen).toEqual(["123456"]));
});

it("says that a code is wrong, clears it and keeps the focus there", async () => {
  acceptCredentials();
  acceptCode();
  const { user } = setUp();
  await enterCredentials(user);
  const input = await screen.findByLabelText<HTMLInputElement>("One-time code");
  await user.type(input, "000000");
  expect((await screen.findByRole("alert")).textContent).toBe(
    "You have provided an invalid credentials, please try again",
  );
  await waitFor(() => expect(input.value).toBe(""));
  expect(document.activeElement).toBe(input);
  expect(readToken()).toBeNull();
});

it("returns after sign-in to the page that was asked for", async () => {
  acceptCredentials();
  acceptCode();
  const { user } = setUp("/admin/login?next=%2Fadmin%2Fuser-detail%3Fid%3D7");
  await enterCredentials(user);
  await user.type(await screen.findByLabelText("One-time code"), "123456");
  await waitFor(() => expect(address()).toBe("/admin/user-detail?id=7"));
});

it("goes back to the credentials for another account", async () => {
  acceptCredentials();
  const { user } = setUp();
  await enterCredentials(user);
  await user.click(await screen.findByRole("button", { name: "Use another account" }));
  expect(screen.getByRole("button", { name: "Sign in" })).toBeTruthy();
});

/** Accepts the password of an admin with an authenticator app and a passkey that this browser does not hold. */
function askForFactor(passkey = false) {
  const seen: unknown[] = [];
  mockTrpc.mutation("auth.signIn", () => ({
    challengeId: CHALLENGE_ID,
    message: "",
    factors: { passkey: passkey ? { challenge: "AAAA", rpId: "localhost" } : null, hasApp: true },
  }));
  mockTrpc.mutation("auth.verifyFactor", ({ input }) => {
    seen.push(input);
    if (input.method === "APP" && input.code === "000000")
      throw mockTrpc.refusal("BAD_REQUEST", {
        message: "You have provided an invalid credentials, please try again",
      });
    return { token };
  });
  return seen;
}

it("asks for the code of an authenticator app in place of a mailed one, again when it was wrong", async () => {
  const seen = askForFactor();
  const { user } = setUp();
  await enterCredentials(user);
  expect(await screen.findByText("Enter the current code of your authenticator app.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Resend/ })).toBeNull();
  await user.type(screen.getByLabelText("One-time code"), "000000");
  expect((await screen.findByRole("alert")).textContent).toContain("please try again");
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>("One-time code").value).toBe(""));
  await user.type(screen.getByLabelText("One-time code"), "123456");
  await waitFor(() => expect(address()).toBe("/admin/users"));
  expect(seen).toEqual(
    ["000000", "123456"].map((code) => ({ challengeId: CHALLENGE_ID, method: "APP", code })),
  );
});

it("offers a passkey first, says when it was not used, and takes a recovery code as it was typed", async () => {
  const seen = askForFactor(true);
  const { user } = setUp();
  await enterCredentials(user);
  await user.click(await screen.findByRole("button", { name: "Sign in with your passkey" }));
  expect((await screen.findByRole("alert")).textContent).toContain("The passkey was not used.");
  expect(screen.getByRole("button", { name: "Use an authenticator app" })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Use a recovery code" }));
  expect(screen.queryByRole("alert")).toBeNull();
  await user.type(screen.getByLabelText("Recovery code"), "abcde-fgh");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Enter the ten characters of a recovery code.")).toBeTruthy();
  await user.type(screen.getByLabelText("Recovery code"), "ol");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(address()).toBe("/admin/users"));
  expect(seen).toEqual([{ challengeId: CHALLENGE_ID, method: "RECOVERY", code: "ABCDEFGH01" }]);
});
