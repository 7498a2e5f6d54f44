import type { ComponentType } from 'react';
import type { QueryRule } from '#kit/resource/query/advanced-query.ts';
import type { InputProps } from '../kinds/input.tsx';

/** What values are called, as far as they have names. */
export type NameValues = (values: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** How a page has a field asked for: the rules that mean something to people, the first of which a condition begins with, and its own input. */
export interface OwnValue {
  readonly rules: readonly [QueryRule, ...QueryRule[]];
  readonly Input: ComponentType<InputProps>;
  /** For where a condition is told in words; without it values are shown as they are. */
  readonly names?: NameValues;
}
export type OwnValues = Readonly<Record<string, OwnValue | undefined>>;

export const noOwnValues: OwnValues = {};
