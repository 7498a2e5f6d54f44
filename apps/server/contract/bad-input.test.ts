import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stationApi } from '#domains/network/resources.ts';
import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import { limitPageSize } from '#kit/server/http/page-size.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import { readable } from '#kit/resource/resource.ts';
import { createCallEndpoint, inParallel, isRecord } from '#kit/test/nouns/call-endpoint.ts';
import type { CallEndpoint, CallResult, Input } from '#kit/test/nouns/call-endpoint.ts';
import { readDescription } from '../testing/described.ts';
import { badValues, slipperyValues } from '../testing/bad-values.ts';
import { nounIn, placesOf, positionsOf } from '../testing/positions.ts';
import type { NamedEndpoint } from '../testing/positions.ts';
import { isConsuming, samplesOf } from '../testing/samples.ts';
import { HOME, startServerTestbed } from '../testing/world.ts';
import type { ServerTestbed } from '../testing/world.ts';

let world: ServerTestbed;
let places: readonly NamedEndpoint[];
let ask: CallEndpoint;
let token: string;
let description: Awaited<ReturnType<typeof readDescription>>;

beforeAll(async () => {
  world = await startServerTestbed();
  places = placesOf(world.server.registry).filter(({ name, endpoint }) => !(name in spared) && !endpoint.signed);
  description = await readDescription(world);
  ask = createCallEndpoint(world.server.url, 'zh-CN', (exchange) => description.note({ ...exchange, input: undefined }));
  ({ token } = world.person('platform'));
});
afterAll(() => world?.close());

const spared: Readonly<Record<string, string>> = {
  'session.login': 'counts attempts; its own tests send it everything',
  'session.logout': 'would end the session of these tests',
  'session.updatePassword': 'counts attempts; its own tests send it everything',
};

