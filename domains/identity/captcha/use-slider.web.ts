import { useCallback, useEffect, useRef, useState } from 'react';
import { captchaApi, captchaBounds, captchaSize } from './captcha.ts';
import type { Challenge } from './captcha.ts';
import { call, CallError } from '#kit/web/calls/client.ts';

/** The largest movement of the piece, in pixels of the picture. */
export const SLIDE_MAX = captchaSize.width - captchaSize.piece;

export type SliderState = 'loading' | 'ready' | 'checking' | 'passed' | 'broken';

export interface Slider {
  readonly state: SliderState;
  readonly challenge: Challenge | undefined;
  readonly position: number;
  /** Why the last attempt failed. */
  readonly problem: string | undefined;
  /** Moves the piece; the first movement starts recording the drag. */
  readonly moveTo: (position: number) => void;
  /** Ends the drag: the server checks it, or the piece returns when it hardly moved. */
  readonly release: () => void;
  readonly renew: () => void;
}

/** A shorter movement is a click. */
const CLICK_PX = 6;

/** The state of one slider. After each failed attempt it loads a new picture. */
export const useSlider = (subject: string, onPassed: (proof: string) => void): Slider => {
  const [state, setState] = useState<SliderState>('loading');
  const [challenge, setChallenge] = useState<Challenge>();
  const [position, setPosition] = useState(0);
  const [problem, setProblem] = useState<string>();
  const track = useRef<{ readonly x: number; readonly ms: number }[]>([]);
  const startedMs = useRef(0);

  const fetchPicture = useCallback(
    () =>
      call(captchaApi.challenge, {}).then(
        (answer) => {
          setChallenge(answer);
          setState('ready');
        },
        (reason: unknown) => {
          setProblem(errorText(reason));
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

  const moveTo = (nextPosition: number): void => {
    if (state !== 'ready') return;
    const x = Math.round(Math.min(SLIDE_MAX, Math.max(0, nextPosition)));
    if (track.current.length === 0) startedMs.current = performance.now();
    track.current.push({ x, ms: Math.round(performance.now() - startedMs.current) });
    setPosition(x);
  };
  const release = (): void => {
    if (state !== 'ready') return;
    const moments = track.current;
    track.current = [];
    // A quick release comes before the next render, so the state may be out of date.
    const lastX = moments.at(-1)?.x ?? position;
    if (lastX < CLICK_PX || !challenge) return setPosition(0);
    setState('checking');
    call(captchaApi.verify, { checkKey: challenge.checkKey, subject, position: lastX, track: thinOut(moments) }).then(
      ({ captcha }) => {
        setState('passed');
        setProblem(undefined);
        onPassed(captcha);
      },
      (reason: unknown) => {
        setProblem(errorText(reason));
        renew();
      },
    );
  };
  return { state, challenge, position, problem, moveTo, release, renew };
};

const errorText = (reason: unknown): string => (reason instanceof CallError ? reason.message : String(reason));

/** Reduces the points to the number that the server accepts, keeping the first and the last. */
const thinOut = <T>(moments: readonly T[]): T[] => {
  const step = Math.ceil(moments.length / captchaBounds.points);
  return moments.filter((_moment, index) => (moments.length - 1 - index) % step === 0);
};
