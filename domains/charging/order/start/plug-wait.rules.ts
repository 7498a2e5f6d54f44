import { PLUG_WAIT_DEFAULT_MS, PLUG_WAIT_MAX_MS } from '#engines/order/bounds.ts';

/** The configuration key in which an OCPP station says how many seconds it waits for the plug after a start; 0 is no limit. */
export const PLUG_WAIT_KEY = 'ConnectionTimeOut';

/** How long a start waits for its plug: the station's own value, or the usual one. */
export const plugWaitMs = (configured: string | null): number => {
  if (configured === null || !/^\d{1,9}$/.test(configured)) return PLUG_WAIT_DEFAULT_MS;
  const seconds = Number(configured);
  return seconds === 0 ? PLUG_WAIT_MAX_MS : Math.min(seconds * 1_000, PLUG_WAIT_MAX_MS);
};
