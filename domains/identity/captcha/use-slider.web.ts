import { useCallback, useEffect, useRef, useState } from 'react';
import { captchaApi, captchaBounds, captchaSize } from './captcha.ts';
import type { Challenge } from './captcha.ts';
import { call, CallError } from '#kit/web/calls/client.ts';

/** How far the piece can be moved, in pixels of the picture. */
export const SLIDE_MAX = captchaSize.width - captchaSize.piece;

export type SliderState = 'loading' | 'ready' | 'checking' | 'passed' | 'broken';

export interface Slider {
  readonly state: SliderState;
  readonly challenge: Challenge | undefined;
  readonly position: number;
  /** Why the last try did not pass. */
  readonly problem: string | undefined;
  /** Moves the piece; the first move begins a track. */
  readonly moveTo: (position: number) => void;
  /** Lets go: the server judges, or the piece goes back when it was hardly moved. */
  readonly letGo: () => void;
  readonly renew: () => void;
}

/** Less than this is a click, not a drag. */
const HARDLY = 6;

/** One slider that asks the server. A new picture comes after each try that failed. */
export const useSlider = (subject: string, onPassed: (proof: string) => void): Slider => {
  const [state, setState] = useState<SliderState>('loading');
  const [challenge, setChallenge] = useState<Challenge>();
  const [position, setPosition] = useState(0);
  const [problem, setProblem] = useState<string>();
  const track = useRef<{ readonly x: number; readonly ms: number }[]>([]);
  const begun = useRef(0);

  const fetchPicture = useCallback(
    () =>
      call(captchaApi.challenge, {}).then(
        (shown) => {
          setChallenge(shown);
          setState('ready');
        },
        (reason: unknown) => {
          setProblem(told(reason));
          setState('broken');
        },
      ),
    [],
  );
  useEffect(() => void fetchPicture(), [fetchPicture]);
  const renew = (): void => {
    setState('loading');
    setPosition(0);
    track.current = [];
    void fetchPicture();
  };

  const moveTo = (to: number): void => {
    if (state !== 'ready') return;
    const x = Math.round(Math.min(SLIDE_MAX, Math.max(0, to)));
    if (track.current.length === 0) begun.current = performance.now();
    track.current.push({ x, ms: Math.round(performance.now() - begun.current) });
    setPosition(x);
  };
  const letGo = (): void => {
    if (state !== 'ready') return;
    const moments = track.current;
    track.current = [];
    // A hand that lets go at once is faster than the next drawing.
    const left = moments.at(-1)?.x ?? position;
    if (left < HARDLY || !challenge) return setPosition(0);
    setState('checking');
    call(captchaApi.verify, { checkKey: challenge.checkKey, subject, position: left, track: thinned(moments) }).then(
      ({ captcha }) => {
        setState('passed');
        setProblem(undefined);
        onPassed(captcha);
      },
      (reason: unknown) => {
        setProblem(told(reason));
        renew();
      },
    );
  };
  return { state, challenge, position, problem, moveTo, letGo, renew };
};

const told = (reason: unknown): string => (reason instanceof CallError ? reason.message : String(reason));

/** No more moments than the server takes, the first and the last among them. */
const thinned = <T>(moments: readonly T[]): T[] => {
  const every = Math.ceil(moments.length / captchaBounds.points);
  return moments.filter((_moment, index) => (moments.length - 1 - index) % every === 0);
};
