import type { ComponentType } from 'react';
import type { AnyResource } from '#kit/resource/resource.ts';

/** Pages by the menu's `component`, each in a chunk of its own. */
export type Pages = Readonly<Record<string, () => Promise<{ readonly default: ComponentType }>>>;

/** What a domain's web door offers the shell. */
export interface WebDoor {
  readonly pages: Pages;
  /** Nouns that `ref` fields of others may point at. */
  readonly nouns: readonly AnyResource[];
}
