import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst } from "vitest/node";

/** A node of the syntax tree, of which only what is asked for here is known. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

/** What a field is read as; null where nothing is said of it, as of an enum or of what lies in JSON. */
export type FieldType =
  | "string"
  | "number"
  | "boolean"
  | "bigint"
  | "Date"
  | "Uint8Array"
  | "Buffer"
  | "array"
  | null;

/** The fields of a row as its type names them. `isOpen`: it has others besides, which the generated models type. */
export interface RowType {
  fields: Map<string, FieldType>;
  isOpen: boolean;
}

export interface Module {
  path: string;
  source: string;
  program: Node;
}

const WORDS: Record<string, FieldType> = {
  TSStringKeyword: "string",
  TSNumberKeyword: "number",
  TSBooleanKeyword: "boolean",
  TSBigIntKeyword: "bigint",
  TSArrayType: "array",
};
const OBJECTS = new Set<unknown>(["Date", "Uint8Array", "Buffer"]);
const GENERATED = new Set(["SelectedRow", "JsonRow"]);

const PARSED_AS = { lang: "ts", astType: "ts" } as const;

/** A file as its syntax tree. */
export function parseModule(path: string): Module {
  const source = readFileSync(path, "utf8");
  return { path, source, program: parseAst(source, PARSED_AS) as unknown as Node };
}

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** All nodes under one, itself too. */
export function* nodesUnder(node: Node): Generator<Node> {
  yield node;
  for (const part of Object.values(node)) {
    for (const each of Array.isArray(part) ? part : [part]) if (isNode(each)) yield* nodesUnder(each);
  }
}

/** The fields of a row's type; null for one that names none. Throws for a type that it cannot follow. */
export function readRowType(node: Node, module: Module): RowType | null {
  if (node.type === "TSArrayType") return readRowType(node.elementType as Node, module);
  if (node.type === "TSTypeLiteral") return readMembers(node.members as Node[]);
  if (node.type === "TSObjectKeyword") return null;
  if (node.type === "TSIntersectionType") {
    const parts = (node.types as Node[]).flatMap((each) => readRowType(each, module) ?? []);
    return parts.length === 0 ? null : merged(parts);
  }
  if (node.type !== "TSTypeReference")
    throw new Error(`${module.path}: a row's type cannot be ${node.type}.`);
  return namedType(nodeName(node.typeName), node, module);
}

/** A type as it is referred to, with its arguments. */
function namedType(name: string, reference: Node, module: Module): RowType | null {
  const args = (reference.typeArguments as Node | null)?.params as Node[] | undefined;
  if (name === "Record") return null;
  if (GENERATED.has(name)) return { fields: new Map(), isOpen: true };
  if (name === "Omit" || name === "Pick") {
    const [whole, keys] = args as [Node, Node];
    const named = literalKeys(keys);
    const row = readRowType(whole, module);
    if (row === null) return null;
    const fields = [...row.fields].filter(([field]) => named.has(field) === (name === "Pick"));
    return { ...row, fields: new Map(fields) };
  }
  return declaredType(name, module);
}

function declaredType(name: string, module: Module): RowType | null {
  for (const node of nodesUnder(module.program)) {
    if (nodeName(node.id) !== name) continue;
    if (node.type === "TSTypeAliasDeclaration") return readRowType(node.typeAnnotation as Node, module);
    if (node.type !== "TSInterfaceDeclaration") continue;
    const parents = (node.extends as Node[]).flatMap(
      (parent) => namedType(nodeName(parent.expression), parent, module) ?? [],
    );
    return merged([...parents, readMembers((node.body as Node).body as Node[])]);
  }
  const from = (module.program.body as Node[]).find(
    (node) =>
      node.type === "ImportDeclaration" &&
      (node.specifiers as Node[]).some(({ local }) => nodeName(local) === name),
  );
  if (from === undefined) throw new Error(`${module.path}: the row type ${name} is declared nowhere.`);
  const source = String((from.source as Node).value);
  if (!source.startsWith(".")) throw new Error(`${module.path}: the row type ${name} is of another package.`);
  return declaredType(name, parseModule(join(dirname(module.path), source)));
}

const readMembers = (members: readonly Node[]): RowType => ({
  isOpen: false,
  fields: new Map(
    members.map(({ key, typeAnnotation }) => [
      nodeName(key),
      readFieldType((typeAnnotation as Node).typeAnnotation as Node),
    ]),
  ),
});

const merged = (parts: readonly RowType[]): RowType => ({
  fields: new Map(parts.flatMap(({ fields }) => [...fields])),
  isOpen: parts.some(({ isOpen }) => isOpen),
});

function readFieldType(node: Node): FieldType {
  if (node.type === "TSUnionType") {
    const types = new Set(
      (node.types as Node[]).filter(({ type }) => type !== "TSNullKeyword").map(readFieldType),
    );
    return types.size === 1 ? ([...types][0] ?? null) : null;
  }
  if (node.type === "TSLiteralType") return typeof (node.literal as Node).value as FieldType;
  const name = nodeName(node.typeName);
  if (node.type === "TSTypeReference" && OBJECTS.has(name)) return name as FieldType;
  return WORDS[node.type] ?? null;
}

function literalKeys(node: Node): Set<string> {
  const parts = node.type === "TSUnionType" ? (node.types as Node[]) : [node];
  return new Set(parts.map(({ literal }) => String((literal as Node).value)));
}

function nodeName(node: unknown): string {
  if (!isNode(node)) return "";
  const name = node.name ?? node.value;
  return typeof name === "string" ? name : "";
}
