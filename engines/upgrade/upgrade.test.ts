import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firmwareRefusal, judgeCampaign, LAST_STAGE, pileRefusal, stagesOf } from './campaign.ts';
import { pushStat, updateResult, upgradeFailure } from './codes.ts';
import type { UpgradeFailure } from './codes.ts';
import { advance, isRunning, progressOfOcpp } from './record.ts';
import type { ProgressStatus, UpgradeReport, UpgradeState } from './record.ts';

const waiting: UpgradeState = { pushStat: pushStat.waiting, result: null, failure: null, isDoubted: false };
const after = (...reports: readonly UpgradeReport[]): UpgradeState => reports.reduce(advance, waiting);
const progress = (status: ProgressStatus): UpgradeReport => ({ kind: 'progress', status });
const version = (isWanted: boolean): UpgradeReport => ({ kind: 'version', isWanted });
const begun: UpgradeReport = { kind: 'stageBegun' };
const sent: UpgradeReport = { kind: 'sent' };
const failedBy = (failure: UpgradeFailure) => ({ pushStat: pushStat.ended, result: updateResult.failure, failure, isDoubted: false });
const success = { pushStat: pushStat.ended, result: updateResult.success, failure: null, isDoubted: false };

const statuses: readonly ProgressStatus[] = [
  'downloading',
  'downloaded',
  'downloadFailed',
  'signatureWrong',
  'installing',
  'installed',
  'installFailed',
];
const anyReport: fc.Arbitrary<UpgradeReport> = fc.oneof(
  fc.constantFrom<UpgradeReport>(
    begun,
    sent,
    { kind: 'refused' },
    { kind: 'unsent' },
    { kind: 'overdue' },
    { kind: 'cancelled' },
    { kind: 'doubtOver' },
  ),
  fc.constantFrom(...statuses).map(progress),
  fc.boolean().map(version),
);

describe('the upgrade of a pile', () => {
  it('succeeds only by the version that the pile reports', () => {
    expect(after(begun, sent, progress('downloading'), progress('downloaded'), progress('installing'), progress('installed'))).toMatchObject({
      pushStat: pushStat.installing,
      result: null,
    });
    expect(after(begun, sent, progress('installed'), version(true))).toEqual(success);
    const doubted = after(begun, sent, progress('downloaded'), version(false));
    expect(doubted).toMatchObject({ pushStat: pushStat.downloaded, result: null, isDoubted: true });
    expect(advance(doubted, { kind: 'doubtOver' })).toEqual(failedBy(upgradeFailure.otherVersion));
    expect(advance(doubted, version(true))).toEqual(success);
    fc.assert(
      fc.property(fc.array(anyReport), (reports) => {
        const told = reports.some((report) => report.kind === 'version' && report.isWanted);
        expect(after(...reports).result === updateResult.success && !told).toBe(false);
      }),
    );
  });

  it('outlives a lost connection before the file is there', () => {
    expect(after(begun, sent, version(false))).toMatchObject({ pushStat: pushStat.pushed, result: null });
    expect(after(begun, sent, progress('downloading'), version(false))).toMatchObject({ pushStat: pushStat.downloading });
  });

  it('never goes back, whatever the order of the reports', () => {
    fc.assert(
      fc.property(fc.array(anyReport), anyReport, (reports, next) => {
        const before = after(...reports);
        const then = advance(before, next);
        expect(then.pushStat).toBeGreaterThanOrEqual(before.pushStat);
        const isFinal = before.result === updateResult.success || before.result === updateResult.cancelled;
        expect(isFinal && then !== before).toBe(false);
      }),
    );
  });

  it.each<[string, readonly UpgradeReport[], UpgradeFailure]>([
    ['refused', [sent, { kind: 'refused' }], upgradeFailure.refused],
    ['unsent', [sent, { kind: 'unsent' }], upgradeFailure.unsent],
    ['no download', [sent, progress('downloadFailed')], upgradeFailure.downloadFailed],
    ['a wrong signature', [sent, progress('signatureWrong')], upgradeFailure.signatureWrong],
    ['no installation', [sent, progress('installFailed')], upgradeFailure.installFailed],
    ['no result', [sent, { kind: 'overdue' }], upgradeFailure.overdue],
    ['never idle', [begun, { kind: 'overdue' }], upgradeFailure.neverIdle],
  ])('fails with its reason: %s', (_name, reports, failure) => {
    expect(after(...reports)).toEqual(failedBy(failure));
  });

  it('takes a late version as the better evidence, but not against a failure that the pile reported', () => {
    for (const failure of [upgradeFailure.unsent, upgradeFailure.otherVersion, upgradeFailure.overdue])
      expect(advance(failedBy(failure), version(true))).toEqual(success);
    for (const failure of [upgradeFailure.refused, upgradeFailure.installFailed, upgradeFailure.neverIdle])
      expect(advance(failedBy(failure), version(true))).toEqual(failedBy(failure));
  });

  it('is cancelled only while the pile has no command', () => {
    expect(after({ kind: 'cancelled' }).result).toBe(updateResult.cancelled);
    expect(isRunning(after(sent, { kind: 'cancelled' }))).toBe(true);
  });

  it('knows a fetch as a proof that the command came', () => {
    expect(after(sent, progress('downloading'), { kind: 'unsent' })).toMatchObject({ pushStat: pushStat.downloading, result: null });
  });

  it('reads every status of OCPP and ignores others', () => {
    expect([progressOfOcpp('Installed'), progressOfOcpp('Idle'), progressOfOcpp('constructor')]).toEqual(['installed', undefined, undefined]);
  });
});

