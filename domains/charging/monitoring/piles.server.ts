import { sql } from 'kysely';
import { station } from '#domains/network/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { LivePile } from './monitor.ts';

interface PileRow {
  cpCode: string;
  cpName: string;
  cpType: number;
  protocol: number;
  cpWorkStat: number;
  cpFaultType: number | null;
  online: boolean;
  onlineSince: Date | null;
  offlineSince: Date | null;
  lastSeen: Date | null;
  upgradeSince: Date | null;
  mainSw: string | null;
  details: Readonly<Record<string, string | number>> | null;
}

/** All piles of a station, in the order of their codes. A station outside the viewer's scope is answered like one that does not exist. */
export const readLivePiles = async (ctx: Context, stationId: string): Promise<readonly LivePile[]> => {
  await ctx.rows(station).get(stationId);
  const { rows } =
    await sql<PileRow>`select p.cp_code, p.cp_name, p.cp_type, p.protocol, p.cp_work_stat, p.cp_fault_type, s.online, s.online_since, s.offline_since, s.last_seen,
      case when s.upgrade_phase is not null then s.upgrade_since end as upgrade_since, s.main_sw, s.details
    from pile p join pile_state s on s.cp_code = p.cp_code where p.station_id = ${stationId} and not p.is_delete order by p.cp_code`.execute(ctx.db);
  return rows.map(({ online, onlineSince, offlineSince, lastSeen, upgradeSince, ...row }) => ({
    ...row,
    isOnline: online,
    onlineSince: isoOrNull(onlineSince),
    offlineSince: isoOrNull(offlineSince),
    lastSeen: isoOrNull(lastSeen),
    upgradeSince: isoOrNull(upgradeSince),
  }));
};

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;
