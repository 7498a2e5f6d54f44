import { useEffect, useState } from 'react';

/** The time of the browser, each second. */
export const useClock = (): number => {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
};

/** The seconds since a value changed. Server and phone need not agree on the time of day for this. */
export const useAge = (value: unknown): number => {
  const nowMs = useClock();
  const [since, setSince] = useState({ value, ms: nowMs });
  if (since.value !== value) setSince({ value, ms: nowMs });
  return Math.max(0, Math.floor((nowMs - since.ms) / 1_000));
};