describe('a campaign', () => {
  it('has 1 %, 10 % and all of its piles, and no stage is empty while there are piles', () => {
    const sizes = (count: number) => [1, 2, 3].map((stage) => stagesOf(count).filter((one) => one === stage).length);
    expect([sizes(1), sizes(2), sizes(20), sizes(100), sizes(1_000)]).toEqual([
      [1, 0, 0],
      [1, 0, 1],
      [1, 1, 18],
      [1, 9, 90],
      [10, 90, 900],
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (count) => {
        const stages = stagesOf(count);
        expect(stages).toHaveLength(count);
        expect(stages.every((stage, index) => stage >= Math.max(1, stages[index - 1] ?? 1) && stage <= LAST_STAGE)).toBe(true);
      }),
    );
  });

  it('halts by itself when failures pass the limit, and goes on when they were accepted', () => {
    const counts = { succeeded: 9, failed: 1, forgiven: 0, open: 0, waiting: 90 };
    expect(judgeCampaign(counts, 10)).toBe('nextStage');
    expect(judgeCampaign(counts, 9)).toBe('halt');
    expect(judgeCampaign({ ...counts, forgiven: 1 }, 0)).toBe('nextStage');
    expect(judgeCampaign({ succeeded: 0, failed: 1, forgiven: 0, open: 0, waiting: 0 }, 0)).toBe('finish');
    expect(judgeCampaign({ ...counts, open: 3, failed: 0 }, 0)).toBe('wait');
    expect(judgeCampaign({ succeeded: 3, failed: 0, forgiven: 0, open: 0, waiting: 0 }, 0)).toBe('finish');
  });

  it('needs a firmware with a version and a signature', () => {
    expect([
      firmwareRefusal({ version: null, isSigned: true }),
      firmwareRefusal({ version: '', isSigned: true }),
      firmwareRefusal({ version: 'V2', isSigned: false }),
      firmwareRefusal({ version: 'V2', isSigned: true }),
    ]).toEqual(['versionNotSet', 'versionNotSet', 'notSigned', null]);
  });

  const pile = { disused: false, isOtherTenant: false, hasOpenUpgrade: false, version: 'V1', hardware: 'HW-A3' };
  it.each([
    [{}, null],
    [{ disused: true }, 'disused'],
    [{ isOtherTenant: true }, 'otherTenant'],
    [{ hasOpenUpgrade: true }, 'upgrading'],
    [{ version: 'V2' }, 'sameVersion'],
    [{ hardware: 'HW-B1' }, 'otherHardware'],
    [{ hardware: null }, 'otherHardware'],
    [{ version: null, hardware: 'hw-a9' }, null],
  ] as const)('takes a pile with %j: %s', (more, refusal) => {
    expect(pileRefusal({ ...pile, ...more }, { version: 'V2', hardware: 'HW-A' })).toBe(refusal);
  });
});
