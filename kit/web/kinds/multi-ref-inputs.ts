import type { ComponentType } from 'react';
import type { InputProps } from './input.tsx';

const several = new Map<string, ComponentType<InputProps>>();

/** Inputs that pick several rows of a noun and hold their keys in one text; for forms of domains that come before that noun in the domain order. */
export const knowSeveral = (known: Readonly<Record<string, ComponentType<InputProps>>>): void => {
  for (const [name, input] of Object.entries(known)) several.set(name, input);
};

export const severalOf = (name: string): ComponentType<InputProps> | undefined => several.get(name);
