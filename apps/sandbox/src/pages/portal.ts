import { html } from "hono/html";
import type { Visit } from "../portal/portal.ts";
import { type Html, time } from "./layout.ts";

/** The portal as an admin sees it in place of a customer. It does nothing by itself: a code is taken once. */
export const actingPage = ({ userId, customer, actAs, expiresAt, returnUrl }: Visit): Html =>
  page(
    `Customer portal of ${customer}`,
    html`
      <p class="card" role="status">
        <strong>${actAs.name}</strong> is acting for <strong>${customer}</strong> (customer ${userId}), read-only, until
        ${time(expiresAt, "short")}.
      </p>
      <p><a href="${returnUrl}">Back to the console</a></p>
    `,
  );

/** What is shown when a link lets nobody in. */
export const refusedPage = (reason: string): Html =>
  page("Customer portal", html`<p class="card" role="alert">${reason}</p>`);

const page = (title: string, content: Html): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} · Sandbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/ui/page.css" />
      </head>
      <body>
        <header><strong>Sandbox</strong></header>
        <main><h1>${title}</h1>${content}</main>
      </body>
    </html>`;
