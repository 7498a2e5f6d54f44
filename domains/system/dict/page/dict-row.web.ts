import type { Language } from '#kit/fields/words.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import type { dictItem } from '../dict-item.ts';
import { textIn } from '../dict.rules.ts';
import type { dict } from '../dict.ts';

export type DictRow = RowOf<(typeof dict)['fields']>;
export type ItemRow = RowOf<(typeof dictItem)['fields']>;

/** The name in the viewer's language. */
export const dictNameIn = (row: Pick<DictRow, 'dictName' | 'dictNameTw' | 'dictNameEn'>, language: Language): string =>
  textIn({ itemText: row.dictName, itemTextTw: row.dictNameTw, itemTextEn: row.dictNameEn }, language);

/** The dictionary cannot be changed. */
export const isReadOnly = (row: Pick<DictRow, 'protected' | 'builtIn'>): boolean => row.protected === 1 || row.builtIn === 1;
