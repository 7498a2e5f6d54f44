import { describe, expect, it } from 'vitest';
import { decideAccount, decideStart, startObstacles, type StartSituation } from './start-decision.ts';

const free: StartSituation = {
  pile: { cpWorkStat: 1, isPlaceOpen: true, hasRatePolicy: true, currency: 'CNY' },
  gun: { gunWorkStat: 3, reservedForParty: false, hasLiveOrder: false, isOutOfService: false },
  mustBePlugged: true,
  account: {
    isEnabled: true,
    isLockedByErrors: false,
    isLocked: false,
    passwordMatches: true,
    isAdmittedHere: true,
    hasLiveOrder: false,
    currency: 'CNY',
    availableCents: 1000n,
    owedCents: 0n,
  },
  neededCents: 1000n,
};
const pile = (more: object): Partial<StartSituation> => ({ pile: { ...free.pile!, ...more } });
const gun = (more: object): Partial<StartSituation> => ({ gun: { ...free.gun!, ...more } });
const account = (more: object): Partial<StartSituation> => ({ account: { ...free.account!, ...more } });

/** In order of precedence: each obstacle counts before all that follow it. */
const obstacles: readonly (readonly [(typeof startObstacles)[number], number, Partial<StartSituation>])[] = [
  ['pile.unknown', 14, { pile: null }],
  ['place.closed', 5, pile({ isPlaceOpen: false })],
  ['pile.disabled', 5, pile({ cpWorkStat: 0 })],
  ['pile.upgrading', 9, pile({ cpWorkStat: 3 })],
  ['pile.offline', 10, pile({ cpWorkStat: 6 })],
  ['pile.fault', 11, pile({ cpWorkStat: 7 })],
  ['pile.noRatePolicy', 13, pile({ hasRatePolicy: false })],
  ['gun.unknown', 14, { gun: null }],
  ['gun.disabled', 5, gun({ gunWorkStat: 0 })],
  ['gun.fault', 11, gun({ gunWorkStat: 9 })],
  ['gun.reserved', 6, gun({ gunWorkStat: 4 })],
  ['gun.starting', 8, gun({ gunWorkStat: 5 })],
  ['gun.charging', 8, gun({ gunWorkStat: 6 })],
  ['gun.notPlugged', 12, gun({ gunWorkStat: 2 })],
  ['gun.mustReplug', 12, gun({ gunWorkStat: 7 })],
  ['account.unknown', 1, { account: null }],
  ['account.lockedByErrors', 3, account({ isLockedByErrors: true })],
  ['account.locked', 7, account({ isLocked: true })],
  ['account.wrongPassword', 4, account({ passwordMatches: false, hasLiveOrder: true })],
  ['account.charging', 8, account({ hasLiveOrder: true })],
  ['account.disabled', 5, account({ isEnabled: false })],
  ['account.notAdmittedHere', 153, account({ isAdmittedHere: false })],
  ['account.noCar', 13, { lacksCar: true }],
  ['money.otherCurrency', 153, account({ currency: 'EUR' })],
  ['money.owed', 2, account({ owedCents: 1n })],
  ['money.insufficient', 2, account({ availableCents: 999n })],
];

describe('a start', () => {
  it('with nothing in its way is allowed', () => {
    expect(decideStart(free)).toEqual({ result: 0, obstacle: null });
    expect(decideStart({ ...free, mustBePlugged: false, ...gun({ gunWorkStat: 2 }) }).result).toBe(0);
    expect(decideStart({ ...free, mustBePlugged: false, ...gun({ gunWorkStat: 4, reservedForParty: true }) }).result).toBe(0);
    expect(decideStart({ ...free, ...account({ passwordMatches: null }) }).result).toBe(0);
    for (const cpWorkStat of [1, 2, 4, 5]) expect(decideStart({ ...free, ...pile({ cpWorkStat }) }).result).toBe(0);
  });

  it.each(obstacles)('meets %s: result %i', (obstacle, result, more) => {
    expect(decideStart({ ...free, ...more })).toEqual({ result, obstacle });
  });

  it('names every obstacle there is', () => {
    expect(obstacles.map(([name]) => name)).toEqual([...startObstacles]);
  });

  it('names pile before gun before account before money', () => {
    const groups = ['pile.offline', 'gun.charging', 'account.locked', 'money.insufficient'] as const;
    const worst = (from: number): StartSituation => {
      const shown = groups.slice(from);
      return {
        ...free,
        ...(shown.includes('pile.offline') ? pile({ cpWorkStat: 6 }) : {}),
        ...(shown.includes('gun.charging') ? gun({ gunWorkStat: 6 }) : {}),
        ...account({ isLocked: shown.includes('account.locked'), availableCents: 0n }),
      };
    };
    groups.forEach((group, index) => expect(decideStart(worst(index)).obstacle).toBe(group));
  });

  it('on a resting gun with a live order, or a reserved one, is refused even before plugging in', () => {
    expect(decideStart({ ...free, mustBePlugged: false, ...gun({ hasLiveOrder: true }) }).obstacle).toBe('gun.charging');
    expect(decideStart({ ...free, mustBePlugged: false, ...gun({ gunWorkStat: 1 }) }).obstacle).toBe('gun.reserved');
  });

  it('that has happened is refused for no state of pile or gun', () => {
    const begun = { ...free, hasBegun: true } as const;
    for (let gunWorkStat = 0; gunWorkStat <= 9; gunWorkStat++) expect(decideStart({ ...begun, ...gun({ gunWorkStat }) }).result).toBe(0);
    for (let cpWorkStat = 0; cpWorkStat <= 7; cpWorkStat++) expect(decideStart({ ...begun, ...pile({ cpWorkStat }) }).result).toBe(0);
    expect(decideStart({ ...begun, ...gun({ gunWorkStat: 6, hasLiveOrder: true, reservedForParty: true }) }).result).toBe(0);
  });

  it.each([
    ['gun.charging', gun({ gunWorkStat: 6, hasLiveOrder: true })],
    ['gun.charging', gun({ gunWorkStat: 2, hasLiveOrder: true })],
    ['gun.reserved', gun({ gunWorkStat: 4, hasLiveOrder: true })],
    ['gun.starting', gun({ gunWorkStat: 5, hasLiveOrder: true })],
    ['gun.disabled', gun({ gunWorkStat: 6, isOutOfService: true })],
    ['place.closed', pile({ isPlaceOpen: false })],
    ['pile.noRatePolicy', pile({ hasRatePolicy: false })],
    ['account.locked', account({ isLocked: true })],
    ['money.insufficient', account({ availableCents: 0n })],
  ] as const)('that has happened is refused for what people and orders have to say: %s', (obstacle, more) => {
    expect(decideStart({ ...free, hasBegun: true, ...more }).obstacle).toBe(obstacle);
  });
});

it('an account query asks about pile, gun and account in the words of its own table', () => {
  const results = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 153];
  for (const [name, result, more] of obstacles) {
    const told = { result: results.includes(result) ? result : 153, obstacle: name };
    expect(decideAccount({ ...free, ...more })).toEqual(name === 'gun.unknown' ? { result: 0, obstacle: null } : told);
  }
});
