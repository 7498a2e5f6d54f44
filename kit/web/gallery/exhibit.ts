import type { ComponentType } from 'react';
import type { Words } from '#kit/fields/words.ts';

/** The states of a widget. The gallery itself adds light, dark and the width of a phone. */
export const stateWords = {
  empty: ['空', '空', 'Empty'],
  filled: ['已填', '已填', 'Filled'],
  invalid: ['有误', '有誤', 'Invalid'],
  disabled: ['禁用', '停用', 'Disabled'],
  loading: ['加载中', '載入中', 'Loading'],
  longText: ['长文本', '長文字', 'Long text'],
} as const satisfies Readonly<Record<string, Words>>;
export type StateName = keyof typeof stateWords;

/** One widget of the gallery, with a component that draws it in each of its states. */
export interface Exhibit {
  /** The name in the address and in tests. */
  readonly name: string;
  readonly title: Words;
  readonly states: Readonly<Partial<Record<StateName, ComponentType>>>;
  /** States that the widget cannot have; all others are shown. */
  readonly never?: readonly StateName[];
  /** Needs the full width: its states are shown below each other. */
  readonly wide?: boolean;
  /** Additional states. */
  readonly more?: readonly { readonly name: string; readonly title: Words; readonly Shown: ComponentType }[];
}

/** The exhibits of one folder, loaded when the gallery opens. */
export type Exhibits = () => Promise<{ readonly exhibits: readonly Exhibit[] }>;
