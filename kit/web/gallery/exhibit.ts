import type { ComponentType } from 'react';
import type { Words } from '#kit/fields/words.ts';

/** The states in which a widget has to be good; light, dark and a phone's width are the gallery's own business. */
export const stateWords = {
  empty: ['空', '空', 'Empty'],
  filled: ['已填', '已填', 'Filled'],
  invalid: ['有误', '有誤', 'Invalid'],
  disabled: ['禁用', '停用', 'Disabled'],
  loading: ['加载中', '載入中', 'Loading'],
  longText: ['长文本', '長文字', 'Long text'],
} as const satisfies Readonly<Record<string, Words>>;
export type StateName = keyof typeof stateWords;

/** One widget of the gallery: what draws it in each of its states. */
export interface Exhibit {
  /** For the address and for tests. */
  readonly name: string;
  readonly title: Words;
  readonly states: Readonly<Partial<Record<StateName, ComponentType>>>;
  /** States it cannot be in; every other one is shown. */
  readonly never?: readonly StateName[];
  /** Needs the whole width: its states stand below each other. */
  readonly wide?: boolean;
  /** What else it can be. */
  readonly more?: readonly { readonly name: string; readonly title: Words; readonly Shown: ComponentType }[];
}

/** The widgets of one folder, fetched when somebody looks. */
export type Exhibits = () => Promise<{ readonly exhibits: readonly Exhibit[] }>;
