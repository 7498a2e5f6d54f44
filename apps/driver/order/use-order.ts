import { useCallback, useEffect, useRef, useState } from 'react';
import type { DriverOrderView } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import type { CallResult } from '../calls.ts';
import { languages } from '../language.ts';
import type { Language } from '../language.ts';

/** Events tell changes at once; asking so often finds what they missed. */
const POLL_MS = 5_000;
/** Without a network the page asks after 1, 2, 4 … 30 s. */
const BACKOFF_MAX_MS = 30_000;
const FIRST_BACKOFF_MS = 1_000;
/** A stop that was pressed without a network is sent when there is one, but not after this time. */
const STOP_KEPT_MS = 5 * 60_000;

export interface FollowedOrder {
  readonly view: DriverOrderView | undefined;
  /** The order is not known, or belongs to another driver. */
  readonly isMissing: boolean;
  readonly isOffline: boolean;
  /** A stop waits for the network. */
  readonly isStopKept: boolean;
  readonly act: (what: 'start' | 'cancel' | 'stop' | 'returned') => Promise<boolean>;
}

interface OrderSource {
  readonly api: string;
  readonly orderNo: string;
  readonly language: Language;
  /** Of the link that this tab received when it ordered. */
  readonly token: string | undefined;
}

interface OrderLink {
  readonly api: string;
  readonly orderNo: string;
  readonly token: string;
  readonly tag: string;
}

/** Exchanges the token of a link for the cookie. */
export const resumeOrder = async ({ api, orderNo, token, tag }: OrderLink): Promise<boolean> =>
  (await callDriver(`${api}/resume`, { body: { orderNo, token }, language: tag })).ok;

/** An order as the server sees it. The page changes nothing by itself: what it shows is the newest answer, with its age. */
export const useOrder = ({ api, orderNo, language, token }: OrderSource): FollowedOrder => {
  const [view, setView] = useState<DriverOrderView>();
  const [isMissing, setMissing] = useState(false);
  const [isOffline, setOffline] = useState(false);
  const [stopUntilMs, setStopUntil] = useState<number>();
  const dropStop = useCallback(() => setStopUntil(undefined), []);
  const path = `${api}/orders/${encodeURIComponent(orderNo)}`;
  const tag = languages[language];
  // Answers of calls and events overtake each other.
  const take = useCallback((next: DriverOrderView) => setView((old) => (old && isOlder(next, old) ? old : next)), []);
  const isResumed = useRef(false);
  const refresh = useCallback(async (): Promise<boolean> => {
    let result = await callDriver<DriverOrderView>(path, { language: tag });
    // The cookie may have been lost, or have become that of another visit of this phone.
    if (isRefusedTo(result) && token !== undefined && !isResumed.current) {
      isResumed.current = true;
      if (await resumeOrder({ api, orderNo, token, tag })) result = await callDriver<DriverOrderView>(path, { language: tag });
    }
    setOffline(!result.ok && result.httpStatus === null);
    if (result.ok) take(result.value);
    else if (isRefusedTo(result)) setMissing(true);
    return result.ok;
  }, [api, orderNo, token, path, tag, take]);
  const act = useCallback(
    async (what: 'start' | 'cancel' | 'stop' | 'returned'): Promise<boolean> => {
      const result = await callDriver<DriverOrderView>(`${path}/${what}`, { body: {}, key: newKey(), language: tag });
      if (result.ok) take(result.value);
      setOffline(!result.ok && result.httpStatus === null);
      if (what === 'stop') setStopUntil(!result.ok && result.httpStatus === null ? (until) => until ?? Date.now() + STOP_KEPT_MS : undefined);
      return result.ok;
    },
    [path, tag, take],
  );
  useAsking({ refresh, isOver: isMissing || isFinal(view) });
  useEvents({ url: `${path}/events`, take, isOn: view !== undefined && !isFinal(view) });
  useKeptStop({ stopUntilMs, isOffline, act, drop: dropStop });
  return { view, isMissing, isOffline, isStopKept: stopUntilMs !== undefined, act };
};

const isRefusedTo = (result: CallResult<unknown>): boolean => !result.ok && (result.httpStatus === 404 || result.httpStatus === 401);

const isOlder = (next: DriverOrderView, old: DriverOrderView): boolean => /^\d+$/u.test(next.version) && BigInt(next.version) < BigInt(old.version);

/** Nothing will change any more. Of a closed order, the payment may still arrive. */
const isFinal = (view: DriverOrderView | undefined): boolean => view?.step === 'done';

/** Asks again and again while the page is seen, and at once when it is seen again or the network comes or goes. */
const useAsking = ({ refresh, isOver }: { readonly refresh: () => Promise<boolean>; readonly isOver: boolean }): void => {
  useEffect(() => {
    if (isOver) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let failures = 0;
    const ask = async (): Promise<void> => {
      clearTimeout(timer);
      failures = (await refresh()) ? 0 : failures + 1;
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), failures === 0 ? POLL_MS : Math.min(BACKOFF_MAX_MS, FIRST_BACKOFF_MS * 2 ** (failures - 1)));
    };
    const onShown = (): void => void (document.visibilityState === 'visible' && ask());
    void ask();
    document.addEventListener('visibilitychange', onShown);
    for (const network of ['online', 'offline']) window.addEventListener(network, onShown);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onShown);
      for (const network of ['online', 'offline']) window.removeEventListener(network, onShown);
    };
  }, [refresh, isOver]);
};

interface EventSourceUse {
  readonly url: string;
  readonly take: (view: DriverOrderView) => void;
  readonly isOn: boolean;
}

const useEvents = ({ url, take, isOn }: EventSourceUse): void => {
  useEffect(() => {
    if (!isOn) return undefined;
    const events = new EventSource(url);
    events.addEventListener('order', ({ data }: MessageEvent<string>) => {
      // oxlint-disable-next-line typescript/no-unsafe-argument -- the server encodes its events by the declared type
      take(JSON.parse(data));
    });
    return () => events.close();
  }, [url, take, isOn]);
};

interface KeptStop {
  readonly stopUntilMs: number | undefined;
  readonly isOffline: boolean;
  readonly act: FollowedOrder['act'];
  readonly drop: () => void;
}

/** Sends the stop as soon as the server answers again. */
const useKeptStop = ({ stopUntilMs, isOffline, act, drop }: KeptStop): void => {
  useEffect(() => {
    if (stopUntilMs === undefined || isOffline) return;
    if (Date.now() > stopUntilMs) drop();
    else void act('stop');
  }, [stopUntilMs, isOffline, act, drop]);
};
