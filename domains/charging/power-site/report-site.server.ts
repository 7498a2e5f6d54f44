import { exceptionType } from '#engines/alarm/codes.ts';
import { reportConditions } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { conditionOfKey, conditionsOf, keyOfCondition, type SiteCondition } from './site-conditions.rules.ts';
import type { SiteJournal } from './site-journal.rules.ts';

interface ReportedSite {
  readonly powerSiteId: bigint;
  readonly tenantId: bigint;
  readonly agentId: bigint;
  readonly stationId: string;
  readonly nowMs: number;
}

/** Reports what is wrong with a site since this sweep, and what is over; returns the keys of what is wrong, for the journal. */
export const reportSite = async (tx: Tx, site: ReportedSite, journal: SiteJournal): Promise<readonly string[]> => {
  const present = conditionsOf(journal);
  const keys = present.map(keyOfCondition);
  const began = present.filter((condition) => !journal.conditions.includes(keyOfCondition(condition)));
  const over = journal.conditions.filter((key) => !keys.includes(key)).map((key) => ({ ...conditionOfKey(key), detail: '' }));
  const report = (isPresent: boolean) => (condition: SiteCondition) => ({
    subject: {
      tenantId: String(site.tenantId),
      agentId: String(site.agentId),
      stationId: site.stationId,
      subject: condition.cpCode ?? String(site.powerSiteId),
      isPile: condition.cpCode !== null,
    },
    condition: {
      exceptionType: exceptionType.power,
      exceptionCode: condition.exceptionCode,
      gunNumber: condition.gunNumber,
      isPresent,
      detail: condition.detail,
    },
  });
  const reports = [...began.map(report(true)), ...over.map(report(false))];
  if (reports.length > 0) await reportConditions(tx, reports, { atMs: site.nowMs, nowMs: site.nowMs });
  return keys;
};
