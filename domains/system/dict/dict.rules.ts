import type { CodeTable, Tone } from '#kit/fields/codes.ts';
import { say } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import type { AllDictItems, DictItem } from './dict.ts';

const colors: Readonly<Record<Tone, string | null>> = { plain: null, good: 'green', busy: 'blue', warn: 'orange', bad: 'red', quiet: 'default' };

/** The items of a code table in its own order. */
export const itemsOf = (table: CodeTable, language: Language): readonly DictItem[] =>
  Object.values(table.items).map((item) => {
    const text = say(item.words, language);
    return { value: String(item.value), text, title: text, label: text, color: colors[item.tone ?? 'plain'] };
  });

/** Every code table there is, by its dictionary code. */
export const allDictItems = (tables: Iterable<CodeTable>, language: Language): AllDictItems =>
  Object.fromEntries([...tables].map((table) => [table.dictCode, itemsOf(table, language)]));
