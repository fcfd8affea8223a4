/** The statements of a migration, each without comments and with one space where there were several; texts stay as they are. */
export function sqlStatements(sql: string): string[] {
  const statements: string[] = [];
  let current = "";
  for (const [piece] of sql.matchAll(PIECE)) {
    if (piece === ";") {
      statements.push(current);
      current = "";
    } else if (!/^(--|\/\*|\s)/.test(piece)) current += piece;
    else if (!current.endsWith(" ")) current += " ";
  }
  return [...statements, current].map((text) => text.trim()).filter(Boolean);
}

/** Comments, quoted texts and names, bodies of functions, and everything else by character. */
const PIECE =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|\s+|[\w.]+|;|[\s\S]/g;
