import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { cachedCalls, inParallel, isRecord, textAt } from '#kit/test/nouns/call-endpoint.ts';
import type { CallResult, Input } from '#kit/test/nouns/call-endpoint.ts';
import { isNear, marksIn } from '#kit/test/nouns/owner.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { isListed, pairsFor, comparable, rowOf, rowsOfNoun, isShown } from '../testing/foreign.ts';
import type { Pair } from '../testing/foreign.ts';
import { neverSucceeds, publicEndpoints, expectedErrors, rowMakers } from '../testing/nouns.ts';
import { recordingCaller } from '../testing/numbers.ts';
import { namesOf, placesOf } from '../testing/positions.ts';
import type { NamedEndpoint } from '../testing/positions.ts';
import { reportsOf } from '../testing/reports.ts';
import { changedForeign, fingerprintsOf, leaksIn, readRows } from '../testing/rows.ts';
import type { Fingerprints, StoredRow } from '../testing/rows.ts';
import { isConsuming, samplesOf } from '../testing/samples.ts';
import { importEach, importsOf } from '../testing/sheets.ts';
import type { Import } from '../testing/sheets.ts';
import { watchAs } from '../testing/live.ts';
import { trialsOf } from '../testing/trials.ts';
import { liveTopics } from '../roles/live-topics.ts';
import { HOME, startDescribedTestbed } from '../testing/world.ts';
import type { DescribedTestbed, Person } from '../testing/world.ts';
import { stationApi } from '#domains/network/resources.ts';
import { scopesFixedAt } from '#kit/resource/rights/role-level.ts';
import { columnOf } from '#kit/server/values/column-name.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';

/** Each test makes hundreds of requests, on a machine that may run other tests as well. */
vi.setConfig({ testTimeout: 180_000 });

let world: DescribedTestbed;
let numbers: ReturnType<typeof recordingCaller>;
let places: readonly NamedEndpoint[];
let rows: readonly StoredRow[];
let fingerprints: Fingerprints;

beforeAll(async () => {
  const built = await startDescribedTestbed();
  numbers = recordingCaller(built.ask);
  world = { ...built, ask: numbers.ask };
  places = placesOf(world.server.registry);
  rows = await readRows(world.database, world.resources);
  fingerprints = fingerprintsOf(rows);
});
afterAll(() => world?.close());

/** Routes that no noun declares, each with the reason. */
const undeclaredRoutes: Readonly<Record<string, string>> = {
  'GET /jeecg-boot/v3/api-docs': 'the description of the API, for people with a session',
};

const everyone = ['platform', 'tenant', 'agent', 'station', 'customer'] as const;
const scoped = ['tenant', 'agent', 'station', 'customer'] as const;
const samples = (place: NamedEndpoint, needsOwnRows = false): Promise<readonly Input[]> => samplesOf(place, { world, owner: HOME, needsOwnRows });
const methodsOf = ({ endpoint }: NamedEndpoint) => [endpoint.method, ...(endpoint.alsoMethod ? [endpoint.alsoMethod] : [])];

describe('the matrix is whole', () => {
  test('every endpoint that is mounted is declared, and every declared one is mounted', () => {
    const declared = places.flatMap((place) => methodsOf(place).map((method) => `${method} ${BASE_PATH}${place.endpoint.path}`));
    expect(world.server.mounted.toSorted()).toEqual([...declared, ...Object.keys(undeclaredRoutes)].toSorted());
  });

  test('every noun has a fixture, and a row at every owner', () => {
    expect(world.resources.map((noun) => noun.name).toSorted()).toEqual(Object.keys(rowMakers).toSorted());
    for (const noun of world.resources) expect(rowsOfNoun(rows, noun).length, noun.name).toBeGreaterThan(1);
  });
});

