import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";
import { Prisma } from "@countinghouse/db";
import { WHOLE_SCOPE } from "./module-scope.ts";
import {
  isNode,
  type Module,
  type Node,
  nodesUnder,
  parseModule,
  type RowType,
  readRowType,
} from "./row-types.ts";

/** A statement whose rows are read as a type that is written by hand. */
export interface RawStatement {
  /** File, line, and which of its forms. */
  where: string;
  text: string;
  row: RowType;
  /** Who gives the values: Prisma reads a bigint as such, the driver as a text. */
  reader: "prisma" | "driver";
}

/** What stands at the top of a module, of which a test calls what builds statements. */
export type Scope = Record<string, (...given: unknown[]) => { text: string }>;

/** What a statement is built with in its function, by file: each entry is one form of it. */
export type Locals = Record<string, (scope: Scope) => object[]>;

const SOURCE = fileURLToPath(new URL("../", import.meta.url));

/** Finds every call of the API that names the type of the rows of raw SQL, and builds the statement as the call does. */
export async function findRawStatements(locals: Locals): Promise<RawStatement[]> {
  const paths = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/\.test\.ts$|^testing|^read-prepared\.ts$/.test(path),
  );
  const found = paths.toSorted().map(async (path) => {
    const module = parseModule(`${SOURCE}${path}`);
    if (!/\.sql<|\$queryRaw|\.query<|readPrepared</.test(module.source)) return [];
    const { moduleScope } = (await import(`${module.path}${WHOLE_SCOPE}`)) as { moduleScope: Scope };
    const forms = locals[path]?.(moduleScope) ?? [{}];
    return Array.from(nodesUnder(module.program))
      .filter(asksForRows)
      .flatMap((call) => callStatements(call, { module, path, moduleScope, forms }));
  });
  return (await Promise.all(found)).flat();
}

const callee = (node: Node): Node => (node.tag ?? node.callee) as Node;

function asksForRows(node: Node): boolean {
  if (node.type !== "TaggedTemplateExpression" && node.type !== "CallExpression") return false;
  const name = calledName(node);
  return (
    name === "$queryRaw" ||
    ((name === "sql" || name === "query" || name === BY_BOTH) && isNode(node.typeArguments))
  );
}

/** Takes the statement last, and reads it by the driver or by Prisma, whichever it was given. */
const BY_BOTH = "readPrepared";

function calledName(node: Node): unknown {
  const { property, name } = callee(node);
  return isNode(property) ? property.name : name;
}

interface Place {
  module: Module;
  path: string;
  moduleScope: Scope;
  forms: object[];
}

function callStatements(call: Node, { module, path, moduleScope, forms }: Place): RawStatement[] {
  const line = module.source.slice(0, call.start).split("\n").length;
  const [type] = ((call.typeArguments as Node | null)?.params ?? []) as Node[];
  if (type === undefined) throw new Error(`${path}:${line}: the type of the rows is not named.`);
  const row = readRowType(type, module);
  if (row === null) return [];
  const name = calledName(call);
  const readers: RawStatement["reader"][] =
    name === BY_BOTH ? ["prisma", "driver"] : name === "$queryRaw" ? ["prisma"] : ["driver"];
  const place = name === BY_BOTH ? -1 : 0;
  const texts = forms.map((form) => {
    const scope = { ...moduleScope, ...form };
    try {
      return call.type === "CallExpression"
        ? statementText(evaluate((call.arguments as Node[]).at(place) as Node, module, scope))
        : templateText(call.quasi as Node, module, scope);
    } catch (error) {
      throw new Error(`${path}:${line}: say what the statement is built with.`, { cause: error });
    }
  });
  return [...new Set(texts)].flatMap((text, index) =>
    readers.map((reader) => ({
      where: `${path}:${line}${index === 0 ? "" : ` (${index + 1})`}`,
      text,
      row,
      reader,
    })),
  );
}

/** Fragments as they are; whatever else stands in a template of Prisma's is a parameter, known or not. */
function templateText(quasi: Node, module: Module, scope: object): string {
  const strings = (quasi.quasis as Node[]).map(({ value }) => (value as { cooked: string }).cooked);
  const values = (quasi.expressions as Node[]).map((expression) => {
    try {
      const value = evaluate(expression, module, scope);
      return value instanceof Prisma.Sql ? value : null;
    } catch {
      return null;
    }
  });
  return Prisma.sql(strings, ...values).text;
}

const evaluate = (node: Node, { source }: Module, scope: object): unknown =>
  runInNewContext(`(${source.slice(node.start, node.end)})`, { ...scope });

function statementText(statement: unknown): string {
  return typeof statement === "string" ? statement : (statement as { text: string }).text;
}
