import type { PlainRow } from '../kinds/cell.tsx';
import type { Conflict, DraftField } from './draft.ts';

/** Whose value is kept: as it was when the form was opened, as it is now, or as it was typed here. */
export type ConflictSide = 'read' | 'theirs' | 'mine';
export const sides: readonly ConflictSide[] = ['read', 'theirs', 'mine'];

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
const same = (one: unknown, other: unknown): boolean => (isEmpty(one) && isEmpty(other)) || JSON.stringify(one) === JSON.stringify(other);

/** The fields that somebody changed, here or there. */
export const changedFields = (fields: readonly DraftField[], { read, theirs, mine }: Conflict): readonly DraftField[] =>
  fields.filter(({ name, field }) => field.secret !== true && !(same(theirs[name], read[name]) && same(mine[name], read[name])));

/** Both changed it, and not to the same. */
export const isContested = ({ name }: DraftField, { read, theirs, mine }: Conflict): boolean =>
  !same(mine[name], read[name]) && !same(theirs[name], read[name]) && !same(theirs[name], mine[name]);

/** Before anybody chooses, each change stands: what was typed here, and what only they changed. */
export const usualSide = ({ name }: DraftField, { read, mine }: Conflict): ConflictSide => (same(mine[name], read[name]) ? 'theirs' : 'mine');

/** The row that comes of the choices; what nobody changed stays as it is now, and a secret as it was typed. */
export const resolved = (fields: readonly DraftField[], conflict: Conflict, chosen: Readonly<Record<string, ConflictSide>>): PlainRow =>
  Object.fromEntries(
    fields.map((one) => [
      one.name,
      one.field.secret === true ? conflict.mine[one.name] : conflict[chosen[one.name] ?? usualSide(one, conflict)][one.name],
    ]),
  );
