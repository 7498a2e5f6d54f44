import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { CaptchaRefusal } from './captcha.labels.ts';
import { captchaBounds } from './captcha.ts';

/** One moment of a drag: where, and how long after its start. */
export interface TrackPoint {
  readonly x: number;
  readonly ms: number;
}

export interface Drag {
  readonly position: number;
  readonly track: readonly TrackPoint[];
}

/** What a hand does, be it with mouse, finger or arrow keys. */
const handDrag = { shortestMs: 150, moments: 4, longestStep: 110 } as const;
/** Clocks of browser and server run apart a little. */
const CLOCK_SKEW_MS = 1_000;

/** Whether a piece was moved by hand and left on its gap. `sinceMs`: how long ago the server showed the picture. */
export const judgeDrag = (
  drag: Drag,
  challenge: { readonly target: number; readonly sinceMs: number },
): Verdict<true, Exclude<CaptchaRefusal, 'captcha.needed'>> => {
  if (challenge.sinceMs > captchaBounds.lifeMs) return deny('captcha.expired');
  if (Math.abs(drag.position - challenge.target) > captchaBounds.tolerance) return deny('captcha.missed');
  return isHandDrag(drag, challenge.sinceMs) ? allow(true) : deny('captcha.missed');
};

const isHandDrag = ({ position, track }: Drag, sinceMs: number): boolean => {
  const [first, last] = [track[0], track.at(-1)];
  if (!first || !last || last.x !== position || last.ms > sinceMs + CLOCK_SKEW_MS) return false;
  if (last.ms - first.ms < handDrag.shortestMs || new Set(track.map(({ x }) => x)).size < handDrag.moments) return false;
  const steps = track.slice(1).map((moment, index) => ({ x: moment.x - (track[index]?.x ?? 0), ms: moment.ms - (track[index]?.ms ?? 0) }));
  return first.x <= handDrag.longestStep && steps.every(({ x, ms }) => ms >= 0 && Math.abs(x) <= handDrag.longestStep);
};