describe('who may ask', () => {
  test('nobody without a session, except what is public', async () => {
    const wrong = await inParallel(places, async (place) => {
      const answers = await Promise.all(methodsOf(place).map((method) => world.ask({ token: '', method }, place.endpoint)));
      // A public call may want another proof than a session.
      const wantsKey = place.endpoint.bearer === true;
      const isWrong = (status: number): boolean => (place.endpoint.allow === 'public' ? status === 401 && !wantsKey : status !== 401);
      return answers.some(({ status }) => isWrong(status)) ? [place.name] : [];
    });
    expect(wrong.flat()).toEqual([]);
    expect(
      places
        .filter(({ endpoint }) => endpoint.allow === 'public')
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(Object.keys(publicEndpoints).toSorted());
  });

  test.each(everyone)('the %s not without the permission, by any method, whatever else they hold', async (name) => {
    const guarded = places.filter(({ endpoint }) => endpoint.allow !== 'public' && endpoint.allow !== 'signedIn');
    const session = world.person(name).token.slice(0, -1);
    const wrong = await inParallel(guarded, async (place) => {
      const answers = await Promise.all(
        methodsOf(place).map((method) => world.ask({ token: `${session}!${place.endpoint.allow}`, method }, place.endpoint)),
      );
      return answers.flatMap((answer) => (answer.status === 403 ? [] : [`${place.name} ${answer.status}`]));
    });
    expect(wrong.flat()).toEqual([]);
    expect(guarded.length).toBeGreaterThan(100);
  });
});

describe.each(everyone)('what the %s sees', (name) => {
  // These tests change no row, so a list that several of them read is asked once.
  let read: ReturnType<typeof cachedCalls>;
  beforeAll(() => {
    read = cachedCalls(world.ask, world.person(name).token);
  });

  test('stays inside the scope, in every answer that can be read', async () => {
    const person = world.person(name);
    const readings = places.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.changes);
    const leaks = await inParallel(readings, async (place) => {
      const asked = place.endpoint.listOf ? [{ pageSize: '100' }] : await samples(place);
      const answers = await Promise.all(asked.map((input) => read(place.endpoint, input)));
      return answers.flatMap((answer) => {
        const marks = person.scope.tenant === 'all' ? [] : marksIn(answer.text).filter((mark) => !isNear(mark, nearOf(person)));
        const found = [...marks, ...leaksIn(answer.result, person.scope, fingerprints)];
        return found.length > 0 ? [`${place.name}: ${found.slice(0, 5).join(', ')}`] : [];
      });
    });
    expect(leaks.flat()).toEqual([]);
  });

  test('is the same when a client of the family sends the filters of the level along', async () => {
    const person = world.person(name);
    const level = { platform: 999, tenant: 100, agent: 90, station: 80, customer: 70 }[name];
    const { tenant, agent, station } = person.scope;
    const own = { tenantId: tenant, agentId: agent, stationId: station };
    const kept = Object.fromEntries(scopesFixedAt(level).flatMap((id) => (own[id] === 'all' ? [] : [[id, own[id].join()]])));
    const lists = places.filter(({ endpoint }) => endpoint.listOf && endpoint.listOf.scope.tenant !== 'shared' && endpoint.output.form === 'page');
    const differing = await inParallel(lists, async (place) => {
      const ask = async (by: typeof read): Promise<readonly string[]> => {
        const [plainly, narrowed] = await Promise.all([{}, kept].map((filter) => by(place.endpoint, { pageSize: '100', ...filter })));
        return JSON.stringify(plainly?.result) === JSON.stringify(narrowed?.result) && plainly?.success ? [] : [`${place.name} ${narrowed?.message}`];
      };
      // Of the two lists one may have been read before, and sessions are used meanwhile: then both are read anew.
      const differs = (await ask(read)).length > 0;
      return differs ? ask((endpoint, input) => world.ask(person.token, endpoint, input)) : [];
    });
    expect(differing.flat()).toEqual([]);
    expect(Object.keys(kept)).toEqual(
      { platform: [], tenant: [], agent: ['tenantId'], station: ['tenantId', 'agentId'], customer: ['tenantId'] }[name],
    );
  });

  test('is all there is inside the scope, row for row', async () => {
    const person = world.person(name);
    const lists = places.flatMap((place) => {
      const noun = place.endpoint.listOf;
      return noun && !place.feature.report && place.endpoint.output.form === 'page' ? [{ place, noun }] : [];
    });
    const found = await inParallel(lists, async ({ place, noun }) => {
      const answer = await read(place.endpoint, { pageSize: '100' });
      const page = isRecord(answer.result) ? answer.result : {};
      const records: readonly unknown[] = Array.isArray(page['records']) ? page['records'] : [];
      return [place.name, { total: page['total'], listed: records.map((row) => textAt(row, noun.key)).toSorted() }] as const;
    });
    const expected = lists.map(({ place, noun }) => {
      const visible = rowsOfNoun(rows, noun).filter((row) => isShown(noun, person.scope, row.values) && isListed(place, { person, row }));
      return [place.name, { total: visible.length, listed: visible.map((row) => String(row.values[columnOf(noun.key)])).toSorted() }] as const;
    });
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
  });
});

