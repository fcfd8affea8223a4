/** What S3 tells in one answer. */
const AT_MOST = 1_000;

interface Listed {
  readonly bytes: Buffer;
  readonly storedAt: Date;
}

/**
 * The answer to ListObjectsV2: the keys with this prefix in their order, a thousand at a time. The token that leads to
 * the rest is the last key told.
 */
export function listingXml(
  objects: ReadonlyMap<string, Listed>,
  { bucket, prefix, after }: { bucket: string; prefix: string; after: string },
): string {
  const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const listed = found.slice(0, AT_MOST);
  const isTruncated = found.length > listed.length;
  const contents = listed.map((key) => {
    const { bytes, storedAt } = objects.get(key) as Listed;
    return `<Contents><Key>${escaped(key)}</Key><LastModified>${storedAt.toISOString()}</LastModified><Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
  });
  const next = isTruncated
    ? `<NextContinuationToken>${escaped(listed.at(-1) ?? "")}</NextContinuationToken>`
    : "";
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${escaped(prefix)}</Prefix><KeyCount>${listed.length}</KeyCount><MaxKeys>${AT_MOST}</MaxKeys><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
