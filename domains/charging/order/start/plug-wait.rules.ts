import { PLUG_WAIT_DEFAULT_MS, PLUG_WAIT_MAX_MS } from '#engines/order/bounds.ts';

/** The configuration key by which an OCPP station says how long it waits for the plug after a start, in seconds; 0 is no limit. */
export const PLUG_WAIT_KEY = 'ConnectionTimeOut';

/** How long a start waits for its plug, as the station has said or as is usual. */
export const plugWaitMs = (told: string | null): number => {
  if (told === null || !/^\d{1,9}$/.test(told)) return PLUG_WAIT_DEFAULT_MS;
  const seconds = Number(told);
  return seconds === 0 ? PLUG_WAIT_MAX_MS : Math.min(seconds * 1_000, PLUG_WAIT_MAX_MS);
};