test('totals add up what the list shows, and nothing else', async () => {
  const totals = places.filter(({ endpoint, feature }) => endpoint.listOf && !feature.report && !['page', 'file'].includes(endpoint.output.form));
  const ask = async (name: Person['name'], place: NamedEndpoint, filter: Input = {}) => {
    const { success, result } = await world.ask(world.person(name).token, place.endpoint, filter);
    return { success, result };
  };
  for (const place of totals) {
    const all = await ask('platform', place);
    for (const name of scoped) {
      const { tenant, agent, station, customer } = world.person(name).scope;
      const [tenantId, agentId, stationId, custId] = [tenant, agent, station, customer].map((sees) => (sees === 'all' ? undefined : sees.join()));
      // No customer owns days of stations.
      const isNobodys = custId !== undefined && place.endpoint.listOf?.scope.customer === undefined;
      const isHidden = name === 'station' && place.endpoint.listOf?.scope.station === 'hidden';
      const own = await ask(name, place);
      const narrowed = isHidden ? { tenantId: '1' } : { tenantId, agentId, stationId, custId };
      expect([place.name, name, own]).toEqual([place.name, name, isNobodys ? { success: true, result: [] } : await ask('platform', place, narrowed)]);
      expect([place.name, name, own]).not.toEqual([place.name, name, all]);
    }
  }
  const named = totals.map(({ name }) => name).toSorted();
  expect(named.join(' ')).toBe(
    'chargingOrder.dealConsume consume.dealConsume orderData.sums pileData.sums recharge.dealConsume refundOrder.dealRefund stationDay.byDay',
  );
});

test('a report adds up what its reader sees, and nothing else', async () => {
  // There is no energy to report, because no order of the test data has ended.
  expect(await reportsOf(world, places)).toEqual({ differing: [], readers: ['exceptionDay', 'incomeDay', 'orderDay'] });
});

const nearOf = (person: Person) =>
  person.name === 'station' ? HOME : person.name === 'agent' ? { tenant: HOME.tenant, agent: HOME.agent } : { tenant: HOME.tenant };

describe.each(scoped)('a row that is foreign to the %s', (name) => {
  test('answers as one that does not exist, in every position, and stays as it was', async () => {
    const person = world.person(name);
    const trials = (await Promise.all(places.map((place) => trialsOf({ world, rows }, place, person)))).flat();
    const before = await readRows(world.database, world.resources);
    // Several trials lead to the same request, mostly those with a name that no row has.
    const askPerson = cachedCalls(world.ask, person.token);
    const wrong = await inParallel(trials, async (trial) => {
      const ask = (key: string) => askPerson(trial.place.endpoint, trial.write(trial.sample, key));
      const [foreign, absent] = [await ask(trial.pair.foreign), await ask(trial.pair.absent)];
      const [one, other] = [comparable(foreign, trial.pair.foreign), comparable(absent, trial.pair.absent)];
      const leaks = leaksIn(foreign.result, person.scope, fingerprints).filter((leaf) => leaf !== trial.pair.foreign);
      if (one === other && leaks.length === 0 && foreign.status < 500) return [];
      return [`${trial.place.name} ${trial.position.path}\n foreign ${one.slice(0, 200)}\n absent  ${other.slice(0, 200)}\n leaks ${leaks.join()}`];
    });
    expect(wrong.flat()).toEqual([]);
    expect(changedForeign(before, await readRows(world.database, world.resources), person.scope)).toEqual([]);
    expect(trials.length).toBeGreaterThan(400);
  });
});

