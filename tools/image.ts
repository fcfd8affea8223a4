// `npm run tool -- image`: builds the image of deploy/Containerfile without a daemon, over a base that is made here, starts it as
// web and as worker, signs in, and stops it. --base=IMAGE takes another base, which has to be in reach.
import { parseArgs } from "node:util";
import { missingParts } from "../apps/sandbox/src/testing/needs.ts";
import { makeBase } from "./image/base.ts";
import { buildImage } from "./image/build.ts";
import { openBuildah } from "./image/buildah.ts";
import { build } from "./stack/build.ts";

const MOST_BYTES = 300e6;

const { values } = parseArgs({ options: { base: { type: "string" } } });
const missing = missingParts("image");
if (missing.length === 0) process.exitCode = await main();
else {
  console.log(missing.join("\n"));
  process.exitCode = 1;
}

async function main(): Promise<number> {
  const generated = await build(["generate"]);
  if (!generated.ok) throw new Error(generated.output);
  const { tryImage } = await import("./image/try-image.ts");
  const buildah = openBuildah();
  try {
    const base = values.base ?? (await makeBase(buildah));
    console.log(`Base: ${base}`);
    const image = await buildImage(buildah, base);
    const { problems, bytes } = await tryImage(buildah, image);
    if (bytes > MOST_BYTES) problems.push(`It brings ${megabytes(bytes)} beyond its base, more than 300.`);
    for (const problem of problems) console.log(problem);
    console.log(
      `${megabytes(bytes)} beyond the base, signed in through the image, ${problems.length} problems`,
    );
    return problems.length === 0 ? 0 : 1;
  } finally {
    await buildah.remove();
  }
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
