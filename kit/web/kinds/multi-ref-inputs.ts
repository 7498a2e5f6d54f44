import type { ComponentType } from 'react';
import type { InputProps } from './input.tsx';

const multiRefInputs = new Map<string, ComponentType<InputProps>>();

/**
 * Registers inputs that pick several rows of a noun and hold their keys in one text. Forms of domains that come before that noun in the domain
 * order use them.
 */
export const registerMultiRefInputs = (inputs: Readonly<Record<string, ComponentType<InputProps>>>): void => {
  for (const [name, input] of Object.entries(inputs)) multiRefInputs.set(name, input);
};

export const multiRefInputOf = (name: string): ComponentType<InputProps> | undefined => multiRefInputs.get(name);
