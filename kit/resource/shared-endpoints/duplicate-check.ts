import { longText, optional, text } from '#kit/fields/field.ts';
import type { Endpoint } from '../endpoint.ts';
import { endpoint, words } from '../endpoint.ts';

const name = text({ min: 1, max: 60 });

/** Whether a value is free; both ways of naming the parts are in use. Only fields that say `unique` are known here. */
export const duplicateCheck = endpoint({
  method: 'GET',
  path: '/sys/duplicate/check',
  allow: 'signedIn',
  input: {
    tableName: optional(name),
    table: optional(name),
    fieldName: optional(name),
    field: optional(name),
    fieldVal: optional(text({ max: 255 })),
    value: optional(text({ max: 255 })),
    dataId: optional(text({ max: 64 })),
    /** The fields beside which it is unique, of a row that is still being written: a JSON object. */
    within: optional(longText({ max: 500 })),
  },
  output: words(),
});

/** What to ask whether a value is free: the noun's own call where it has one for that field, else the one of all nouns. */
export const availabilityCheck = (
  api: object,
  candidate: { readonly noun: string; readonly field: string; readonly value: unknown; readonly key: unknown; readonly within: object },
): { readonly endpoint: Endpoint; readonly input: Readonly<Record<string, unknown>> } => {
  const nounCheck = Object.values(api as Readonly<Record<string, Endpoint>>).find(
    ({ checksAvailability, input }) => checksAvailability && candidate.field in input,
  ); // an api is its endpoints
  const id = candidate.key ?? undefined;
  if (nounCheck) return { endpoint: nounCheck, input: { [candidate.field]: candidate.value, ...(id !== undefined && { id }) } };
  return {
    endpoint: duplicateCheck,
    input: {
      tableName: candidate.noun,
      fieldName: candidate.field,
      fieldVal: candidate.value,
      ...(id !== undefined && { dataId: id }),
      ...(Object.keys(candidate.within).length > 0 && { within: JSON.stringify(candidate.within) }),
    },
  };
};
