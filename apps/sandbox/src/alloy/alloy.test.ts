import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type Sandbox, startSandbox } from "../index.ts";

let sandbox: Sandbox;
let time = Date.now();
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, now: () => new Date(time) });
});
beforeEach(() => fetch(`${sandbox.origin}/__sandbox/reset`, { method: "POST" }));
afterAll(() => sandbox.close());

test("an evaluation has the shape that Alloy documents", async () => {
  const answer = await evaluation("L-5zKNq7Rw", basic());
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({
    status_code: 201,
    timestamp: expect.any(Number),
    evaluation_token: "L-5zKNq7Rw",
    entity_token: expect.stringMatching(/^P-/),
    application_token: expect.stringMatching(/^A-/),
    summary: {
      result: expect.stringMatching(/^(success|failure)$/),
      tags: expect.any(Array),
      outcome_reasons: [expect.any(String)],
      outcome: expect.any(String),
      services: expect.any(Object),
    },
  });
});

test.each(["", "Basic eDp5", "Bearer invented", "Bearer "])(
  "no call goes through with %j, and the error has Alloy's form",
  async (authorization) => {
    const answer = await evaluation("L-5zKNq7Rw", authorization);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({
      status_code: 401,
      error: {
        minor_code: 4010,
        type: "API Authentication Failure",
        message: expect.any(String),
        details: {},
        error_token: expect.any(String),
      },
      timestamp: expect.any(Number),
      evaluation_token: null,
      entity_token: null,
      application_token: null,
      application_version_id: null,
    });
  },
);

test("token and secret are traded for a bearer token, which is good for an hour", async () => {
  const answer = await askToken(basic(), { grant_type: "client_credentials" });
  const { access_token } = z.object({ access_token: z.string() }).parse(await answer.json());
  expect((await evaluation("L-5zKNq7Rw", `Bearer ${access_token}`)).status).toBe(201);
  time += 3_600_000;
  expect((await evaluation("L-5zKNq7Rw", `Bearer ${access_token}`)).status).toBe(401);
});

test.each([
  ["wrong credentials", "Basic eDp5", { grant_type: "client_credentials" }, 401],
  ["another grant", "", { grant_type: "password" }, 400],
  ["no grant", "", null, 400],
])("no token is given for %s", async (_case, authorization, body, status) => {
  expect((await askToken(authorization || basic(), body)).status).toBe(status);
});

test.each(["L-1", "E-5zKNq7Rw", "L-5zKNq7R!"])("there is no evaluation %s", async (token) => {
  const answer = await evaluation(token, basic());
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ status_code: 404, error: { minor_code: 4040 } });
});

test.each([
  ["L-DeniedSMBHighRiskx1a2b3c", "Denied", ["SMB", "High Risk"]],
  ["L-Approvedx1a2b3c", "Approved", ["Low Risk"]],
  ["L-ManualReviewHighRiskx1a2b", "Manual Review", ["High Risk"]],
])("the token %s spells out what its evaluation says", async (token, outcome, tags) => {
  const answer = await evaluation(token, basic());
  expect(await answer.json()).toMatchObject({ summary: { outcome, tags } });
});

function basic(): string {
  const { token, secret } = sandbox.alloy;
  return `Basic ${Buffer.from(`${token}:${secret}`).toString("base64")}`;
}

function evaluation(token: string, authorization: string): Promise<Response> {
  return fetch(`${sandbox.alloy.baseUrl}/evaluations/${token}`, { headers: { authorization } });
}

function askToken(authorization: string, body: unknown): Promise<Response> {
  return fetch(`${sandbox.alloy.baseUrl}/oauth/bearer`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
