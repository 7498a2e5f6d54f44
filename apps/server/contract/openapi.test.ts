import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isMask } from '#kit/fields/personal.ts';
import { parse } from '#kit/fields/parse.ts';
import { inputSchema } from '#kit/server/openapi/field-schemas.ts';
import { isRecord } from '#kit/test/nouns/call-endpoint.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import { badValues } from '../testing/bad-values.ts';
import { readDescription } from '../testing/described.ts';
import type { Description } from '../testing/described.ts';
import { placesOf } from '../testing/positions.ts';
import { startServerTestbed } from '../testing/world.ts';
import type { ServerTestbed } from '../testing/world.ts';

let world: ServerTestbed;
let description: Description;

beforeAll(async () => {
  world = await startServerTestbed();
  description = await readDescription(world);
});
afterAll(() => world?.close());

/** The description of a method of a path. */
interface Operation {
  readonly route: string;
  readonly path: string;
  readonly told: Input;
}
const operations = (): readonly Operation[] =>
  entriesOf(description.document['paths']).flatMap(([path, item]) =>
    entriesOf(item).map(([method, told]) => ({ route: `${method.toUpperCase()} ${path}`, path, told: isRecord(told) ? told : {} })),
  );
const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] => (isRecord(value) ? Object.entries(value) : []);

test('the document is OpenAPI 3.1 to a validator that others wrote', async () => {
  const validator = new Validator();
  // The function writes into its argument.
  const { valid, errors } = await validator.validate(structuredClone(description.document));
  expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: '3.1' });
});

test('every route that is mounted is described, once, and nothing else but the live socket', () => {
  const mounted = world.server.mounted.map((route) => route.replace(/:(\w+)/g, '{$1}').replace('*', '{path}'));
  expect(operations().map(({ route }) => route)).toHaveLength(mounted.length + 1);
  expect(
    operations()
      .map(({ route }) => route)
      .toSorted(),
  ).toEqual([...mounted, 'GET /jeecg-boot/live'].toSorted());
  const names = operations().map(({ told }) => told['operationId']);
  expect(names).toHaveLength(new Set(names).size);
});

test('every parameter of an address is a parameter of its operation', () => {
  const named = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const inPath = ({ parameters }: Input) =>
    entriesOf(parameters).flatMap(([, each]) => (isRecord(each) && each['in'] === 'path' && each['required'] === true ? [each['name']] : []));
  expect(operations().flatMap(({ told }) => inPath(told))).not.toEqual([]);
  for (const { route, path, told } of operations()) expect([route, ...inPath(told)]).toEqual([route, ...named(path)]);
});

/** The part of the description that concerns all texts. */
const saidInWords: ReadonlySet<string> = new Set(['blank', 'nul']);

test('what the description takes for a value of a field, the parser takes too', () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats(ajv);
  // No schema can express that a number is registered or that a zone exists.
  const fields = placesOf(world.server.registry)
    .flatMap(({ endpoint }) => Object.values(endpoint.input))
    .filter((field) => !['phone', 'zone', 'list'].includes(field.kind));
  const distinct = [...new Map(fields.map((field) => [JSON.stringify(field), field])).values()];
  const differing = distinct.flatMap((field) => {
    const fits = ajv.compile(inputSchema(field));
    return badValues.flatMap(([what, value]) => {
      const isTold = value !== undefined && !saidInWords.has(what) && fits(value);
      return isTold && !isMask(field, value) && !parse(field, value).ok ? [`${what} for ${JSON.stringify(field)}`] : [];
    });
  });
  expect(differing).toEqual([]);
  expect(distinct.length).toBeGreaterThan(100);
});
