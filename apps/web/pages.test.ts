// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { features } from './features.ts';
import { pages } from './registry.ts';

const entries = features.flatMap((feature) => (feature.menu ?? []).map((entry) => ({ feature, component: entry.component })));

test('there is something to look at', () => {
  expect(entries.length).toBeGreaterThan(3);
});

test.each(entries)('$component has a page of its own or enough facts for the kit to draw one', ({ feature, component }) => {
  const drawable = feature.resource !== undefined && feature.labels !== undefined && feature.api['list'] !== undefined;
  expect(pages[component] !== undefined || drawable).toBe(true);
});

test.each(Object.keys(pages))('the page %s stands in a menu', (component) => {
  // Every menu contains the home page, which no noun declares.
  expect([...entries.map((entry) => entry.component), 'dashboard/Analysis']).toContain(component);
});
