// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { readOnly, id, ref, text } from '#kit/fields/field.ts';
import { resource } from '#kit/resource/resource.ts';
import { fixedScopes, withScopes } from './columns.tsx';

const lamp = resource({
  name: 'lamp',
  path: '/lamp',
  table: 'lamp',
  key: 'id',
  title: 'lampName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: { id: readOnly(id()), lampName: text({}), tenantId: ref('tenant'), agentId: ref('agent'), stationId: ref('station') },
});
const person = (roleLevel: number, stationId: string | null = null) => ({ username: 'p', realname: 'P', roleLevel, stationId });
/** The columns that a viewer gets on a page that names only the station. */
const shownTo = (viewer: ReturnType<typeof person>) =>
  withScopes(lamp, ['lampName', 'stationId', 'createTime']).filter((name) => !fixedScopes(viewer).includes(name));

test('each level sees the scopes in which its rows differ, whatever the page names', () => {
  for (const level of [100, 999]) expect(shownTo(person(level))).toEqual(['lampName', 'stationId', 'tenantId', 'agentId', 'createTime']);
  expect(shownTo(person(90))).toEqual(['lampName', 'stationId', 'agentId', 'createTime']);
  expect(shownTo(person(80, '5'))).toEqual(['lampName', 'stationId', 'createTime']);
  expect(shownTo(person(75, '5'))).toEqual(['lampName', 'createTime']);
});

test('a big customer, who has no station, sees at which one they charged', () => {
  expect(shownTo(person(70))).toEqual(['lampName', 'stationId', 'createTime']);
});
