import { useEffect, useState } from 'react';
import { languageOf } from '#kit/fields/words.ts';
import type { ScreenLive } from '#domains/insight/resources.ts';
import type { ScreenState } from './follow-screen.ts';
import { clockText, dayText } from './format.ts';
import { speechOf, SpeechProvider, useSpeech } from './say.tsx';
import type { ScreenWord } from './screen.labels.ts';
import { useQuietWall } from './use-quiet-wall.ts';
import { useScreen } from './use-screen.ts';
import { ChargingView } from './views/charging-view.tsx';
import type { ViewProps } from './views/charging-view.tsx';
import { DataView } from './views/data-view.tsx';
import { OperationView } from './views/operation-view.tsx';

interface AppProps {
  readonly api: string;
  readonly screenKey: string;
}

interface View {
  readonly word: ScreenWord;
  readonly Draw: (props: ViewProps) => React.ReactNode;
}

/** By the codes of views. */
const VIEWS: Readonly<Record<number, View>> = {
  1: { word: 'charging', Draw: ChargingView },
  2: { word: 'operation', Draw: OperationView },
  3: { word: 'data', Draw: DataView },
};

const EXPIRY_TOLD_MS = 14 * 24 * 3_600_000;
const SECOND_MS = 1_000;

/** A screen on a wall: it turns from view to view by itself, and needs nobody. */
export const App = (source: AppProps) => {
  const state = useScreen(source);
  const language = state.about?.language ?? languageOf(navigator.language);
  const speech = speechOf(language);
  useEffect(() => {
    document.documentElement.lang = speech.tag;
  }, [speech.tag]);
  useQuietWall(state.about?.build);
  return (
    <SpeechProvider value={speech}>
      <Screen state={state} />
    </SpeechProvider>
  );
};

const Screen = ({ state }: { readonly state: ScreenState }) => {
  const { say, tag } = useSpeech();
  const { about, live, sums, connection } = state;
  const views = (about?.views ?? []).flatMap((code) => VIEWS[code] ?? []);
  const { index, choose } = useTurn(views.length, about?.turnS ?? 60);
  if (connection === 'refused') return <p className="whole">{say('refused')}</p>;
  const view = views[index];
  if (!about || !live || !sums || !view) return <p className="whole">{say('opening')}</p>;
  const isLost = connection !== 'open';
  const [nowMs, endsMs] = [Date.parse(live.now), Date.parse(about.keyEndsAt)];
  const isEnding = endsMs - nowMs < EXPIRY_TOLD_MS && endsMs - nowMs > 3_600_000;
  return (
    <>
      <header>
        <h1>{about.name}</h1>
        <nav>
          {views.map(({ word }, at) => (
            <button type="button" key={word} aria-current={at === index} onClick={() => choose(at)}>
              {say(word)}
            </button>
          ))}
        </nav>
        {isLost && <output className="stale">{say('asOf', { time: clockText(nowMs, live.timeZone) })}</output>}
        {!isLost && isEnding && <span className="stale">{say('endsSoon', { day: dayText(endsMs, { tag, timeZone: live.timeZone }) })}</span>}
        <Clock live={live} />
      </header>
      <main className={isLost ? 'is-lost' : ''} key={view.word}>
        <view.Draw live={live} sums={sums} />
      </main>
    </>
  );
};

/** The time at the stations. It alone is drawn anew each second. */
const Clock = ({ live: { now, timeZone } }: { readonly live: ScreenLive }) => {
  const { tag } = useSpeech();
  const ms = useClock(now);
  return (
    <time>
      <span>{dayText(ms, { tag, timeZone })}</span>
      <b>{clockText(ms, timeZone)}</b>
    </time>
  );
};

/** The server's time, going on between its events. */
const useClock = (serverNow: string): number => {
  const [aheadMs, setAhead] = useState(0);
  const [nowMs, setNow] = useState(() => Date.now());
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the difference of the clocks is known when an event arrives
    setAhead(Date.parse(serverNow) - Date.now());
  }, [serverNow]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs + aheadMs;
};

/** The view that is shown: the next one after each turn, or one that somebody chooses by its name or the arrow keys. */
const useTurn = (count: number, turnS: number) => {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (count < 2) return undefined;
    const timer = setTimeout(() => setIndex((index + 1) % count), turnS * SECOND_MS);
    const onKey = ({ key }: KeyboardEvent): void => {
      const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? count - 1 : 0;
      if (by > 0) setIndex((old) => (old + by) % count);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKey);
    };
  }, [count, turnS, index]);
  return { index: count === 0 ? 0 : index % count, choose: setIndex };
};
