import { useCallback, useEffect, useMemo, useState } from 'react';
import type { DriverGunView, DriverVisit } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { languages } from '../language.ts';
import type { Language } from '../language.ts';
import type { GunStart } from '../rendering.ts';
import { surroundingsOf } from './ways.ts';

/** Without events the gun is asked for so often. */
const POLL_MS = 5_000;

/** The gun as the server sees it, kept current by the events of a visit and by asking; and the order of this visit that is still open. */
export const useGun = ({ api, start, language }: { readonly api: string; readonly start: GunStart; readonly language: Language }) => {
  const { label, gunNo } = start;
  const [view, setView] = useState(start.answer);
  const [openOrder, setOpenOrder] = useState<string | null>(null);
  const [walletCents, setWalletCents] = useState<number | null>(null);
  const [isOffline, setOffline] = useState(false);
  const [isBegun, setBegun] = useState(false);
  const path = `${api}/guns/${encodeURIComponent(label)}/${gunNo}`;
  const refresh = useCallback(async (): Promise<DriverGunView | undefined> => {
    const result = await callDriver<DriverGunView>(path, { language: languages[language] });
    setOffline(!result.ok && result.httpStatus === null);
    if (result.ok) setView(result.value);
    return result.ok ? result.value : undefined;
  }, [path, language]);
  const ask = useCallback(async (): Promise<boolean> => {
    const here = surroundingsOf(navigator.userAgent);
    const channel = here === 'wechat' || here === 'alipay' ? here : 'web';
    const options = { body: { label, gun: gunNo, channel }, key: newKey(), language: document.documentElement.lang };
    const result = await callDriver<DriverVisit>(`${api}/visits`, options);
    if (result.ok) {
      setOpenOrder(result.value.orderNo);
      setWalletCents(result.value.walletCents);
    }
    setBegun(result.ok);
    return result.ok;
  }, [api, label, gunNo]);
  // Two visits that begin at the same time would each set the cookie, and an order of the one is not seen by the other.
  const begin = useMemo(() => oneAtATime(ask), [ask]);
  const isKnown = view !== null;
  useEffect(() => {
    if (isKnown) void begin();
  }, [isKnown, begin]);
  useEffect(() => {
    if (!isBegun) return undefined;
    const events = new EventSource(`${api}/visits/me/events`);
    for (const name of ['gun', 'lease']) events.addEventListener(name, () => void refresh());
    return () => events.close();
  }, [api, isBegun, refresh]);
  useEffect(() => {
    if (!isKnown) return undefined;
    const onShown = (): void => void (document.visibilityState === 'visible' && refresh());
    const timer = setInterval(onShown, POLL_MS);
    document.addEventListener('visibilitychange', onShown);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShown);
    };
  }, [refresh, isKnown]);
  return { view, openOrder, walletCents, isOffline, refresh, begin };
};

/** While the work runs, whoever wants it done waits for the same answer. */
const oneAtATime = <T>(work: () => Promise<T>): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
};
