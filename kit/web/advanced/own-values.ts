import type { ComponentType } from 'react';
import type { QueryRule } from '#kit/resource/query/advanced-query.ts';
import type { InputProps } from '../kinds/input.tsx';

/** Returns the display names of values, as far as they have names. */
export type NameValues = (values: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** How a page lets its viewer query a field: the rules that make sense for it, the first of which is the default, and an input of the page. */
export interface OwnValue {
  readonly rules: readonly [QueryRule, ...QueryRule[]];
  readonly Input: ComponentType<InputProps>;
  /** Names the values where a condition is shown as a sentence; without it, the values themselves are shown. */
  readonly names?: NameValues;
}
export type OwnValues = Readonly<Record<string, OwnValue | undefined>>;

export const noOwnValues: OwnValues = {};
