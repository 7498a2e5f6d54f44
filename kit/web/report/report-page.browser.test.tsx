import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { freshPage } from '../testing/fresh-page.fixture.ts';
import { expectRetry } from '../testing/expect-retry.fixture.ts';
import { show } from '../testing/show.fixture.tsx';
import { localDay } from './days.ts';
import { ReportPage } from './report-page.tsx';
import { pageOf, serveCalls } from './fake-server.fixture.ts';
import type { FakeServer } from './fake-server.fixture.ts';

const columns = {
  cgRpConfigId: 'trips',
  cgRpConfigName: 'Trips',
  columns: [
    { title: 'Day', dataIndex: 'day', align: 'left', fieldType: 'day', sorter: 'true', sortOrder: 'descend' },
    { title: 'Trips', dataIndex: 'trips', align: 'right', fieldType: 'count', query: 'true' },
    { title: 'Paid', dataIndex: 'paid', align: 'right', fieldType: 'money' },
  ],
  dictOptions: {},
  sums: ['trips', 'paid'],
  chart: ['trips', 'paid'],
};
const today = localDay(new Date());
const rows = Array.from({ length: 12 }, (_none, index) => ({ day: today, trips: index, paid: `${index}.00`, currency: index % 2 ? 'CNY' : 'EUR' }));
const serve: FakeServer = (path, query) => {
  if (path.includes('getRpColumns')) return columns;
  if (path.includes('getQueryInfo')) return [{ label: 'Day', field: 'day', view: 'day', mode: 'group', fieldType: 'day', usualDays: 7 }];
  if (path.includes('getChart')) return ['CNY', 'EUR'].map((currency) => ({ day: today, currency, figures: { trips: '33', paid: '30.00' } }));
  const byCurrency = ['CNY', 'EUR'].map((currency) => ({ currency, totals: { paid: '36.00' } }));
  return { ...pageOf(rows, query), totals: { trips: '66', paid: null }, currency: null, byCurrency };
};

beforeEach(async () => {
  await freshPage(1280, 900);
  window.location.hash = '/report/trips';
});

test('a report asks for its usual days, tells sums of each currency, draws the days, and keeps its place in the address', async () => {
  const told = vi.spyOn(console, 'error');
  onTestFinished(() => told.mockRestore());
  const calls = serveCalls(serve);
  show(<ReportPage code="trips" />);
  const sums = page.getByRole('region', { name: 'Totals' });
  await expect.element(sums).toHaveTextContent(/Trips66Paid.*36\.00.*36\.00/u);
  const data = () => calls.filter(({ path }) => path.includes('getData')).map(({ query }) => query);
  const days = { day_begin: localDay(new Date(Date.now() - 6 * 86_400_000)), day_end: today };
  expect(data()).toEqual([{ ...days, pageNo: '1', pageSize: '10' }]);
  const bars = () => document.querySelectorAll('.rp-bars');
  expect([bars().length, bars()[0]?.childElementCount]).toEqual([1, 7]);
  expect(bars()[0]?.lastElementChild?.getAttribute('title')).toBe(`${today}: 66`);
  await page.getByRole('region', { name: 'By day' }).getByText('Paid').click();
  await expect.poll(() => bars().length).toBe(2);
  await page.getByTitle('2', { exact: true }).click();
  await expect.poll(() => data().at(-1)).toEqual({ ...days, pageNo: '2', pageSize: '10' });
  expect(window.location.hash).toContain('pageNo=2');
  await page.getByRole('columnheader', { name: 'Day' }).click();
  await expect.poll(() => data().at(-1)).toEqual({ ...days, pageNo: '1', pageSize: '10', column: 'day', order: 'asc' });
  expect(told.mock.calls).toEqual([]);
});

test('an advanced query asks of the figures, for rows, sums and drawing alike, and stands in the address', async () => {
  const query = JSON.stringify([{ field: 'trips', rule: 'ge', val: '7' }]);
  window.location.hash = `/report/trips?superQueryParams=${encodeURIComponent(query)}`;
  const calls = serveCalls((path, params) => (path.endsWith('/savedView/list') ? [] : serve(path, params)));
  const last = (call: string) => calls.findLast(({ path }) => path.includes(call))?.query['superQueryParams'];
  show(<ReportPage code="trips" />);
  await expect.element(page.getByText('Advanced query: 1 condition')).toBeVisible();
  expect([last('getData'), last('getChart')]).toEqual([query, query]);
  await page.getByRole('button', { name: 'Advanced query builder' }).click();
  // The day has its own period filter, and the builder offers no field that cannot be queried.
  await expect.element(page.getByRole('combobox', { name: 'Field 1' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Field 1' }).click();
  await expect.poll(() => [...document.querySelectorAll('.ant-select-item-option')].map((item) => item.textContent)).toEqual(['Trips']);
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByRole('button', { name: 'Take the advanced query off' }).click();
  await expect.poll(() => last('getData')).toBeUndefined();
  expect(window.location.hash).not.toContain('superQueryParams');
});

test('what the server refuses is said in its words, with a way to try again', async () => {
  let refuses = true;
  serveCalls((path, query) => {
    if (refuses && path.includes('getData')) throw new Error('At most 7 days at a time');
    return serve(path, query);
  });
  show(<ReportPage code="trips" />);
  await expectRetry('At most 7 days at a time', () => void (refuses = false), page.getByRole('region', { name: 'Totals' }));
  expect(page.getByText('At most 7 days at a time').query()).toBeNull();
});
