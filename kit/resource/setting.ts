import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';

/** A setting for operators, as data. Its field declares kind, limits and, as `initial`, the default. */
export interface Setting<T = unknown> {
  /** `session.idleMin` */
  readonly key: string;
  readonly field: Field<T>;
  /** `tenant`: the platform sets a value for all, and each tenant may set its own. */
  readonly scope: 'platform' | 'tenant';
  readonly group: Words;
  readonly words: Words;
  readonly hint?: Words;
}

/** Declares a setting; its value has the type of the field. */
export const setting = <T>(facts: Setting<T>): Setting<T> => facts;

/** A field with a default value. */
export const withInitial = <F extends Field>(field: F, initial: string | number): F => ({ ...field, initial });
