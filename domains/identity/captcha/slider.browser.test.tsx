import { beforeEach, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { captchaApi, captchaSize } from './captcha.ts';
import { languageStore } from '#kit/web/language.ts';
import { serveCalls } from '#kit/web/report/fake-server.fixture.ts';
import { freshPage } from '#kit/web/testing/fresh-page.fixture.ts';
import { show } from '#kit/web/testing/show.fixture.tsx';
import { Slider } from './slider.web.tsx';
import { SLIDE_MAX } from './use-slider.web.ts';

const GAP = 130;
const NEAR = 5;
const svgOf = (width: number, height: number) => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;

const { width, height, piece } = captchaSize;
const challengeOf = (no: number) => ({ checkKey: `k${no}`, picture: svgOf(width, height), piece: svgOf(piece, piece), top: 20 });

const onPassed = vi.fn<(proof: string) => void>();
let calls: ReturnType<typeof serveCalls>;

/** A server that accepts a position near the gap, and returns a new picture and proof each time. */
beforeEach(async () => {
  await freshPage(600, 500);
  onPassed.mockClear();
  let pictures = 0;
  calls = serveCalls((path) => {
    if (path === captchaApi.challenge.path) return challengeOf((pictures += 1));
    const { checkKey, position } = (calls.at(-1)?.body ?? {}) as { readonly checkKey: string; readonly position: number };
    if (Math.abs(position - GAP) > NEAR) throw new Error('That did not fit the gap, try again');
    return { captcha: `proof of ${checkKey}` };
  });
  // The page is long enough to be scrolled by the same finger.
  show(
    <div style={{ minHeight: 2000 }}>
      <Slider subject="ann" onPassed={onPassed} />
    </div>,
  );
  await ready();
});

const handle = page.getByRole('slider');
const at = () => Number(handle.element().getAttribute('aria-valuenow'));
const ready = async () => {
  await expect.poll(() => document.querySelector('.co-slider')?.getAttribute('data-state')).toBe('ready');
  // The handle is below the picture, so the pictures must be loaded first.
  await Promise.all([...document.images].map((image) => image.decode()));
};
const judged = () =>
  calls.flatMap(({ path, body }) =>
    path === captchaApi.verify.path ? [body as { readonly checkKey: string; readonly position: number; readonly track: readonly object[] }] : [],
  );
const pictures = () => calls.filter(({ path }) => path === captchaApi.challenge.path).length;

/** Pointer input: the position of the handle on the screen, and the events of a browser. */
type PointerKind = 'mouse' | 'touch';
interface DevToolsSession {
  readonly send: (command: string, parameters: object) => Promise<unknown>;
}
// The types of the DevTools protocol would include those of Node in the web project.
const line = () => cdp() as unknown as DevToolsSession;
const send = (hand: PointerKind, type: 'down' | 'move' | 'up', { x, y }: { readonly x: number; readonly y: number }) =>
  hand === 'mouse'
    ? line().send('Input.dispatchMouseEvent', {
        type: { down: 'mousePressed', move: 'mouseMoved', up: 'mouseReleased' }[type],
        x,
        y,
        button: 'left',
        buttons: type === 'up' ? 0 : 1,
        clickCount: 1,
      })
    : line().send('Input.dispatchTouchEvent', {
        type: { down: 'touchStart', move: 'touchMove', up: 'touchEnd' }[type],
        touchPoints: type === 'up' ? [] : [{ x, y }],
      });

/** Drags the handle by a number of picture pixels, and moves off its track as people do. */
const drag = async (hand: PointerKind, pixels: number): Promise<void> => {
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect();
  const box = handle.element().getBoundingClientRect();
  const rail = document.querySelector('.co-slider-rail')?.clientWidth ?? 0;
  const [x, y] = [frame.x + box.x + box.width / 2, frame.y + box.y + box.height / 2];
  const far = (pixels * (rail - box.width)) / SLIDE_MAX;
  await send(hand, 'down', { x, y });
  for (let step = 1; step <= 8; step += 1) await send(hand, 'move', { x: x + (far * step) / 8, y: y + step * 6 });
  await send(hand, 'up', { x: x + far, y: y + 48 });
};

test.each(['mouse', 'touch'] as const)(
  'by %s: let go too early it goes back, a miss brings another picture, a fit passes and cannot be dragged again',
  async (hand) => {
    await drag(hand, 4);
    await expect.poll(at).toBe(0);
    expect([judged(), pictures()]).toEqual([[], 1]);

    await drag(hand, 60);
    await expect.element(page.getByText('That did not fit the gap, try again')).toBeVisible();
    await ready();
    expect([at(), pictures(), onPassed.mock.calls]).toEqual([0, 2, []]);
    // The page has not scrolled.
    expect(window.scrollY).toBe(0);

    await drag(hand, GAP);
    await expect.poll(() => onPassed.mock.calls).toEqual([['proof of k2']]);
    const [, fit] = judged();
    expect(fit).toMatchObject({ subject: 'ann', checkKey: 'k2' });
    expect(Math.abs((fit?.position ?? 0) - GAP)).toBeLessThanOrEqual(NEAR);
    expect(fit?.track.length).toBeGreaterThan(4);
    expect(fit?.track.at(-1)).toMatchObject({ x: fit?.position });

    const rests = at();
    await drag(hand, -80);
    await drag(hand, 80);
    expect([at(), judged().length, pictures(), onPassed.mock.calls.length]).toEqual([rests, 2, 2, 1]);
  },
);

test('by keys: it is reached at once, stays on its rail, and is let go by Enter; what has passed takes no keys', async () => {
  await expect.poll(() => document.activeElement).toBe(handle.element());
  await userEvent.keyboard('{ArrowLeft}');
  expect(at()).toBe(0);
  for (let leaps = 0; leaps * 20 <= SLIDE_MAX; leaps += 1) await userEvent.keyboard('{PageUp}');
  expect(at()).toBe(captchaSize.width - captchaSize.piece);
  await userEvent.keyboard('{Home}{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}');
  await userEvent.keyboard('{ArrowUp}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowDown}{Enter}');
  await expect.poll(() => onPassed.mock.calls).toEqual([['proof of k1']]);
  expect(judged()).toMatchObject([{ position: GAP }]);
  handle.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  handle.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  expect([at(), judged().length]).toEqual([GAP, 1]);
  expect(handle.element().getAttribute('tabindex')).toBe('-1');
});

test.each([
  ['zh_CN', '拖动滑块验证', '验证通过'],
  ['zh_TW', '拖動滑塊驗證', '驗證通過'],
  ['en_US', 'Drag the slider to verify', 'Verified'],
] as const)('in %s it says what to do and that it is done', async (language, todo, done) => {
  languageStore.set(language);
  const words = () => document.querySelector('.co-slider-text')?.textContent;
  await expect.poll(words).toBe(todo);
  await drag('mouse', GAP);
  await expect.poll(words).toBe(done);
});
