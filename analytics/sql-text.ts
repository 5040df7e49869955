/** Comments, quoted pieces (strings, names, dollar quotes), white space, then words and single characters. */
const TOKENS =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<quoted>[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<space>\s+)|(?<word>[\w$]+)|[\s\S]/g;

const WORD = /[\w$]/;

const PARAMETER = /^\$([A-Za-z_]\w*)$/;
const PARAMETERS = /(?<![\w$])\$([A-Za-z_]\w*)(?:\s*::\s*(\w+(?:\s*\([\d\s,]+\))?(?:\s*\[\])?))?/g;

/** The SQL without comments and without white space but where it parts two words: the same for the same statement. */
export function essence(sql: string): string {
  let text = '';
  let apart = false;
  for (const { 0: token, groups } of sql.matchAll(TOKENS)) {
    if (groups?.comment !== undefined || groups?.space !== undefined) {
      apart = true;
      continue;
    }
    if (apart && WORD.test(text.at(-1) ?? '') && WORD.test(token[0]!)) text += ' ';
    text += token;
    apart = false;
  }
  return text;
}

/** A statement in pieces: what stands before, between and behind its parameters, and their names in order. */
export type SqlPieces = { texts: readonly string[]; names: readonly string[] };

/** Parts a statement at its `$name` parameters; those in comments and quotes are text. */
export function sqlPieces(sql: string): SqlPieces {
  const texts = [''];
  const names: string[] = [];
  for (const { 0: token, groups } of sql.matchAll(TOKENS)) {
    const name = groups?.word?.match(PARAMETER)?.[1];
    if (name === undefined) {
      texts[texts.length - 1] += token;
      continue;
    }
    names.push(name);
    texts.push('');
  }
  return { texts, names };
}

/** A statement's `$name::type` parameters: their types by name, in lower case; `varchar` where none is written. */
export function parameterTypes(sql: string): Map<string, string> {
  const types = new Map<string, string>();
  let code = '';
  for (const { 0: token, groups } of sql.matchAll(TOKENS)) {
    code += groups?.comment !== undefined || groups?.quoted !== undefined ? ' ' : token;
  }
  for (const [, name, type] of code.matchAll(PARAMETERS)) {
    if (type) types.set(name!, type.replaceAll(/\s/g, '').toLowerCase());
    else if (!types.has(name!)) types.set(name!, 'varchar');
  }
  return types;
}