describe('the requests of this matrix', () => {
  test('are answered with yes, or with another no than a foreign name, when all they name is the asker’s own', async () => {
    const failed = await inParallel(
      places.filter(({ name, endpoint }) => !(name in neverSucceeds) && !endpoint.upload),
      async (place) => {
        const asker = world.person(place.feature.name === 'tenant' ? 'platform' : 'tenant');
        const answers = await Promise.all((await samples(place, isConsuming(place))).map((input) => world.ask(asker.token, place.endpoint, input)));
        return answers.flatMap((answer) =>
          answer.success || answer.message === expectedErrors[place.name] ? [] : [`${place.name} ${answer.status} ${answer.message}`],
        );
      },
      4,
    );
    expect(failed.flat()).toEqual([]);
  });

  test('never break, whatever rights the customer, the station and the agent have been given', async () => {
    const asked = places.filter((place) => !(place.name in neverSucceeds) && !place.endpoint.upload);
    const answers = await inParallel(asked, async (place) => {
      const heard: (CallResult & { readonly by: Person['name']; readonly place: string })[] = [];
      let unused: readonly Input[] | undefined;
      for (const by of ['customer', 'station', 'agent'] as const) {
        const inputs = unused ?? (await samples(place, isConsuming(place)));
        const said = await Promise.all(inputs.map((input) => world.ask(world.person(by).token, place.endpoint, input)));
        heard.push(...said.map((answer) => ({ ...answer, by, place: place.name })));
        // A refusal changes nothing, so the next viewer can try the same request.
        unused = isConsuming(place) && said.some((answer) => answer.success) ? undefined : inputs;
      }
      return heard;
    });
    expect(answers.flat().flatMap((answer) => (answer.status >= 500 ? [`${answer.place} ${answer.by} ${answer.message}`] : []))).toEqual([]);
    // An agent's own staff may do everything except what concerns agents, tenants, their logs, the keys of grid operators, recounts, the
    // bills of providers, the screens of tenants and the deletion of comments. The company invoice information of the samples belongs to agents of its own.
    const refused = answers
      .flat()
      .filter((answer) => answer.by === 'agent' && !answer.success && answer.message !== expectedErrors[answer.place])
      .map((answer) => answer.place.split('.')[0] ?? '');
    expect([...new Set(refused)].sort()).toEqual([
      'accessConfig',
      'agent',
      'bigScreen',
      'chargeRecount',
      'comment',
      'companyInvoiceInfo',
      'money',
      'notice',
      'partnerCall',
      'partnerWebhook',
      'payBillDay',
      'payDifference',
      'powerKey',
      'privilegeCardPayment',
      'sysLog',
      'tenant',
      'webhookDelivery',
    ]);
  });
});

describe('the tenant header', () => {
  test('narrows, and names a foreign tenant as one that does not exist', async () => {
    const { list } = stationApi;
    const [own, foreign] = [world.key('tenant', { tenant: 1 }), world.key('tenant', { tenant: 2 })];
    const ask = (name: Person['name'], tenantId: string) => world.ask({ token: world.person(name).token, headers: { 'tenant-id': tenantId } }, list);
    for (const name of scoped) {
      const [one, other] = [await ask(name, foreign), await ask(name, '7999999999999')];
      expect(comparable(one, foreign)).toBe(comparable(other, '7999999999999'));
      expect(one.status).toBe(403);
    }
    expect(marksIn((await ask('platform', own)).text).filter((mark) => !isNear(mark, { tenant: 1 }))).toEqual([]);
    expect(marksIn((await ask('platform', foreign)).text).filter((mark) => !isNear(mark, { tenant: 2 }))).toEqual([]);
  });
});

describe('live topics', () => {
  test('that are foreign are refused as those that do not exist', async () => {
    const noun = world.server.registry.resource('chargingOrder');
    const orderNo = (owner: Owner) => String(rowOf(rows, noun, world.key('chargingOrder', owner)).values['charging_order_no']);
    const keys: Readonly<Record<string, (owner: Owner) => string>> = {
      station: (owner) => world.key('station', owner),
      gun: (owner) => `${world.key('pile', owner)}:1`,
      pile: (owner) => world.key('pile', owner),
      order: orderNo,
      powerSite: (owner) => world.key('powerSite', owner),
    };
    expect(liveTopics.map(({ name }) => name).toSorted()).toEqual(Object.keys(keys).toSorted());
    const topics = (owner: Owner) => Object.entries(keys).map(([name, key]) => `${name}:${key(owner)}`);
    const nothing = topics(HOME).map((topic) => topic.replace(/\d/g, '9'));
    const near = {
      tenant: { tenant: 2, agent: 1, station: 1 },
      agent: { ...HOME, agent: 2 },
      station: { ...HOME, station: 2 },
      customer: { tenant: 2, agent: 1, station: 1 },
    } as const;
    for (const name of scoped) {
      const foreign = topics(near[name]);
      expect(await watchAs(world, world.person(name), [...foreign, ...nothing])).toEqual([...foreign, ...nothing].map((topic) => `refused ${topic}`));
    }
    for (const name of ['platform', 'tenant', 'agent', 'station'] as const)
      expect(await watchAs(world, world.person(name), topics(HOME))).toEqual(topics(HOME).map((topic) => `watching ${topic}`));
  });
});

