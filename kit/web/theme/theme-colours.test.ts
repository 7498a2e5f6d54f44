// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { contrast, tonesOf } from './theme-colours.ts';
import { PRIMARY } from './theme-store.ts';

const colours = [PRIMARY, '#F5222D', '#FA541C', '#FAAD14', '#13C2C2', '#52C41A', '#2F54EB', '#722ED1'];

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
});

test.each(colours)('words in %s can be read by day and by night, and so can white on its buttons', (colour) => {
  for (const [look, surfaces] of [
    ['light', ['#ffffff', '#f3f5f8']],
    ['dark', ['#161c23', '#1d252e']],
  ] as const) {
    const tones = tonesOf(look, colour);
    for (const surface of [...surfaces, tones.hover, tones.selected]) expect(contrast(tones.link, surface)).toBeGreaterThanOrEqual(4.5);
    for (const ground of [tones.button, tones.buttonHover, tones.buttonActive]) expect(contrast('#ffffff', ground)).toBeGreaterThanOrEqual(4.5);
  }
});

test('what is no colour changes nothing', () => {
  expect(tonesOf('light', 'url(x)')).toEqual(tonesOf('light', PRIMARY));
});
