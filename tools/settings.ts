// npm run tool -- settings writes docs/settings.md and .env.example from the settings in the code.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { exampleFile, settingsPage } from "../apps/server/src/settings/documents.ts";

const ROOT = join(import.meta.dirname, "..");
const FILES = { "docs/settings.md": settingsPage(), ".env.example": exampleFile() };
for (const [path, text] of Object.entries(FILES)) writeFileSync(join(ROOT, path), text);
console.log(`Written: ${Object.keys(FILES).join(", ")}.`);
