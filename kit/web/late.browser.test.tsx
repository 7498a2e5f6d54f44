import { Component, StrictMode } from 'react';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { late } from './late.tsx';

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
  const Late = late(() => code, <p>on its way</p>);
  const box = draw(<Late words="here" />);
  await expect.element(page.getByText('on its way')).toBeVisible();
  come(Sign);
  await nextFrame();
  await nextFrame();
  expect(box.textContent).toBe('here');
});

test('code that was fetched ahead is drawn at once', async () => {
  let asked = 0;
  const Late = late(
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

test('code that does not come is told by the boundary above, and asked for again by the next mount', async () => {
  let tries = 0;
  const Late = late(() => (++tries === 1 ? Promise.reject(new Error('lost on the way')) : Promise.resolve(Sign)));
  draw(
    <Guard>
      <Late words="at last" />
    </Guard>,
  );
  await page.getByRole('button', { name: 'lost on the way' }).click();
  await expect.element(page.getByText('at last')).toBeVisible();
});
