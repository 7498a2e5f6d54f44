import { Component, StrictMode } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '#kit/fields/words.ts';
import { languageStore } from '../language.ts';
import { lazyComponent } from './lazy-component.tsx';
import { ChunkLoadErrorRoot } from './chunk-load-error-root.tsx';

const Sign = ({ words }: { readonly words: string }) => <p>{words}</p>;

class Guard extends Component<{ readonly children: ReactNode }, { readonly problem: Error | undefined }> {
  override state: { readonly problem: Error | undefined } = { problem: undefined };
  static getDerivedStateFromError(problem: Error) {
    return { problem };
  }
  override render() {
    if (!this.state.problem) return this.props.children;
    return <button onClick={() => this.setState({ problem: undefined })}>{this.state.problem.message}</button>;
  }
}

let unmount = (): void => undefined;
afterEach(() => unmount());
const draw = (node: ReactNode): HTMLElement => {
  const box = document.body.appendChild(document.createElement('div'));
  const root = createRoot(box);
  root.render(<StrictMode>{node}</StrictMode>);
  unmount = () => {
    root.unmount();
    box.remove();
  };
  return box;
};
const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

test('what waits is drawn until the code is here, and the code a frame after that', async () => {
  let come = (_code: typeof Sign): void => undefined;
  const code = new Promise<typeof Sign>((resolve) => {
    come = resolve;
  });
  const Late = lazyComponent(() => code, <p>on its way</p>);
  const box = draw(<Late words="here" />);
  await expect.element(page.getByText('on its way')).toBeVisible();
  come(Sign);
  await nextFrame();
  await nextFrame();
  expect(box.textContent).toBe('here');
});

test('code that was fetched ahead is drawn at once', async () => {
  let asked = 0;
  const Late = lazyComponent(
    () => {
      asked += 1;
      return Promise.resolve(Sign);
    },
    <p>on its way</p>,
  );
  await Late.ahead();
  const seen: string[] = [];
  const box = document.body.appendChild(document.createElement('div'));
  new MutationObserver(() => seen.push(box.textContent ?? '')).observe(box, { childList: true, subtree: true });
  const root = createRoot(box);
  root.render(<Late words="here" />);
  await expect.element(page.getByText('here')).toBeVisible();
  unmount = () => root.unmount();
  expect(seen).not.toContain('on its way');
  expect(asked).toBe(1);
});

test('code that breaks is told by the boundary above, and asked for again by the next mount', async () => {
  let tries = 0;
  const Late = lazyComponent(() => (++tries === 1 ? Promise.reject(new Error('lost on the way')) : Promise.resolve(Sign)));
  draw(
    <Guard>
      <Late words="at last" />
    </Guard>,
  );
  await page.getByRole('button', { name: 'lost on the way' }).click();
  await expect.element(page.getByText('at last')).toBeVisible();
});

test('pieces that do not come are told of once, in three languages, come when asked again, and leave the page standing', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the line is cut')));
  onTestFinished(() => {
    vi.unstubAllGlobals();
    languageStore.set('en_US');
  });
  let isHere = false;
  const missing = () => (isHere ? Promise.resolve(Sign) : Promise.reject(new TypeError('Failed to fetch dynamically imported module: x.js')));
  const [One, Other] = [lazyComponent(missing), lazyComponent(missing, <p>on its way</p>)];
  draw(
    <>
      <input aria-label="typed" />
      <One words="first" />
      <Other words="second" />
      <ChunkLoadErrorRoot />
    </>,
  );
  await page.getByLabelText('typed').fill('half a word');
  const texts = ['网络连接失败', '網路連線失敗', 'could not be loaded'];
  for (const [at, language] of languages.entries()) {
    languageStore.set(language);
    await expect.element(page.getByRole('alert')).toHaveTextContent(texts[at] ?? '');
  }
  isHere = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByText('first')).toBeVisible();
  await expect.element(page.getByText('second')).toBeVisible();
  expect(page.getByRole('alert').elements()).toEqual([]);
  await expect.element(page.getByLabelText('typed')).toHaveValue('half a word');
});
