import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { MissingApiUrl } from "./missing-api-url.tsx";

it("a console that knows no server says: API Url not specified.", () => {
  render(<MissingApiUrl />);
  expect(screen.getByText("API Url not specified.")).toBeTruthy();
});
