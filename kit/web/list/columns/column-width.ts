import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { widthOf } from '../../kinds/cell.tsx';
import type { Translate } from '../../language.ts';
import { textWidth } from './text-width.ts';

const CELL_PX = 20;
/** The width that a tag adds to its text: the dot and the padding. */
const TAG_PX = 28;
const SORTER_PX = 18;
const CODE_MAX_PX = 220;
const TITLE_PX = 180;
/** The longest text that counts as short, such as a currency. */
const SHORT_TEXT_MAX = 8;
const SHORT_TEXT_PX = 90;

/** The width of a field's values, in px. For codes it is that of the longest text in the current language. */
export const valuesWidth = (field: Field, { say, isTitle }: { readonly say: Translate; readonly isTitle: boolean }): number => {
  if (isTitle) return TITLE_PX;
  if (field.kind === 'text' && (field.max ?? Infinity) <= SHORT_TEXT_MAX) return SHORT_TEXT_PX;
  if (field.kind !== 'choice') return widthOf(field);
  const items = Object.values(field.codes?.items ?? {});
  const widest = Math.max(...items.map(({ words, tone }) => textWidth(say(words)) + CELL_PX + (tone === undefined ? 0 : TAG_PX)));
  return Math.min(CODE_MAX_PX, Math.ceil(widest));
};

/** The width of a column's header. */
export const headWidth = (title: Words, { say, sortable }: { readonly say: Translate; readonly sortable: boolean }): number =>
  Math.ceil((textWidth(say(title)) * HEAD_PX) / VALUE_PX + CELL_PX + (sortable ? SORTER_PX : 0));
/** Headers have a slightly smaller font than values. */
const [HEAD_PX, VALUE_PX] = [12, 13];
