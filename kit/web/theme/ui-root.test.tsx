// @vitest-environment happy-dom
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { languageStore } from '../language.ts';
import { loadLocale } from '../locale.ts';
import { UiRoot } from './ui-root.tsx';

test('what was typed stays when the words of a language arrive late', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  let mounts = 0;
  const Form = () => {
    useEffect(() => void (mounts += 1), []);
    return <input aria-label="name" />;
  };
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () => root.render(<UiRoot>{<Form />}</UiRoot>));
  const field = place.querySelector('input');
  for (const language of ['zh_TW', 'zh_CN', 'en_US'] as const) {
    await act(async () => {
      languageStore.set(language);
      await loadLocale(language);
    });
  }
  expect([mounts, place.querySelector('input') === field]).toEqual([1, true]);
  await act(async () => root.unmount());
});