describe('an imported row', () => {
  test.each(scoped)('that names what is foreign to the %s comes back as one that names nothing', async (name) => {
    const person = world.person(name);
    const before = await readRows(world.database, world.resources);
    const wrong = await inParallel(importsOf(places), async (each) => {
      const trials = namedIn(each, person);
      const rowsWith = (which: keyof Pair) =>
        Promise.all(trials.map(async ({ column, pair }) => ({ ...(await rowMakers[each.noun.name]?.draft?.(world, HOME)), [column]: pair[which] })));
      const [foreign, absent] = [
        await importEach(world, person, { target: each, rows: await rowsWith('foreign') }),
        await importEach(world, person, { target: each, rows: await rowsWith('absent') }),
      ];
      return trials.flatMap(({ column, pair }, index) => {
        const [one, other] = [reasonOf(foreign[index], pair), reasonOf(absent[index], pair)];
        return one === other && one !== 'added' ? [] : [`${each.noun.name} ${column} ${pair.foreign}: ${one} / ${other}`];
      });
    });
    expect(wrong.flat()).toEqual([]);
    expect(changedForeign(before, await readRows(world.database, world.resources), person.scope)).toEqual([]);
  });

  test('is added when all it names is the asker’s own', async () => {
    const failed = await inParallel(importsOf(places), async (each) => {
      const draft = (await rowMakers[each.noun.name]?.draft?.(world, HOME)) ?? {};
      const [said] = await importEach(world, world.person('platform'), { target: each, rows: [draft] });
      return said === 'added' ? [] : [`${each.noun.name} ${said}`];
    });
    expect(failed.flat()).toEqual([]);
    expect(importsOf(places).length).toBeGreaterThan(8);
  });
});

/** Columns of a sheet that name a row by its key or title, with names that are foreign to some viewer. */
const namedIn = (each: Import, person: Person): readonly { readonly column: string; readonly pair: Pair }[] =>
  each.columns.flatMap(([column, field]) => {
    const names = namesOf(world.server.registry, { ...each.place, name: `${each.noun.name}.add` }, [column, field]);
    if (!names) return [];
    const title = { ...names, field: names.field ?? world.server.registry.resource(names.noun).title };
    return [names, title].flatMap((asked) => pairsFor(world, rows, { person, names: asked, isFilter: false }).map((pair) => ({ column, pair })));
  });

/** The reason in a row of the sheet of errors, without the cells of the row. */
const reasonOf = (said: string | undefined, pair: Pair): string => {
  const cells: unknown = said?.startsWith('[') ? JSON.parse(said) : said;
  return String(Array.isArray(cells) ? cells[1] : cells)
    .replaceAll(pair.foreign, '§')
    .replaceAll(pair.absent, '§');
};

describe('a name that another tenant uses', () => {
  test('is free, but for those that all tenants share', async () => {
    const adds = places.filter((place) => place.name.endsWith('.add') && place.feature.name !== 'tenant' && !(place.name in neverSucceeds));
    const refused = await inParallel(adds, async (place) => {
      const noun = place.feature.resource;
      const [draft] = await samples(place, true);
      if (!noun || !draft) return [`${place.name} has no draft`];
      const theirs = rowOf(rows, noun, world.key(noun.name, { tenant: 2, agent: 2, station: 2 })).values;
      const taken = Object.entries(draft).map(([name, value]) => {
        const theirValue = theirs[columnOf(name)];
        const isName =
          ['text', 'phone'].includes(place.endpoint.input[name]?.kind ?? '') &&
          noun.fields[name]?.secret !== true &&
          !['recharge.mainPartNo', 'firmware.firmwareUrl'].includes(`${noun.name}.${name}`);
        return [name, isName && typeof theirValue === 'string' ? theirValue : value];
      });
      const answer = await world.ask(world.person('tenant').token, place.endpoint, Object.fromEntries(taken));
      return answer.success ? [] : [`${noun.name}: ${answer.message}`];
    });
    // A pile logs in by its code and a person by name, before the tenant is known.
    expect(refused.flat().toSorted()).toEqual(['pile: Pile code exists already', 'user: User name exists already']);
  });
});

test('through all of this no route told anybody the number of a person in full, and each kept to its description', () => {
  expect({ revealedBy: numbers.revealedBy(), faults: world.description.faults(places) }).toEqual({ revealedBy: [], faults: [] });
  expect(numbers.answerCount()).toBeGreaterThan(10_000);
});
