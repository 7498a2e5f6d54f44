import { describe, expect, it } from 'vitest';
import { gunState, pileState, type DeviceGunState } from './codes.ts';
import { beganOffline, GHOST_GAP_MS, isUnidentified, stepGhost, numberOfUnidentified, type Ghost, type GhostReport } from './ghost.ts';
import { deviceGunState, gunContradiction, gunDisableRefusal, isOrdinaryGunChange, shownGunState } from './gun.ts';
import { disableRefusal, enableRefusal, isSilent, nextPileChangeMs, shownPileState, type PileAxes, type UpgradePhase } from './pile.ts';

const MIN = 60_000;
const HOUR = 60 * MIN;
const well: PileAxes = { adminEnabled: true, online: true, faultType: null, upgrade: { phase: 'none' } };
const running: UpgradePhase = { phase: 'running', sinceMs: 0 };
const failed: UpgradePhase = { phase: 'failed', sinceMs: 0, acknowledged: false };

describe('the shown state of a pile', () => {
  it.each([
    ['disabled before all', { adminEnabled: false, online: false, faultType: 2, upgrade: running }, 0, pileState.disabled],
    ['upgrading before offline', { online: false, faultType: 2, upgrade: running }, 30 * MIN - 1, pileState.upgrading],
    ['offline after the deadline of an upgrade', { online: false, upgrade: running }, 30 * MIN, pileState.offline],
    ['offline before fault', { online: false, faultType: 2 }, 0, pileState.offline],
    ['fault before a scheduled upgrade', { faultType: 16, upgrade: { phase: 'scheduled' } }, 0, pileState.fault],
    ['fault 0 is none', { faultType: 0 }, 0, pileState.normal],
    ['unknown fault is one', { faultType: 255 }, 0, pileState.fault],
    ['scheduled', { upgrade: { phase: 'scheduled' } }, 0, pileState.upgradeScheduled],
    ['failed for a day', { upgrade: failed }, 24 * HOUR - 1, pileState.upgradeFailed],
    ['and then no more', { upgrade: failed }, 24 * HOUR, pileState.normal],
    ['or until acknowledged', { upgrade: { ...failed, acknowledged: true } }, 0, pileState.normal],
    ['succeeded', { upgrade: { phase: 'succeeded' } }, 0, pileState.upgradeSucceeded],
    ['out of service by itself, and upgrading nevertheless', { isDeviceDisabled: true, upgrade: running }, 0, pileState.upgrading],
    ['out of service by itself', { isDeviceDisabled: true }, 0, pileState.disabled],
    ['normal', {}, 0, pileState.normal],
  ] as const)('%s', (...[, more, nowMs, state]) => {
    expect(shownPileState({ ...well, ...more }, nowMs)).toBe(state);
  });

  it('changes by time where it says so', () => {
    expect(nextPileChangeMs({ ...well, upgrade: running }, 5)).toBe(30 * MIN);
    expect(nextPileChangeMs({ ...well, upgrade: failed }, 5)).toBe(24 * HOUR);
    expect(nextPileChangeMs({ ...well, upgrade: running }, 30 * MIN)).toBeNull();
    expect(nextPileChangeMs(well, 5)).toBeNull();
  });
});

describe('a pile', () => {
  it('without a rate policy cannot be enabled', () => {
    const off = { ...well, adminEnabled: false };
    expect([enableRefusal(off, false), enableRefusal(off, true), enableRefusal(well, true)]).toEqual(['pile.noRatePolicy', null, 'pile.alreadySo']);
  });

  it('with live orders is disabled only together with their stop', () => {
    expect(disableRefusal(well, { liveOrders: 1, stopLive: false })).toBe('pile.liveOrders');
    expect(disableRefusal(well, { liveOrders: 1, stopLive: true })).toBeNull();
    expect(disableRefusal(well, { liveOrders: 0, stopLive: false })).toBeNull();
    expect(disableRefusal({ ...well, adminEnabled: false }, { liveOrders: 0, stopLive: false })).toBe('pile.alreadySo');
  });

  it('is silent after three intervals without a frame', () => {
    const silent = (lastSeenMs: number, intervalMs: number) => isSilent({ lastSeenMs, intervalMs, nowMs: 180_000 });
    expect([silent(0, 60_000), silent(1, 60_000), silent(0, 0)]).toEqual([true, false, false]);
  });
});

