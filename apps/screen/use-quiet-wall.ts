import { useEffect, useRef } from 'react';
import { watchMemory } from './watch-memory.ts';

const CURSOR_MS = 3_000;
const SHIFT_MS = 3_600_000;
const SHIFT_PX = 2;
const LOOK_MS = 60_000;
/** The page is loaded anew every night at a time of its own, so that not all walls come at once. */
const RELOAD_HOUR = 4;
const RELOAD_MINUTES = 10;

/**
 * What a wall needs that nobody serves: no pointer, no sleep, no picture that burns in, no memory that grows, the newest program. `build` names the
 * program of the server.
 */
export const useQuietWall = (build: string | undefined): void => {
  const first = useRef<string>(undefined);
  useEffect(() => {
    if (build === undefined) return;
    first.current ??= build;
    if (first.current !== build) window.location.reload();
  }, [build]);
  useEffect(hidePointer, []);
  useEffect(stayAwake, []);
  useEffect(shiftEachHour, []);
  useEffect(reloadEachNight, []);
  useEffect(() => watchMemory({ measuring: performance, reload: () => window.location.reload() }), []);
};

const hidePointer = () => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onMove = (): void => {
    clearTimeout(timer);
    document.documentElement.classList.remove('no-pointer');
    timer = setTimeout(() => document.documentElement.classList.add('no-pointer'), CURSOR_MS);
  };
  onMove();
  window.addEventListener('pointermove', onMove);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('pointermove', onMove);
  };
};

/** A lock is given up by the browser whenever the page is hidden. Browsers without locks sleep as they are set to. */
const stayAwake = () => {
  const ask = (): void => {
    if (document.visibilityState === 'visible' && 'wakeLock' in navigator) void navigator.wakeLock.request('screen').catch(() => undefined);
  };
  ask();
  document.addEventListener('visibilitychange', ask);
  return () => document.removeEventListener('visibilitychange', ask);
};

const shiftEachHour = () => {
  let turn = 0;
  const timer = setInterval(() => {
    turn = (turn + 1) % 4;
    document.body.style.transform = `translate(${(turn % 2) * SHIFT_PX}px, ${turn > 1 ? SHIFT_PX : 0}px)`;
  }, SHIFT_MS);
  return () => clearInterval(timer);
};

const reloadEachNight = () => {
  const minute = Math.floor(Math.random() * RELOAD_MINUTES);
  const openedMs = Date.now();
  const timer = setInterval(() => {
    const now = new Date();
    if (now.getHours() === RELOAD_HOUR && now.getMinutes() === minute && Date.now() - openedMs > SHIFT_MS) window.location.reload();
  }, LOOK_MS);
  return () => clearInterval(timer);
};
