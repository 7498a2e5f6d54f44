import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTickets } from '#kit/server/live/live-tickets.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { system } from '../resources.ts';
import { systemRoutes } from '../server.ts';
import { addTenants, tenants } from '../tenant.fixture.ts';
import { checkRuleApi } from './check-rule.ts';

let server: TestServer;
const platform = viewers.platform();
const east = viewers.tenant('1001');
const west = viewers.tenant('1002');
const vin = [
  { digits: '3', pattern: '[A-Z]{3}', message: 'The maker is three letters' },
  { digits: '4', pattern: '\\d{4}', message: 'The model is four digits' },
];

beforeAll(async () => {
  server = await startTestServer({ domains: [system, tenants], routes: systemRoutes({ tickets: createTickets(() => new Date()) }) });
  await addTenants(server.database);
  await server.ok(platform, checkRuleApi.add, { ruleName: 'VIN', ruleCode: 'vin', ruleJson: vin });
});
afterAll(() => server.close());

const check = async (viewer: Viewer, ruleCode: string, value: string) => {
  const { success, message, result } = await server.call(viewer, checkRuleApi.checkByCode, { ruleCode, value });
  return success ? true : { message, result };
};

test('segments take their letters in turn, and the first that fails tells where', async () => {
  expect(await check(east, 'vin', 'ABC1234')).toBe(true);
  expect(await check(east, 'vin', 'AB11234')).toEqual({ message: 'The maker is three letters', result: { segment: 0, begin: 0, end: 3 } });
  expect(await check(east, 'vin', 'ABC12X4')).toEqual({ message: 'The model is four digits', result: { segment: 1, begin: 3, end: 7 } });
  expect(await check(east, 'vin', 'ABC12')).toEqual({ message: 'The model is four digits', result: { segment: 1, begin: 3, end: 5 } });
  expect(await check(east, 'vin', 'ABC12345')).toMatchObject({ message: 'There are letters too many after the first 7' });
  expect(await check(east, 'vin', '')).toMatchObject({ result: { segment: 0, begin: 0, end: 0 } });
});

test('a star looks at the whole value, and only as a whole', async () => {
  const ruleJson = [
    { digits: '*', pattern: '\\w{2,6}', message: 'Two to six' },
    { digits: '1', pattern: '[a-z]', message: 'Begins small' },
  ];
  await server.ok(east, checkRuleApi.add, { ruleName: 'Short', ruleCode: 'short', ruleJson });
  expect(await check(east, 'short', 'aB9')).toBe(true);
  expect(await check(east, 'short', 'a')).toMatchObject({ message: 'Two to six' });
  expect(await check(east, 'short', 'aBcdefg')).toMatchObject({ message: 'Two to six' });
  expect(await check(east, 'short', 'Bcd')).toMatchObject({ message: 'Begins small', result: { segment: 1 } });
});

test('a pattern that would take for ever takes no time, and one that is none is refused', async () => {
  const evil = [{ digits: '*', pattern: '(a+)+$', message: 'no' }];
  await server.ok(east, checkRuleApi.add, { ruleName: 'Evil', ruleCode: 'evil', ruleJson: evil });
  const before = performance.now();
  expect(await check(east, 'evil', `${'a'.repeat(500)}!`)).toMatchObject({ message: 'no' });
  expect(performance.now() - before).toBeLessThan(1_000);
  const add = (pattern: string) =>
    server.call(east, checkRuleApi.add, { ruleName: 'x', ruleCode: 'x1', ruleJson: [{ digits: '*', pattern, message: 'x' }] });
  for (const pattern of ['(', '(?=x)', '\\1']) expect((await add(pattern)).message).toBe('The pattern of segment 1 is not valid');
  expect((await add('x'.repeat(201))).status).toBe(400);
});

test('whoever sees several tenants says whose rule is meant, and gets no other tenant’s by it', async () => {
  await server.ok(west, checkRuleApi.add, { ruleName: 'W', ruleCode: 'whose', ruleJson: [{ digits: '*', pattern: 'w+', message: 'all w' }] });
  const usesFor = (viewer: Viewer, tenantId?: string) => server.call(viewer, checkRuleApi.checkByCode, { ruleCode: 'whose', value: 'x', tenantId });
  expect((await usesFor(platform, '1002')).message).toBe('all w');
  for (const answer of [await usesFor(platform), await usesFor(platform, '1001'), await usesFor(east, '1002'), await usesFor(east)])
    expect(answer.message).toBe('There is no check rule called whose');
  expect((await usesFor(west, '1001')).message).toBe('There is no check rule called whose');
});

test('a rule is found by its code alone, inside one’s own tenant and the platform’s', async () => {
  for (const code of ['nothing', 'sys_user', "vin' or '1'='1"])
    expect(await check(east, code, 'x')).toMatchObject({ message: `There is no check rule called ${code}` });
  expect(await check(west, 'short', 'ab')).toMatchObject({ message: 'There is no check rule called short' });
  expect(await check(viewers.limited(viewers.station({ tenantId: '1001', agentId: '1', stationId: '1' }), []), 'short', 'ab')).toBe(true);
  expect((await server.call(undefined, checkRuleApi.checkByCode, { ruleCode: 'vin', value: 'x' })).status).toBe(401);
  const platformRule = (await server.ok(platform, checkRuleApi.list, { ruleCode: 'vin' })).records[0]?.id ?? '';
  expect((await server.call(east, checkRuleApi.edit, { id: platformRule, ruleName: 'x' })).message).toBe('Only the platform changes its own rules');
  expect((await server.call(east, checkRuleApi.delete, { id: platformRule })).message).toBe('Only the platform changes its own rules');
  await server.ok(east, checkRuleApi.add, { ruleName: 'Ours', ruleCode: 'vin', ruleJson: [{ digits: '*', pattern: 'x', message: 'ours' }] });
  expect(await check(east, 'vin', 'ABC1234')).toMatchObject({ message: 'ours' });
  expect(await check(west, 'vin', 'ABC1234')).toBe(true);
});
