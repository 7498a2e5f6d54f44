import { useEffect, useState } from 'react';

/** The lifetime of a code, during which no second one is sent. */
const RESEND_AFTER_S = 600;

/** The seconds until another code may be requested. */
export const useResendCountdown = (): readonly [leftS: number, start: () => void] => {
  const [leftS, setLeftS] = useState(0);
  const running = leftS > 0;
  useEffect(() => {
    if (!running) return undefined;
    const timer = setInterval(() => setLeftS((before) => Math.max(0, before - 1)), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  return [leftS, () => setLeftS(RESEND_AFTER_S)];
};
