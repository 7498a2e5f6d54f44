import { text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { keyField } from '../crud.ts';
import type { AnyResource } from '../resource.ts';

/** Who holds it sees the numbers and mailboxes of a noun in full, one at a time or as a sheet. */
export const revealCode = (noun: string): string => `${noun}:reveal`;

export interface RevealAnswer {
  readonly value: string | null;
}

type RevealShape = { readonly id: ReturnType<typeof keyField>; readonly field: ReturnType<typeof text> };

/** Shows one field of one row in full, and has the log keep who looked. A noun of people's numbers spreads it. */
export const personalApi = (noun: AnyResource): { readonly reveal: Endpoint<RevealShape, RevealAnswer, RevealAnswer> } => ({
  reveal: endpoint({
    method: 'POST',
    path: `${noun.path}/reveal`,
    allow: revealCode(noun.name),
    input: { id: keyField(noun), field: text({ min: 1, max: 40 }) },
    output: opaque<RevealAnswer>(),
  }),
});
