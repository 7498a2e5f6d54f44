import type { PlainRow } from '../kinds/cell.tsx';
import type { Conflict, DraftField } from './draft.ts';

/** Which value is kept: the one that the form opened with, the current one, or the entered one. */
export type ConflictSide = 'base' | 'theirs' | 'mine';
export const sides: readonly ConflictSide[] = ['base', 'theirs', 'mine'];

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
const isSameValue = (left: unknown, right: unknown): boolean => (isEmpty(left) && isEmpty(right)) || JSON.stringify(left) === JSON.stringify(right);

/** The fields that were changed in the form or by someone else. */
export const changedFields = (fields: readonly DraftField[], { base, theirs, mine }: Conflict): readonly DraftField[] =>
  fields.filter(({ name, field }) => field.secret !== true && !(isSameValue(theirs[name], base[name]) && isSameValue(mine[name], base[name])));

/** Both sides changed the field, to different values. */
export const isContested = ({ name }: DraftField, { base, theirs, mine }: Conflict): boolean =>
  !isSameValue(mine[name], base[name]) && !isSameValue(theirs[name], base[name]) && !isSameValue(theirs[name], mine[name]);

/** The default choice: the entered value, or the other side's value where only that side changed it. */
export const defaultSide = ({ name }: DraftField, { base, mine }: Conflict): ConflictSide =>
  isSameValue(mine[name], base[name]) ? 'theirs' : 'mine';

/** The row that results from the choices. Unchanged fields take their current value; a secret keeps the entered value. */
export const resolvedRow = (fields: readonly DraftField[], conflict: Conflict, choices: Readonly<Record<string, ConflictSide>>): PlainRow =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.field.secret === true ? conflict.mine[field.name] : conflict[choices[field.name] ?? defaultSide(field, conflict)][field.name],
    ]),
  );
