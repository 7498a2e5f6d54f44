import { valuesOf } from '#kit/fields/codes.ts';
import type { Field } from '#kit/fields/field.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { BASE_PATH } from '#kit/server/router.ts';
import { createAsk, isRecord } from '#apps/server/testing/ask.ts';
import { payloads } from './payloads.ts';

/** Inputs that the shape of an add does not tell, by noun and the number of the row. */
export type Givens = Readonly<Record<string, (n: number) => Readonly<Record<string, unknown>>>>;

/** What came of pushing every payload through the add of a noun. */
export interface Pushed {
  readonly noun: string;
  readonly added: number;
  /** Text fields in which no payload was ever taken. */
  readonly never: readonly string[];
}

const isText = ({ kind }: Field): boolean => kind === 'text' || kind === 'longText' || kind === 'phone';

/** Adds a row of a noun for each payload, with it in every text field that takes it; a field that refuses it gets a plain word. */
export const pushPayloads = async (at: { readonly url: string; readonly token: string }, feature: Feature, givens: Givens): Promise<Pushed> => {
  const add = feature.api['add'];
  if (!add) throw new Error(`${feature.name} has no add`);
  const texts = Object.entries(add.input).filter(
    ([name, field]) => isText(field) && field.secret !== true && !(name in (givens[feature.name]?.(0) ?? {})),
  );
  const ask = createAsk(`${at.url}${BASE_PATH}`);
  const taken = new Set<string>();
  let added = 0;
  for (const [n, payload] of payloads.entries()) {
    const plain = { ...requiredOf(add, n), ...givens[feature.name]?.(n) };
    const loaded = new Map(texts.map(([name, field]) => [name, [...payload].slice(0, field.max ?? 255).join('')]));
    for (let tries = 0; tries <= texts.length; tries += 1) {
      const answer = await ask(at.token, add, { ...plain, ...Object.fromEntries(loaded) });
      const bad = answer.success ? [] : badFields(answer.result).filter((name) => loaded.delete(name));
      if (answer.success) for (const name of loaded.keys()) taken.add(name);
      if (answer.success) added += 1;
      if (answer.success) break;
      // A refusal that names no field is about all of them: the last one goes first.
      if (bad.length === 0 && !loaded.delete([...loaded.keys()].at(-1) ?? '')) break;
    }
  }
  return { noun: feature.name, added, never: texts.flatMap(([name]) => (taken.has(name) ? [] : [name])) };
};

const badFields = (result: unknown): readonly string[] => (isRecord(result) && isRecord(result['fields']) ? Object.keys(result['fields']) : []);

const requiredOf = (add: Endpoint, n: number): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(add.input).flatMap(([name, field]) => (field.optional ? [] : [[name, plainValue(field, n)]])));

const plainValue = (field: Field, n: number): unknown => {
  if (field.codes) return Object.values(valuesOf(field.codes))[0];
  if (field.kind === 'phone') return `138${String(n).padStart(8, '0')}`;
  if (isText(field)) return `x${n}`;
  if (field.kind === 'list') return [];
  return field.min ?? 1;
};
