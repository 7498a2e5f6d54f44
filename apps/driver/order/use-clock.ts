import { useEffect, useState } from 'react';

/** How far the clock of the server is before that of the phone, which may be wrong by hours. */
let aheadMs = 0;

/** The server's clock as this phone knows it, in milliseconds since the epoch. */
export const serverTime = (): number => Date.now() + aheadMs;

/** Takes over the server's time, which it wrote into the page when it sent it. */
export const setServerTime = (sentMs: number): void => {
  const [navigation] = performance.getEntriesByType('navigation');
  const receivedMs = navigation instanceof PerformanceNavigationTiming ? performance.timeOrigin + navigation.responseStart : Date.now();
  aheadMs = sentMs - receivedMs;
};

/** The server's time, each second. */
export const useServerTime = (): number => {
  const [nowMs, setNow] = useState(serverTime);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTime()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
};

/** The seconds since a value changed. */
export const useAge = (value: unknown): number => {
  const nowMs = useServerTime();
  const [since, setSince] = useState({ value, ms: nowMs });
  if (since.value !== value) setSince({ value, ms: nowMs });
  return Math.max(0, Math.floor((nowMs - since.ms) / 1_000));
};
