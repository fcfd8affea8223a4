import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";

const QUALITY = 0.72;

/** Keeps what a page shows in this file. `painter` is an empty page, in which it is made small. Returns its bytes. */
export async function takePicture(page: Page, file: string, painter: Page): Promise<number> {
  const png = await page.screenshot({ animations: "disabled", caret: "hide" });
  const webp = await painter.evaluate(
    async ({ data, quality }) => {
      const image = await createImageBitmap(await (await fetch(data)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      const made = await canvas.convertToBlob({ type: "image/webp", quality });
      return Array.from(new Uint8Array(await made.arrayBuffer()));
    },
    { data: `data:image/png;base64,${png.toString("base64")}`, quality: QUALITY },
  );
  writeFileSync(file, Buffer.from(webp));
  return webp.length;
}
