import type { CodeTable, Tone } from '#kit/fields/codes.ts';
import { say } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { DictRefusal } from './dict.labels.ts';
import type { AllDictItems, DictItem } from './dict.ts';
import { dictItemStatus, dictValueType } from './dict.codes.ts';

/** The wire names for the tones of the program's code tables. */
export const colors: Readonly<Record<Tone, string | null>> = {
  plain: null,
  good: 'green',
  busy: 'blue',
  warn: 'orange',
  bad: 'red',
  quiet: 'default',
};

const entry = (value: string, text: string, color: string | null): DictItem => ({ value, text, title: text, label: text, color });

/** The items of a code table in its order. */
export const itemsOf = (table: CodeTable, language: Language): readonly DictItem[] =>
  Object.values(table.items).map((item) => entry(String(item.value), say(item.words, language), colors[item.tone ?? 'plain']));

/** All code tables by their dictionary codes. */
export const allDictItems = (tables: Iterable<CodeTable>, language: Language): AllDictItems =>
  Object.fromEntries([...tables].map((table) => [table.dictCode, itemsOf(table, language)]));

/** A stored item. */
export interface StoredItem {
  readonly itemText: string;
  readonly itemTextTw: string | null;
  readonly itemTextEn: string | null;
  readonly itemValue: string;
  readonly itemColor: string | null;
  readonly status: number;
}

/** The text in a language; without a translation, the Simplified Chinese one. */
export const textIn = (item: Pick<StoredItem, 'itemText' | 'itemTextTw' | 'itemTextEn'>, language: Language): string =>
  ({ zh_CN: item.itemText, zh_TW: item.itemTextTw ?? item.itemText, en_US: item.itemTextEn ?? item.itemText })[language];

export const storedItem = (item: StoredItem, language: Language): DictItem => ({
  ...entry(item.itemValue, textIn(item, language), item.itemColor),
  ...(item.status === dictItemStatus.items.disabled.value && { disabled: true as const }),
});

/** The owner of a row, and whether it is protected. */
export interface DictOwnership {
  readonly tenantId: string | null;
  readonly protected: number;
  readonly builtIn: number;
}

/** Whether a dictionary or an item may be changed: never a protected one, and the platform's own only by the platform. */
export const mayChange = (
  row: DictOwnership,
  request: { readonly isPlatform: boolean; readonly verb: 'edit' | 'delete' },
): Verdict<true, DictRefusal> => {
  if (row.protected === 1 || row.builtIn === 1) return deny(request.verb === 'edit' ? 'dict.noEdit' : 'dict.noDelete');
  if (row.tenantId === null && !request.isPlatform) return deny('dict.platformOwn');
  return allow(true);
};

/** Whether a dictionary can contain an item with this value. */
export const canHoldValue = (
  dict: { readonly type: number; readonly protected: number; readonly builtIn: number },
  value: string,
): Verdict<true, DictRefusal> => {
  if (dict.protected === 1 || dict.builtIn === 1) return deny('dict.noEdit');
  return dict.type === dictValueType.items.number.value && !/^-?\d+(\.\d+)?$/.test(value) ? deny('dict.notANumber') : allow(true);
};
