import { longText, optional, text } from '#kit/fields/field.ts';
import type { Endpoint } from '../endpoint.ts';
import { endpoint, words } from '../endpoint.ts';

const name = text({ min: 1, max: 60 });

/** Checks whether a value is free; both ways of naming the parts are in use. Only fields declared `unique` are accepted. */
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
    /** The values of the fields within which it must be unique, in a row that is being edited: a JSON object. */
    within: optional(longText({ max: 500 })),
  },
  output: words(),
});

/** The endpoint that checks whether a value is free: the noun's own one for that field, or the common one. */
export const availabilityCheck = (
  api: object,
  candidate: { readonly noun: string; readonly field: string; readonly value: unknown; readonly key: unknown; readonly within: object },
): { readonly endpoint: Endpoint; readonly input: Readonly<Record<string, unknown>> } => {
  const nounCheck = Object.values(api as Readonly<Record<string, Endpoint>>).find(
    ({ checksAvailability, input }) => checksAvailability && candidate.field in input,
  ); // an API consists of its endpoints
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
