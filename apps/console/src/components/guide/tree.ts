/** A chapter of the guide as the page shows it; made of markdown when the console is built. */
export interface Chapter {
  title: string;
  /** The paths of the pages it is about. */
  pages: string[];
  blocks: Block[];
}

export type Block =
  | { kind: "heading"; level: number; id: string; text: Inline[] }
  | { kind: "paragraph"; text: Inline[] }
  | { kind: "list"; ordered: boolean; items: Item[] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "picture"; file: string; alt: string };

export interface Item {
  /** Whether it can be ticked off, as on a checklist. */
  task: boolean;
  blocks: Block[];
}

export type Inline =
  | string
  | { kind: "label"; text: string }
  | { kind: "code"; text: string }
  | { kind: "link"; to: string; text: Inline[] };

/** What is known of a chapter without loading it. */
export interface Summary {
  title: string;
  pages: string[];
  /** Its parts, and what somebody may look for by: the messages that a part explains, the words of the glossary. */
  parts: { id: string; title: string; words: string[] }[];
  /** The chapters it lists, heading by heading; the contents alone list any. */
  lists: { heading: string; chapters: string[] }[];
}
