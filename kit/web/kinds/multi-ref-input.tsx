import { createElement } from 'react';
import { multiRefInputOf } from './multi-ref-inputs.ts';
import { FieldInput } from './input.tsx';
import type { InputProps } from './input.tsx';

/** Picks several rows of a noun by the input that its own domain registers, whatever its place in the domain order. */
export const MultiRefInput = ({ to, ...props }: InputProps & { readonly to: string }) => createElement(multiRefInputOf(to) ?? FieldInput, props);
