import { text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { keyField } from '../crud.ts';
import type { AnyResource } from '../resource.ts';

/** The permission to see the personal data of a noun in full, one value at a time or as an export. */
export const revealCode = (noun: string): string => `${noun}:reveal`;

export interface RevealAnswer {
  readonly value: string | null;
}

type RevealShape = { readonly id: ReturnType<typeof keyField>; readonly field: ReturnType<typeof text> };

/** Declares the endpoint that returns one field of one row in full and logs the viewer. A noun with personal data spreads it. */
export const personalApi = (noun: AnyResource): { readonly reveal: Endpoint<RevealShape, RevealAnswer, RevealAnswer> } => ({
  reveal: endpoint({
    method: 'POST',
    path: `${noun.path}/reveal`,
    allow: revealCode(noun.name),
    input: { id: keyField(noun), field: text({ min: 1, max: 40 }) },
    output: opaque<RevealAnswer>(),
  }),
});
