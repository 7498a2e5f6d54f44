import type { PlainRow } from '../kinds/cell.tsx';
import { textOf } from '../text-of.ts';

const KEY_LETTERS_MAX = 50;

/**
 * Keys for the rows of a page: their values joined, with an id first, cut to a maximum length. Rows with equal cut keys get a hash of their whole
 * content, and rows with equal content their position.
 */
export const rowKeys = (rows: readonly PlainRow[], names: readonly string[]): readonly string[] => {
  const inOrder = [...names.filter((name) => name === 'id'), ...names.filter((name) => name !== 'id')];
  const values = rows.map((row) => inOrder.map((name) => textOf(row[name])));
  const joined = values.map((parts) => parts.join(''));
  const counts = new Map<string, number>();
  return joined.map((text, index) => {
    const cut = text.slice(0, KEY_LETTERS_MAX);
    // A key that was cut may occur on another page as well.
    const isDuplicate = text.length > KEY_LETTERS_MAX || joined.some((other, position) => position !== index && other === text);
    const key = isDuplicate ? `${cut}~${hashOf(JSON.stringify(values[index]))}` : cut;
    const times = counts.get(key) ?? 0;
    counts.set(key, times + 1);
    return times === 0 ? key : `${key}~${times}`;
  });
};

/** FNV-1a, which is short and sufficient to distinguish rows. */
const hashOf = (text: string): string => {
  let hash = 0x811c9dc5;
  for (let position = 0; position < text.length; position += 1) hash = Math.imul(hash ^ text.charCodeAt(position), 0x01000193);
  return (hash >>> 0).toString(36);
};
