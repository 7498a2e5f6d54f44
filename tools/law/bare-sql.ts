import type { CodeFields } from './bare-codes.ts';

const NUMBER = String.raw`'?(-?\d+)'?(?![\w.]|\s*\*)`;
const COMPARES = String.raw`(?:<=|>=|<>|!=|=|<|>|\bis\s+(?:not\s+)?distinct\s+from\b|\b(?:not\s+)?in\b)`;
/** `state = 3`, `set state = 3`, `state in (3, 4)`. */
const COMPARISON = new RegExp(String.raw`\b([a-z_]+)\s*${COMPARES}\s*\(?\s*${NUMBER}`, 'giu');
/** `coalesce(state, 3)`. */
const COALESCE = new RegExp(String.raw`\bcoalesce\(\s*(?:\w+\.)?([a-z_]+)\s*,\s*${NUMBER}`, 'giu');
/** `state = case when ... then 3`, up to the end of the case. */
const CASE_ASSIGNMENT = /\b([a-z_]+)\s*=\s*case\b(.*?)\bend\b/gisu;
const BRANCH = new RegExp(String.raw`\b(?:then|else)\s+${NUMBER}`, 'giu');
/** `insert into t (id, state) values (7, 3)`, also with a select. */
const INSERT = /\binsert\s+into\s+\w+(?:\s+as\s+\w+)?\s*\(([^()]*)\)\s*(?:values\s*\(|select\b)(.*)/isu;

/** Comparisons and assignments of a statement that contain a number instead of a code's name. */
export const bareInSql = (text: string, fields: CodeFields): readonly string[] => {
  if (!/[a-z_]/iu.test(text)) return [];
  const isCode = (column: string, value: string): boolean => fields.get(camelCase(column))?.has(value) === true;
  const found = [COMPARISON, COALESCE].flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(([match, column = '', value = '']) => (isCode(column, value) ? [match] : [])),
  );
  for (const [, column = '', branches = ''] of text.matchAll(CASE_ASSIGNMENT))
    for (const [match, value = ''] of branches.matchAll(BRANCH)) if (isCode(column, value)) found.push(`${column} = case ... ${match}`);
  const [, columns = '', valuesText = ''] = INSERT.exec(text) ?? [];
  const values = itemsOf(valuesText);
  for (const [index, column] of columns.split(',').entries()) {
    const value = values[index]?.trim() ?? '';
    if (isCode(column.trim(), value.replaceAll("'", ''))) found.push(`${column.trim()}: ${value}`);
  }
  return found;
};

/** The items of a list up to its end; a pair of brackets stays in one item. */
const itemsOf = (text: string): readonly string[] => {
  const items = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0) break;
    if (letter === ',' && depth === 0) items.push('');
    else items[items.length - 1] += letter;
  }
  return items.map((item) => item.replace(/\bfrom\b.*/isu, ''));
};

const camelCase = (column: string): string => column.replaceAll(/_(\w)/gu, (_whole, letter: string) => letter.toUpperCase());
