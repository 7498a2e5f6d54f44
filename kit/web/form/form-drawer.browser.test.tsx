import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { readOnly, id, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { labels } from '#kit/resource/labels.ts';
import { resource } from '#kit/resource/resource.ts';
import { loadLocale } from '../locale.ts';
import { registerNounLoader } from '../kinds/ref-lookup.ts';
import { serveCalls } from '../report/fake-server.fixture.ts';
import { beginSession } from '../session/session.ts';
import { freshPage } from '../testing/fresh-page.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import { FormDrawer } from './form-drawer.tsx';

const scope = { tenant: 'shared', agent: 'shared', station: 'shared' } as const;
const said = (name: string) => [name, name, name] as const;
const owner = resource({
  name: 'agent',
  path: '/tested/owner',
  table: 'tested_owner',
  key: 'agentId',
  title: 'agentName',
  scope,
  fields: { agentId: readOnly(id()), agentName: text({ max: 20 }) },
});
const rank = resource({
  name: 'testedRank',
  path: '/tested/rank',
  table: 'tested_rank',
  key: 'id',
  title: 'name',
  scope,
  fields: { id: readOnly(id()), tenantId: ref('tenant'), agentId: ref('agent'), name: text({ max: 20 }) },
});
const rankLabels = labels(rank, {
  noun: said('Rank'),
  fields: { id: said('Id'), tenantId: said('Tenant'), agentId: said('Agent'), name: said('Name') },
});

beforeEach(async () => {
  await freshPage(1280, 800);
  await loadLocale('en_US');
  beginSession('token', { id: '7', username: 'ann', realname: 'Ann', roleLevel: 999 });
  registerNounLoader(() => Promise.resolve([owner, { ...owner, name: 'tenant', path: '/tested/tenant' }]));
});

test('what a form fills in by itself is no work to be asked about; what somebody types is', async () => {
  serveCalls((path) => (path === '/tested/owner/queryList' ? [{ value: '4', text: 'The only agent', tenantId: '9' }] : []));
  let closed = 0;
  show(<FormDrawer open of={rank} api={crud(rank)} labels={rankLabels} onClose={() => (closed += 1)} />);
  const question = page.getByRole('button', { name: 'Keep editing' });
  // The form selects the only agent, and with it the agent's tenant.
  await expect.element(page.getByText('The only agent').first()).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect([closed, question.elements().length]).toEqual([1, 0]);
  await page.getByLabelText('Name').fill('Gold');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(question).toBeVisible();
  expect(closed).toBe(1);
});
