import { useEffect, useId, useRef } from 'react';
import { captchaWords } from './captcha.labels.ts';
import { captchaSize } from './captcha.ts';
import { useSay } from '#kit/web/language.ts';
import { Glyph } from '#kit/web/page/glyph.tsx';
import { SLIDE_MAX, useSlider } from './use-slider.web.ts';
import type { Slider as SliderModel } from './use-slider.web.ts';
import { useSliderDrag } from './use-slider-drag.web.ts';
import './slider.css';

interface SliderProps {
  /** The subject of the proof. */
  readonly subject: string;
  readonly onPassed: (proof: string) => void;
}

/** A slider puzzle that is solved with a mouse, a finger or keys. The server checks the result. */
export const Slider = ({ subject, onPassed }: SliderProps) => {
  const say = useSay();
  const hintId = useId();
  const slider = useSlider(subject, onPassed);
  const { state, challenge, position, problem } = slider;
  return (
    <div className="co-slider" data-state={state}>
      <div className="co-slider-picture" style={{ aspectRatio: `${captchaSize.width} / ${captchaSize.height}` }}>
        {challenge && (
          <>
            <img src={challenge.picture} alt={say(captchaWords.fit)} draggable={false} />
            <img
              src={challenge.piece}
              alt=""
              draggable={false}
              className="co-slider-piece"
              style={{
                left: percentOfWidth(position),
                top: `${(challenge.top / captchaSize.height) * 100}%`,
                width: percentOfWidth(captchaSize.piece),
              }}
            />
          </>
        )}
        {state === 'broken' && <p>{say(captchaWords.failed)}</p>}
        {state !== 'passed' && (
          <button type="button" title={say(captchaWords.refresh)} aria-label={say(captchaWords.refresh)} onClick={slider.renew}>
            <Glyph name="refresh" />
          </button>
        )}
      </div>
      <Track slider={slider} hintId={hintId} />
      <p className="co-slider-told" id={hintId} aria-live="polite">
        {state === 'passed' ? say(captchaWords.passed) : (problem ?? say(captchaWords.keys))}
      </p>
    </div>
  );
};

const percentOfWidth = (pixels: number): string => `${(pixels / captchaSize.width) * 100}%`;

const Track = ({ slider, hintId }: { readonly slider: SliderModel; readonly hintId: string }) => {
  const say = useSay();
  const { state, position } = slider;
  const rail = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  /** Picture pixels for each pixel of the screen. */
  const scale = (): number => SLIDE_MAX / Math.max(1, (rail.current?.clientWidth ?? 0) - (handle.current?.offsetWidth ?? 0));
  const moves = useSliderDrag(slider, scale);
  // The handle gets the focus, so that it can be moved by keys at once.
  useEffect(() => {
    if (state === 'ready') handle.current?.focus({ preventScroll: true });
  }, [state]);
  const progress = position / SLIDE_MAX;
  return (
    <div className="co-slider-rail" ref={rail}>
      <span className="co-slider-fill" style={{ width: `calc(${progress} * (100% - 44px) + 22px)` }} />
      <span className="co-slider-text" aria-hidden="true">
        {say(state === 'passed' ? captchaWords.passed : state === 'checking' ? captchaWords.checking : captchaWords.drag)}
      </span>
      <div
        ref={handle}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native range jumps where it is clicked, and no key lets it go
        role="slider"
        tabIndex={state === 'passed' ? -1 : 0}
        className="co-slider-handle"
        style={{ left: `calc(${progress} * (100% - 44px))` }}
        aria-label={say(captchaWords.drag)}
        aria-describedby={hintId}
        aria-valuemin={0}
        aria-valuemax={SLIDE_MAX}
        aria-valuenow={position}
        aria-disabled={state !== 'ready'}
        {...moves}
      >
        <Glyph name={state === 'passed' ? 'check' : 'arrows'} />
      </div>
    </div>
  );
};