/** Faults of an answer to bad input; none when it is a clear refusal in the viewer's language, or a success. */
const faults = (answer: CallResult): readonly string[] => {
  const found: string[] = [];
  if (answer.status >= 500) found.push(`HTTP ${answer.status}`);
  if (/\.[mc]?[jt]s:\d+|\bat (async )?\w+ \(|node_modules|violates|constraint|relation "|syntax error/.test(answer.text))
    found.push('shows its inside');
  if (!answer.success && !/\p{Script=Han}/u.test(answer.message)) found.push(`says "${answer.message.slice(0, 80)}"`);
  return found;
};

const told = (place: NamedEndpoint, what: string, answer: CallResult): readonly string[] =>
  faults(answer).map((fault) => `${place.name} ${what}: ${fault}`);

/** The fields that the answer says are wrong. */
const named = (answer: CallResult): readonly string[] => saidOf(answer).map(([field]) => field);
const saidOf = (answer: CallResult): readonly (readonly [field: string, text: string])[] => {
  const fields = isRecord(answer.result) ? answer.result['fields'] : undefined;
  return isRecord(fields) ? Object.entries(fields).map(([field, text]) => [field, String(text)]) : [];
};

/** Each field or endpoint gets every tenth value, and the next one the next tenth; EVERY_VALUE gives each of them all values. */
const SHARES = process.env['EVERY_VALUE'] ? 1 : 10;
const shareOf = <T>(values: readonly T[], turn: number, shares = SHARES): readonly T[] =>
  values.filter((_unused, at) => (at + turn) % Math.min(shares, SHARES) === 0);

const sampleOf = async (place: NamedEndpoint): Promise<Input> =>
  (await samplesOf(place, { world, owner: HOME, needsOwnRows: isConsuming(place) }))[0] ?? {};

describe('every input of every endpoint', () => {
  test('that cannot be what it should is named', async () => {
    let turn = 0;
    let asked = 0;
    const wrong = await inParallel(
      places.filter(
        ({ endpoint }) => Object.keys(endpoint.input).length > 0 && !endpoint.upload && !endpoint.path.includes(':') && !endpoint.path.includes('*'),
      ),
      async (place) => {
        const found: string[] = [];
        for (const [name, value] of shareOf(valuesFor(place), turn++)) {
          asked += 1;
          const inputs = Object.entries(place.endpoint.input);
          const answer = await ask(token, place.endpoint, Object.fromEntries(inputs.map(([field]) => [field, value])));
          found.push(...told(place, name, answer));
          const sent = asSent(place, value);
          // A page size above the limit is reduced, not refused.
          const read = limitPageSize(place.endpoint, Object.fromEntries(inputs.map(([field]) => [field, sent]))).raw;
          const refused = inputs.filter(([input, field]) => !parse(field, read[input] ?? field.initial).ok).map(([field]) => field);
          const unnamed = place.endpoint.sparse && sent === undefined ? [] : refused.filter((field) => !named(answer).includes(field));
          for (const [field, text] of saidOf(answer)) if (text.includes(field)) found.push(`${place.name}: ${field} has no word: ${text}`);
          if (unnamed.length > 0) found.push(`${place.name} ${name}: does not name ${unnamed.join()}: ${answer.text.slice(0, 100)}`);
        }
        return found;
      },
    );
    expect([...new Set(wrong.flat())].slice(0, 40)).toEqual([]);
    expect(asked).toBeGreaterThan(1_500);
  });

  test('that is strange but possible is taken or refused, one by one', async () => {
    let asked = 0;
    let turn = 0;
    const wrong = await inParallel(
      places.filter(({ endpoint }) => !endpoint.upload),
      async (place) => {
        const sample = await sampleOf(place);
        const found: string[] = [];
        const slippery = valuesFor(place).filter(([what]) => slipperyValues.has(what));
        for (const [field, shape] of Object.entries(place.endpoint.input))
          for (const [name, value] of shareOf(slippery, turn++)) {
            if (!parse(shape, asSent(place, value)).ok && !place.endpoint.path.includes('/:')) continue;
            asked += 1;
            found.push(...told(place, `${field} = ${name}`, await ask(token, place.endpoint, { ...sample, [field]: value })));
          }
        return found;
      },
    );
    expect(wrong.flat().slice(0, 40)).toEqual([]);
    expect(asked).toBeGreaterThan(500);
  });
});

/** The length that fits into the head of a request, where a character may take nine bytes. */
const QUERY_LETTERS_MAX = 1_000;

/** A query carries only text, and only a limited amount. */
const valuesFor = (place: NamedEndpoint) => {
  if (!isInQuery(place)) return badValues;
  const letters = Math.floor(QUERY_LETTERS_MAX / Math.max(1, Object.keys(place.endpoint.input).length));
  return badValues.map(
    ([name, value]) => [name, typeof value === 'string' ? value.slice(0, letters) : Array.isArray(value) ? value.slice(0, 20) : value] as const,
  );
};
const isInQuery = ({ endpoint }: NamedEndpoint): boolean => endpoint.method === 'GET' || endpoint.method === 'DELETE';
const asSent = (place: NamedEndpoint, value: unknown): unknown => {
  if (!isInQuery(place)) return value;
  return value === null ? undefined : typeof value === 'string' ? Buffer.from(value).toString() : JSON.stringify(value);
};

test('rows that do not belong together are refused or joined, and nothing breaks', async () => {
  const far = { tenant: { tenant: 1, agent: 2, station: 2 }, platform: { tenant: 2, agent: 1, station: 1 } } as const;
  let asked = 0;
  let turn = 0;
  const moveRows = async (place: NamedEndpoint, { fresh }: { readonly fresh: boolean }): Promise<readonly string[]> => {
    const found: string[] = [];
    let unused: Input | undefined;
    for (const position of positionsOf(world.server.registry, place))
      for (const put of position.writers)
        for (const name of shareOf(['tenant', 'platform'] as const, turn++, 2)) {
          const sample: Input = unused ?? (await samplesOf(place, { world, owner: HOME, needsOwnRows: fresh }))[0] ?? {};
          const noun = world.server.registry.resource(nounIn(position, sample));
          const key = world.key(noun.name, far[name]);
          const field = columnOf(position.field ?? noun.key);
          const [row] = await world.database.asSuperuser<{ value: string }>(
            `select ${field}::text as value from ${noun.table} where ${columnOf(noun.key)}::text = $1`,
            [key],
          );
          asked += 1;
          const answer = await ask(world.person(name).token, place.endpoint, put(sample, row?.value ?? ''));
          found.push(...told(place, `${position.path} of ${name}'s other`, answer));
          // A refusal changes nothing.
          unused = answer.success ? undefined : sample;
        }
    return found;
  };
  const isEdit = ({ name }: NamedEndpoint): boolean => name.endsWith('.edit');
  const taken = places.filter(({ endpoint }) => !endpoint.upload && !endpoint.listOf);
  const wrong = [
    ...(await inParallel(
      taken.filter((place) => !isEdit(place)),
      (place) => moveRows(place, { fresh: isConsuming(place) }),
    )),
    // An edit moves rows that others belong to, not only rows just made. It comes last, because the samples of the other tests are made beside those
    // rows.
    ...(await inParallel(taken.filter(isEdit), (place) => moveRows(place, { fresh: false }))),
  ];
  expect(wrong.flat()).toEqual([]);
  expect(asked).toBeGreaterThan(300);
});

describe('a date out of range', () => {
  const dates = ['0000-01-01', '1899-12-31 23:59:59', '2200-01-01', '9999-12-31'];
  const isDated = ({ kind }: Field): boolean => kind === 'day' || kind === 'instant';
  const pairs = (): readonly (readonly [place: NamedEndpoint, field: string, parameter: string])[] =>
    places.flatMap((place) => {
      const inputs = Object.entries(place.endpoint.input).flatMap(([name, field]) => (isDated(field) ? [[place, name, name] as const] : []));
      const noun = place.endpoint.listOf ?? place.endpoint.queryOf;
      const filters = (noun ? readable(noun) : []).filter(([, field]) => field.filter !== undefined && isDated(field));
      return [...inputs, ...filters.flatMap(([name]) => ['', '_begin', '_end'].map((end) => [place, name, name + end] as const))];
    });

  test('is refused by the name of its field wherever one is taken, in each language', async () => {
    const languages = ['zh-CN', 'zh-TW', 'en-US'].map((language) => createCallEndpoint(world.server.url, language));
    const wrong = await inParallel(pairs(), async ([place, field, parameter]) => {
      const found: string[] = [];
      for (const [turn, date] of dates.entries()) {
        const answer = await languages[turn % languages.length]!(token, place.endpoint, { [parameter]: date });
        if (answer.status !== 400 || !named(answer).includes(field))
          found.push(`${place.name} ${parameter} ${date}: ${answer.status} ${answer.message}`);
      }
      return found;
    });
    expect(wrong.flat().slice(0, 40)).toEqual([]);
    expect(wrong.length).toBeGreaterThan(300);
  });
});

describe('every list', () => {
  test('takes or refuses whatever its filters, its order and its pages are given', async () => {
    const lists = places.flatMap((place) => (place.endpoint.listOf ? [{ place, noun: place.endpoint.listOf }] : []));
    let turn = 0;
    const wrong = await inParallel(lists, async ({ place, noun }) => {
      const kinds = new Set<string>();
      const filters = readable(noun).flatMap(([name, field]) => {
        // Fields with the same parser are tested once in each list.
        const kind = `${field.kind} ${field.filter ?? ''}`;
        if (!field.filter || kinds.has(kind)) return [];
        kinds.add(kind);
        return field.filter === 'between' ? [`${name}_begin`, `${name}_end`] : [name];
      });
      // Exports and totals parse their query as lists do, so one value of each is enough.
      const isList = place.endpoint.output.form === 'page';
      const values = valuesFor(place).filter(([what]) =>
        isList ? slipperyValues.has(what) : ['nul', 'quote', 'beyond int8', 'no day'].includes(what),
      );
      const found: string[] = [];
      for (const name of [...filters, 'column', 'order', 'pageNo', 'pageSize', 'unknown'])
        for (const [what, value] of shareOf(values, turn++)) {
          const answer = await ask(token, place.endpoint, { pageSize: '1', [name]: value });
          found.push(...told(place, `${name} = ${what}`, answer));
          if (!answer.success && answer.message.includes(name.replace(/_(begin|end)$/, '')))
            found.push(`${place.name}: ${name} has no word: ${answer.message}`);
        }
      return found;
    });
    expect([...new Set(wrong.flat())].slice(0, 40)).toEqual([]);
  });
});

describe('a broken request', () => {
  const add = () => places.find(({ name }) => name === 'station.add') ?? places[0]!;
  const upload = () => places.find(({ name }) => name === 'station.importExcel') ?? places[0]!;
  const file = () => places.find(({ name }) => name === 'upload.upload') ?? places[0]!;
  const json = { 'content-type': 'application/json' };
  const form = (parts: Readonly<Record<string, string | Blob>>): FormData => {
    const body = new FormData();
    for (const [name, part] of Object.entries(parts)) body.append(name, part);
    return body;
  };

  test.each([
    ['one member twice', '{"stationName":"a","stationName":"b"}', json],
    ['no JSON', '{"stationName": ', json],
    ['a text', '"text"', json],
    ['a number', '7', json],
    ['null', 'null', json],
    ['a list', '[1,2]', json],
    ['nothing', '', json],
    ['deep', '['.repeat(100_000), json],
    ['deep and whole', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`, json],
    ['a prototype', '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"stationName":{"__proto__":{"polluted":1}}}', json],
    ['too large', JSON.stringify({ stationName: 'x'.repeat(3 * 1024 * 1024) }), json],
    ['a form', 'stationName=x', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['xml', '<a/>', { 'content-type': 'application/xml' }],
    ['a wrong charset', '{}', { 'content-type': 'application/json; charset=utf-7' }],
    ['compressed', '{}', { ...json, 'content-encoding': 'gzip' }],
  ])('whose body is %s is refused clearly', async (_what, body, headers) => {
    const answer = await ask({ token, body, headers }, add().endpoint);
    expect([answer.success, ...faults(answer)]).toEqual([false]);
    expect('polluted' in {}).toBe(false);
  });

  test.each([
    ['a tenant of words', { 'tenant-id': 'one; drop table tenant' }],
    ['a tenant beyond all numbers', { 'tenant-id': '9'.repeat(40) }],
    ['a negative tenant', { 'tenant-id': '-1' }],
  ])('with %s in its head is refused clearly', async (_what, headers) => {
    const answer = await ask({ token, headers }, stationApi.list);
    expect([answer.success, ...faults(answer)]).toEqual([false]);
  });

  test.each(['x', '*', '!', 'x'.repeat(3_000), "' or 1=1 --", '%00', 'undefined', '[object Object]'])(
    'with the token %s is nobody’s',
    async (wrong) => {
      const answer = await ask({ token: wrong }, stationApi.list);
      expect([answer.status, ...faults(answer)]).toEqual([401]);
    },
  );

  test.each(['tlh', 'zh-CN,zh;q=0.9,en;q=0.1', ',;q=', 'x'.repeat(2_000), '*'])(
    'in the language %s is answered in one that there is',
    async (language) => {
      const answer = await createCallEndpoint(world.server.url, language)('', stationApi.list);
      expect([answer.status, answer.message.length > 5]).toEqual([401, true]);
    },
  );

  test('with an address that cannot be read is refused clearly', async () => {
    for (const path of [
      '/sys/dict/getDictItems/%ff',
      '/sys/dict/getDictItems/%',
      '/sys/common/static/..%2f..%2fetc%2fpasswd',
      '/sys/common/static/%00',
      '/nowhere',
      '//x',
      '/station/sseStation/list?%ff=%fe&a[b]=1&a[b]=2',
    ]) {
      const response = await fetch(`${world.server.url}${path}`, { headers: { 'x-access-token': token, 'accept-language': 'zh-CN' } });
      expect([path, response.status < 500, /\p{Script=Han}|"success":true/u.test(await response.text())]).toEqual([path, true, true]);
    }
  });

  test('with the same parameter twice is read once or refused', async () => {
    for (const { place, name } of places
      .flatMap((each) => Object.keys(each.endpoint.input).map((field) => ({ place: each, name: field })))
      .filter((each) => isInQuery(each.place) && !each.place.endpoint.path.includes(':'))) {
      const response = await fetch(`${world.server.url}${place.endpoint.path}?${name}=1&${name}=2&${name}[x]=3`, {
        method: place.endpoint.method,
        headers: { 'x-access-token': token, 'accept-language': 'zh-CN' },
      });
      const text = await response.text();
      expect([place.name, name, response.status < 500]).toEqual([place.name, name, true]);
      expect(text).not.toMatch(/\.[jt]s:\d+/);
    }
  });

  test('that uploads what is no file of its kind is refused clearly', async () => {
    const bytes = (length: number, first: readonly number[] = []) =>
      new Blob([Uint8Array.from({ length }, (_unused, at) => first[at] ?? (at * 31) % 251)]);
    const forms = [
      form({}),
      form({ note: 'no file' }),
      form({ file: bytes(0) }),
      form({ file: bytes(5_000) }),
      form({ file: bytes(5_000, [0x50, 0x4b, 3, 4]) }),
      form({ file: bytes(5_000, [0xd0, 0xcf, 0x11, 0xe0]) }),
      form({ file: bytes(5_000, [0xff, 0xd8, 0xff, 0xe0]) }),
      form({ file: bytes(5_000, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) }),
      form({ file: new Blob(['<svg onload="alert(1)"/>'], { type: 'image/svg+xml' }) }),
      form({ file: bytes(11 * 1024 * 1024, [0x50, 0x4b, 3, 4]) }),
      form(Object.fromEntries(Array.from({ length: 12 }, (_unused, n) => [`file${n}`, bytes(10)]))),
      form(Object.fromEntries(Array.from({ length: 30 }, (_unused, n) => [`field${n}`, 'x']))),
      form({ biz: 'x'.repeat(10_000), file: bytes(10) }),
    ];
    for (const place of [upload(), file()])
      for (const [index, body] of forms.entries()) {
        const answer = await ask({ token, body }, place.endpoint);
        expect([place.name, index, answer.text.slice(0, 80), answer.success, ...faults(answer)]).toEqual([
          place.name,
          index,
          expect.anything(),
          false,
        ]);
      }
    for (const place of [upload(), file()]) {
      const answers = [
        await ask({ token, body: '{}', headers: json }, place.endpoint),
        await ask({ token, body: '--x', headers: { 'content-type': 'multipart/form-data; boundary=x' } }, place.endpoint),
      ];
      for (const answer of answers) expect([answer.text.slice(0, 90), answer.success, ...faults(answer)]).toEqual([expect.anything(), false]);
    }
  });
});

test('every answer to it is as the description of the API says', () => {
  expect(description.faults()).toEqual([]);
});
