import type { ComponentType } from 'react';
import type { InputProps } from './kinds/input.tsx';

/** Pages by the menu's `component`, each in a chunk of its own. */
export type Pages = Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;

/** What a domain's web door offers the shell. */
export interface WebDoor {
  readonly pages: Pages;
  /** Inputs that pick several rows, by the noun. */
  readonly several?: Readonly<Record<string, ComponentType<InputProps>>>;
}
