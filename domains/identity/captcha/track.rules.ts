import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { CaptchaRefusal } from './captcha.labels.ts';
import { captchaBounds } from './captcha.ts';

/** One point of a drag: the position, and the time since its start. */
export interface TrackPoint {
  readonly x: number;
  readonly ms: number;
}

export interface Drag {
  readonly position: number;
  readonly track: readonly TrackPoint[];
}

/** Limits of a drag by a person, with a mouse, a finger or arrow keys. */
const handDrag = { shortestMs: 150, moments: 4, longestStep: 110 } as const;
/** The clocks of browser and server differ slightly. */
const CLOCK_SKEW_MS = 1_000;

/** Whether a person moved the piece and left it on the gap. `sinceMs`: the time since the server sent the picture. */
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
