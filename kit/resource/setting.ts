import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';

/** Something operators may set, as data. Its field says kind, bounds and, as `initial`, what holds until somebody sets it. */
export interface Setting<T = unknown> {
  /** `session.idleMin` */
  readonly key: string;
  readonly field: Field<T>;
  /** `tenant`: the platform sets it for all, and each tenant may set its own. */
  readonly scope: 'platform' | 'tenant';
  readonly group: Words;
  readonly words: Words;
  readonly hint?: Words;
}

/** Declares a setting; the type of its value is the field's. */
export const setting = <T>(facts: Setting<T>): Setting<T> => facts;

/** What a field holds before anybody has said something. */
export const withInitial = <F extends Field>(field: F, initial: string | number): F => ({ ...field, initial });
