import type { PlainRow } from '../kinds/cell.tsx';
import type { Conflict, DraftField } from './draft.ts';

/** Whose value is kept: as it was when the form was opened, as it is now, or as it was typed here. */
export type ConflictSide = 'base' | 'theirs' | 'mine';
export const sides: readonly ConflictSide[] = ['base', 'theirs', 'mine'];

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
const isSameValue = (left: unknown, right: unknown): boolean => (isEmpty(left) && isEmpty(right)) || JSON.stringify(left) === JSON.stringify(right);

/** The fields that somebody changed, here or there. */
export const changedFields = (fields: readonly DraftField[], { base, theirs, mine }: Conflict): readonly DraftField[] =>
  fields.filter(({ name, field }) => field.secret !== true && !(isSameValue(theirs[name], base[name]) && isSameValue(mine[name], base[name])));

/** Both changed it, and not to the same. */
export const isContested = ({ name }: DraftField, { base, theirs, mine }: Conflict): boolean =>
  !isSameValue(mine[name], base[name]) && !isSameValue(theirs[name], base[name]) && !isSameValue(theirs[name], mine[name]);

/** Before anybody chooses, each change stands: what was typed here, and what only they changed. */
export const defaultSide = ({ name }: DraftField, { base, mine }: Conflict): ConflictSide =>
  isSameValue(mine[name], base[name]) ? 'theirs' : 'mine';

/** The row that comes of the choices; what nobody changed stays as it is now, and a secret as it was typed. */
export const resolvedRow = (fields: readonly DraftField[], conflict: Conflict, choices: Readonly<Record<string, ConflictSide>>): PlainRow =>
  Object.fromEntries(
    fields.map((field) => [
      field.name,
      field.field.secret === true ? conflict.mine[field.name] : conflict[choices[field.name] ?? defaultSide(field, conflict)][field.name],
    ]),
  );