describe('the shown state of a gun', () => {
  const plain = { adminEnabled: true, reservation: 'none', startPending: false } as const;
  const device: readonly DeviceGunState[] = [0, 2, 3, 6, 7, 8, 9];

  it.each(device)('is what the device says (%i) where the platform has nothing to add', (state) => {
    expect(shownGunState(state, plain)).toBe(state);
    expect(shownGunState(state, { ...plain, adminEnabled: false })).toBe(gunState.disabled);
  });

  it('is laid over only while the gun does nothing', () => {
    const overlays = [
      [{ ...plain, startPending: true, reservation: 'held' }, 5],
      [{ ...plain, reservation: 'held' }, 4],
      [{ ...plain, reservation: 'unpaid' }, 1],
    ] as const;
    for (const [overlay, shown] of overlays) {
      expect([2, 3].map((state) => shownGunState(state === 2 ? 2 : 3, overlay))).toEqual([shown, shown]);
      for (const state of [6, 7, 8, 9] as const) expect(shownGunState(state, overlay)).toBe(state);
    }
  });

  it('comes from the report, of which 1, 4 and 5 are not the device to say', () => {
    expect([0, 2, 3, 6, 7, 8, 9].map((stat) => deviceGunState(stat, undefined))).toEqual([0, 2, 3, 6, 7, 8, 9]);
    expect([1, 4, 5, 77].map((stat) => deviceGunState(stat, true))).toEqual([3, 3, 3, 3]);
    expect([1, 4, 5].map((stat) => deviceGunState(stat, false))).toEqual([2, 2, 2]);
  });

  it('changes in the ordinary ways, and no other', () => {
    const reach: Readonly<Record<number, readonly number[]>> = {
      0: [2, 3, 9],
      1: [0, 2, 3, 4, 9],
      2: [0, 1, 3, 9],
      3: [0, 1, 2, 5, 9],
      4: [0, 2, 3, 5, 9],
      5: [0, 2, 3, 6, 8, 9],
      6: [0, 7, 9],
      7: [0, 2, 3, 9],
      8: [0, 2, 3, 9],
      9: [0, 2, 3],
    };
    const all = Object.values(gunState);
    for (const from of all)
      expect(
        all.filter((to) => from !== to && isOrdinaryGunChange(from, to)),
        String(from),
      ).toEqual(reach[from]);
  });

  it('contradicts the orders where one is missing or too quiet', () => {
    expect([gunContradiction(6, null), gunContradiction(6, 2), gunContradiction(6, 9)]).toEqual(['ghost', null, null]);
    expect([2, 3, 7].map((state) => gunContradiction(state === 2 ? 2 : state === 3 ? 3 : 7, 2))).toEqual(['quiet', 'quiet', 'quiet']);
    expect([gunContradiction(2, 6), gunContradiction(9, 2), gunContradiction(2, null)]).toEqual([null, null, null]);
    expect([gunDisableRefusal(true), gunDisableRefusal(false)]).toEqual(['gun.liveOrder', null]);
  });
});

describe('a ghost', () => {
  const sighting = { atMs: 0, energyDwh: null, orderNo: null, transactionId: null };
  const see = (sightings: readonly Partial<GhostReport>[]) => {
    let ghost: Ghost | null = null;
    return sightings.map((one) => {
      const step = stepGhost(ghost, { ...sighting, ...one });
      ghost = step.act === 'open' ? { ...step.ghost, madeOrderNo: 'G1' } : step.ghost;
      return step.act;
    });
  };
  const at = (times: readonly number[]) => times.map((atMs) => ({ atMs }));

  it('is told at its second report and becomes an order after 5 minutes, once each', () => {
    const acts = ['none', 'tell', 'none', 'none', 'open', 'none', 'none'];
    expect(see(at([0, MIN, 2 * MIN, 5 * MIN - 1, 5 * MIN, 6 * MIN, 15 * MIN]))).toEqual(acts);
  });

  it('that reports rarely is told and opened at once, and one that pauses begins anew', () => {
    expect(see(at([0, 6 * MIN]))).toEqual(['none', 'open']);
    expect(see(at([0, GHOST_GAP_MS + 1, GHOST_GAP_MS + 2]))).toEqual(['none', 'none', 'tell']);
  });

  it('of another name is another; a name that comes later is its own', () => {
    expect(see([{ orderNo: 'A' }, { orderNo: 'B', atMs: 1 }, { orderNo: 'B', atMs: 2 }])).toEqual(['none', 'none', 'tell']);
    expect(see([{}, { orderNo: 'B', atMs: 1 }, { atMs: 5 * MIN }])).toEqual(['none', 'tell', 'open']);
  });

  it('with a number that its pile made began offline; one of ours names nothing there', () => {
    expect([beganOffline({ ...sighting, orderNo: 'L12' }), beganOffline({ ...sighting, orderNo: '12' }), beganOffline(sighting)]).toEqual([
      true,
      false,
      false,
    ]);
    const number = numberOfUnidentified({ cpCode: 'CP0001', gunNumber: 2, atMs: 36 });
    expect([number, isUnidentified(number), isUnidentified('2601')]).toEqual(['G10CP0001-2', true, false]);
  });
});
