import { useWorkNews } from "@/live/feed.ts";

/** Beside the entry of what waits: how many items there are, as it changes. Nothing while there are none, or it is not known. */
export function WorkCount() {
  const news = useWorkNews();
  if (!news || news.waiting === 0) return null;
  const { waiting, mine } = news;
  return (
    <span
      title={`${waiting.toLocaleString("en-US")} wait, ${mine.toLocaleString("en-US")} of them for you`}
      className="num ml-auto text-xs text-muted-foreground @max-[8rem]/sidebar:sr-only"
    >
      {waiting.toLocaleString("en-US")}
      <span className="sr-only"> wait</span>
    </span>
  );
}
