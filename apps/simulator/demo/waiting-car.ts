import type { Rng } from '#engines/protocol/codec/kind.ts';
import { carModels } from '../model/car.ts';
import { pickOne, wholeBetween } from '../model/random.ts';
import type { Pile } from '../pile/pile.ts';
import type { Cancel, Time } from '../time.ts';

/** At this pile a car always waits, so that whoever opens the page of drivers can pay and charge. No other car comes to it. */
export const WAITING_PILE = 'HQ-02';

const GUN = 1;
const CHECK_MS = 1_000;
/** After the charge the bill can be looked at with the car still plugged in. */
const LEAVES_AFTER_MS = 45_000;
const NEXT_AFTER_MS = 8_000;
const [LEAST_SOC, MOST_SOC] = [20, 45];

/** Keeps a car at the pile: one that has charged leaves, and another comes. Returns a function that stops it. */
export const keepCarWaiting = (pile: Pile, { time, rng }: { readonly time: Time; readonly rng: Rng }): Cancel => {
  let leavesAtMs: number | undefined;
  let nextAtMs = 0;
  let cancel: Cancel = () => undefined;
  const check = (): void => {
    const phase = pile.connection.live ? pile.gun(GUN)?.phase : undefined;
    const nowMs = time.nowMs();
    const model = pickOne(rng, carModels);
    if (phase === 'idle' && nowMs >= nextAtMs && model)
      pile.plug(GUN, { model, vin: `LX${String(wholeBetween(rng, 1e14, 9e14))}`, socPercent: wholeBetween(rng, LEAST_SOC, MOST_SOC), batteryC: 24 });
    if (phase === 'ended' || phase === 'failed') leavesAtMs ??= nowMs + LEAVES_AFTER_MS;
    if (leavesAtMs !== undefined && nowMs >= leavesAtMs) {
      pile.unplug(GUN);
      [leavesAtMs, nextAtMs] = [undefined, nowMs + NEXT_AFTER_MS];
    }
    cancel = time.after(CHECK_MS, check);
  };
  check();
  return () => cancel();
};
