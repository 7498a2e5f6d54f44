import { itemOf } from '#kit/fields/codes.ts';
import type { FieldShape } from '#kit/fields/field.ts';
import { say } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import type { Output, RowsAnswer } from '#kit/resource/endpoint.ts';
import { mapRows } from './row-stream.ts';
import { toWire } from './codec.ts';

type AnyRow = Readonly<Record<string, unknown>>;

/** Encodes a handler's answer for the wire: secrets are removed, large numbers become texts, and codes get their display texts. */
export const encode = (output: Output, answer: unknown, language: Language): unknown => {
  const row = (value: unknown): AnyRow => encodeRow(output.of ?? {}, value as AnyRow, language); // the endpoint's type says that it is a row
  if (output.form === 'nothing') return null;
  if (output.form === 'row') return row(answer);
  if (output.form === 'rows' || output.form === 'bare') return mapRows(answer as RowsAnswer<unknown>, row); // as above
  if (output.form === 'page') {
    const page = answer as AnyRow & { readonly records: readonly unknown[] }; // as above
    return { ...page, records: page.records.map(row) };
  }
  if (output.form === 'withMessage') return (answer as { readonly result: unknown }).result; // as above
  return answer;
};

export const encodeRow = (shape: FieldShape, row: AnyRow, language: Language): AnyRow => {
  const wire: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const field = shape[name];
    if (!field) {
      wire[name] = typeof value === 'bigint' ? String(value) : value;
      continue;
    }
    if (field.secret) continue;
    wire[name] = toWire(field, value, row);
    if (!field.codes || value === null) continue;
    const texts = (Array.isArray(value) ? value : [value]).map((code) => {
      const item = field.codes && itemOf(field.codes, code);
      // A code that is not in the table is shown as it is.
      return item ? say(item.words, language) : String(code);
    });
    wire[`${name}_dictText`] = texts.join(',');
  }
  return wire;
};
