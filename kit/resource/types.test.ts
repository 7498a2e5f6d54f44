import { expectTypeOf, test } from 'vitest';
import { choice, readOnly, id, money, optional, text } from '#kit/fields/field.ts';
import type { Draft, Row, WireRow } from '#kit/fields/field.ts';
import { codeTable, valuesOf } from '#kit/fields/codes.ts';
import { crud } from './crud.ts';
import type { AnswerOf, InputOf, WireAnswerOf, WireInputOf } from './endpoint.ts';
import { labels } from './labels.ts';
import { resource } from './resource.ts';

const colour = codeTable({
  dictCode: 'colour',
  title: ['', '', ''],
  items: { red: { value: 1, words: ['', '', ''] }, blue: { value: 2, words: ['', '', ''] } },
});
const thing = resource({
  name: 'thing',
  path: '/thing',
  table: 'thing',
  key: 'thingId',
  title: 'thingName',
  scope: { tenant: 'shared', agent: 'shared', station: 'hidden' },
  fields: { thingId: readOnly(id()), thingName: text({ max: 9 }), price: money(), colour: optional(choice(colour)) },
});
const thingApi = crud(thing);

test('a row has code values, the wire has strings', () => {
  expectTypeOf<Row<typeof thing.fields>['price']>().toEqualTypeOf<bigint>();
  expectTypeOf<WireRow<typeof thing.fields>['price']>().toEqualTypeOf<string>();
  expectTypeOf<Row<typeof thing.fields>['colour']>().toEqualTypeOf<1 | 2 | null>();
  expectTypeOf<Row<typeof thing.fields>['createTime']>().toEqualTypeOf<Date>();
  expectTypeOf(valuesOf(colour).red).toEqualTypeOf<1>();
});

test('drafts leave out what the server gives', () => {
  expectTypeOf<keyof Draft<typeof thing.fields>>().toEqualTypeOf<'thingName' | 'price' | 'colour'>();
  expectTypeOf<InputOf<typeof thingApi.add>['price']>().toEqualTypeOf<bigint>();
  expectTypeOf<WireInputOf<typeof thingApi.add>['price']>().toEqualTypeOf<string>();
  expectTypeOf<AnswerOf<typeof thingApi.list>['records'][number]['price']>().toEqualTypeOf<bigint>();
  expectTypeOf<WireAnswerOf<typeof thingApi.list>['records'][number]['thingName']>().toEqualTypeOf<string>();
});

test('what is missing does not compile', () => {
  // @ts-expect-error a field has no words
  labels(thing, { noun: ['', '', ''], fields: { thingId: ['', '', ''], thingName: ['', '', ''], price: ['', '', ''] } });
  // @ts-expect-error the station scope is not said
  resource({ name: 'x', path: '/x', table: 'x', key: 'xId', title: 'xId', scope: { tenant: 'shared', agent: 'shared' }, fields: { xId: id() } });
  resource({
    name: 'x',
    path: '/x',
    table: 'x',
    // @ts-expect-error no such field
    key: 'yId',
    title: 'xId',
    scope: { tenant: 'shared', agent: 'shared', station: 'hidden' },
    fields: { xId: id() },
  });
});
