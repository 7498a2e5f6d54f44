import { expect, test } from 'vitest';
import { openFilesMax, shareDescriptors } from './descriptors.ts';

test('the system says how many files this process may open', () => {
  expect(openFilesMax()).toBeGreaterThanOrEqual(256);
});

test('the report of Node has the same limit', () => {
  const report: unknown = process.report.getReport();
  const { soft } = (report as { readonly userLimits: { readonly open_files: { readonly soft: number | string } } }).userLimits.open_files; // as documented by Node
  expect(openFilesMax()).toBe(Math.min(65_536, soft === 'unlimited' ? Infinity : Number(soft)));
});

test.each([256, 1_024, 20_000, 1_048_576])('of %i open files some are kept back, and neither port can take what the other needs', (files) => {
  const { api, gateway } = shareDescriptors(files, { api: true, gateway: true });
  expect(files - api - gateway).toBeGreaterThanOrEqual(Math.min(1_024, Math.floor(files / 10)));
  expect(api).toBeGreaterThanOrEqual(16);
  expect(gateway).toBeGreaterThanOrEqual(api);
});

test('a process of one role has all of it', () => {
  expect(shareDescriptors(20_000, { api: true, gateway: false })).toEqual({ api: 18_976, gateway: 0 });
  expect(shareDescriptors(20_000, { api: false, gateway: true })).toEqual({ api: 0, gateway: 18_976 });
});
