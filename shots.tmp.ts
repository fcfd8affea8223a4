import { chromium } from "@playwright/test";
import { browserLaunch } from "./tools/browser.ts";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
const base = process.env.BASE!; const mail = process.env.MAIL!; const sandbox = process.env.SANDBOX!; const password = process.env.PASSWORD!;
const [width, theme, ...rest] = process.argv.slice(2);
const STATE = "/work/shots/state.json";
const browser = await chromium.launch(await browserLaunch());
const context = await browser.newContext({ viewport: { width: Number(width), height: Number(width) < 600 ? 800 : 900 }, colorScheme: theme as "dark", ...(existsSync(STATE) ? { storageState: STATE } : {}) });
const page = await context.newPage();
page.on("pageerror", (e) => console.log("PAGEERROR", String(e).slice(0, 300)));
page.on("console", (m) => m.type() === "error" && console.log("CONSOLE", m.text().slice(0, 200)));
page.setDefaultTimeout(120000);
await page.goto(base + "/admin/users");
const ok = await Promise.race([page.getByRole("heading", { level: 1, name: "Users" }).waitFor().then(() => true), page.getByLabel("Email").waitFor().then(() => false)]);
if (!ok) {
  await page.getByLabel("Email").fill(mail); await page.getByLabel("Password").fill(password);
  await page.waitForFunction(() => (document.querySelector("altcha-widget input[type=checkbox]") as HTMLInputElement)?.checked, undefined, { timeout: 120000 });
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("One-time code").waitFor();
  await new Promise((r) => setTimeout(r, 3000));
  const box = await context.newPage(); await box.goto(sandbox); const text = await box.locator("body").innerText(); await box.close();
  const code = [...text.matchAll(/\b(\d{6})\b/g)][0]![1]!;
  console.log("code", code);
  await page.getByLabel("One-time code").fill(code);
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
}
await context.storageState({ path: STATE });
for (const each of rest) {
  const [path, name, full] = each.split("@");
  await page.goto(base + path);
  await page.locator("h1").first().waitFor();
  await page.waitForTimeout(4000);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.screenshot({ path: `/work/shots/${name}-${width}-${theme}.png`, fullPage: full === "full" });
  console.log(name, "overflow", over);
}
await context.storageState({ path: STATE });
await browser.close();
