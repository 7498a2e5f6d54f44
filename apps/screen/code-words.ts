import type { Words } from '#kit/fields/words.ts';

interface CodeItems {
  readonly items: Readonly<Record<string, { readonly value: number | string; readonly words: Words }>>;
}

/** The words of a code; undefined for one that the table does not have. */
export const wordsOfCode = ({ items }: CodeItems, value: number): Words | undefined =>
  Object.values(items).find((item) => item.value === value)?.words;
