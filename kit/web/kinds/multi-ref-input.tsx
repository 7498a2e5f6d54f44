import { createElement } from 'react';
import { multiRefInputOf } from './multi-ref-inputs.ts';
import { FieldInput } from './input.tsx';
import type { InputProps } from './input.tsx';

/**
 * Picks several rows of a noun with the input that the noun's domain registered. This allows any domain to use it, regardless of the domain order.
 */
export const MultiRefInput = ({ to, ...props }: InputProps & { readonly to: string }) => createElement(multiRefInputOf(to) ?? FieldInput, props);
