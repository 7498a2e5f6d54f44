import { sql } from 'kysely';
import { exceptionType, ONLY_CODE } from '#engines/alarm/codes.ts';
import { reportConditions } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { subjectOf } from '../report/report.server.ts';

/** Reports whether the piles are connected, after sessions have begun or ended: a pile that is not is a condition. */
export const reportOffline = async (tx: Tx, cpCodes: readonly string[], nowMs: number): Promise<void> => {
  if (cpCodes.length === 0) return;
  const { rows } = await sql<{
    cpCode: string;
    tenantId: string;
    agentId: string;
    stationId: string;
    online: boolean;
  }>`select p.cp_code, p.tenant_id::text as tenant_id, p.agent_id::text as agent_id, p.station_id::text as station_id, s.online
    from pile p join pile_state s using (cp_code) where p.cp_code = any(${cpCodes}::text[])`.execute(tx);
  const reports = rows.map(({ online, ...scope }) => ({
    subject: subjectOf(scope),
    condition: { exceptionType: exceptionType.offline, exceptionCode: ONLY_CODE, isPresent: !online },
  }));
  await reportConditions(tx, reports, { atMs: nowMs, nowMs });
};
