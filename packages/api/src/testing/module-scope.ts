/** What follows the path of a module whose whole top level is to be read, not only what it exports. */
export const WHOLE_SCOPE = "?scope";

const DECLARED = /^(?:export )?(?:async )?(?:const|function) (\w+)/gm;
const IMPORTED = /^import (?!type)(?:(\w+)(?:, )?)?(?:\{([^}]*)\})? ?from/gm;

/**
 * A plugin of the tests: a module imported with `?scope` exports everything of its top level as `moduleScope`, so that a test
 * reads the statements it builds without their being exported for that.
 */
export const moduleScope = {
  name: "module-scope",
  enforce: "pre" as const,
  transform(code: string, id: string): string | null {
    if (!id.endsWith(WHOLE_SCOPE)) return null;
    const imported = Array.from(code.matchAll(IMPORTED)).flatMap(([, whole, names = ""]) => [
      ...(whole === undefined ? [] : [whole]),
      ...names.split(",").flatMap((name) => {
        const [, local] = /^(?:\w+ as )?(\w+)$/.exec(name.trim()) ?? [];
        return local === undefined ? [] : [local];
      }),
    ]);
    const declared = Array.from(code.matchAll(DECLARED), ([, name = ""]) => name);
    return `${code}\nexport const moduleScope = { ${[...imported, ...new Set(declared)].join(", ")} };\n`;
  },
};
