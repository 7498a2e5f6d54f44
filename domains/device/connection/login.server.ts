import { sql } from 'kysely';
import type { LoginAttempt } from '#engines/protocol/device.ts';
import type { LoginVerdict, PileCredentials, PileProfile } from '#engines/protocol/door.ts';
import { shownPileState } from '#engines/pile/pile.ts';
import { offsetAt } from '#engines/time/zone.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';

/** The secret a pile must know, and how it must speak. Undefined for a code that no pile has. */
export const findCredentials = (database: Database, cpCode: string): Promise<PileCredentials | undefined> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{
      secret: string | null;
      encryptionMode: number;
    }>`select encryption_secret as secret, encryption_mode from pile where cp_code = ${cpCode} and not is_delete`.execute(tx);
    return rows[0] && { secret: rows[0].secret, encryptionMode: rows[0].encryptionMode === 1 ? 1 : 0 };
  });

interface LoginRow {
  cpStat: number;
  cpType: number;
  gunCount: number;
  cpFaultType: number | null;
  stationId: bigint;
  timezone: string;
  rateRuleNo: string | null;
  pileInterval: number;
  gunInterval: number;
  chargingInterval: number;
  bmsHandshakeInterval: number;
  bmsParameterInterval: number;
  bmsChargingInterval: number;
  bmsEndInterval: number;
}

export interface LoginOutcome {
  readonly verdict: LoginVerdict;
  readonly stationId?: string;
}

/**
 * Decides a login whose secret was right and makes it the pile's only session: the epoch grows, and what an older one says
 * from now on is void. Order of the checks: unknown, disabled, type, gun count.
 */
export const loginPile = (database: Database, attempt: LoginAttempt, node: string): Promise<LoginOutcome> =>
  inSystem(database, async (tx) => {
    const row = await readPile(tx, attempt.cpCode);
    if (!row) return { verdict: { result: 2 } };
    if (row.cpStat !== 1) return { verdict: { result: 3 } };
    if (attempt.cpType !== undefined && attempt.cpType !== row.cpType) return { verdict: { result: 5 } };
    if (attempt.gunCount !== undefined && attempt.gunCount !== row.gunCount) return { verdict: { result: 4 } };
    const at = new Date(attempt.atMs);
    const { rows } = await sql<{
      epoch: bigint;
    }>`update pile_state set epoch = epoch + 1, node = ${node}, online = true, online_since = ${at}, offline_since = null, last_seen = ${at},
      main_hw = coalesce(${attempt.mainHw ?? null}, main_hw), main_sw = coalesce(${attempt.mainSw ?? null}, main_sw) where cp_code = ${attempt.cpCode} returning epoch`.execute(
      tx,
    );
    await showPile(tx, attempt.cpCode, { online: true, faultType: row.cpFaultType, nowMs: attempt.atMs });
    return { verdict: { result: 0, epoch: Number(rows[0]?.epoch ?? 0n), profile: profileOf(row, attempt.atMs) }, stationId: String(row.stationId) };
  });

/** Ends a session in the books, unless a newer one has begun. True when it was the pile's present one. */
export const logoutPile = (
  database: Database,
  session: { readonly cpCode: string; readonly epoch: number; readonly atMs: number },
): Promise<boolean> =>
  inSystem(database, async (tx) => {
    const at = new Date(session.atMs);
    const { numAffectedRows } =
      await sql`update pile_state set online = false, node = null, offline_since = ${at} where cp_code = ${session.cpCode} and epoch = ${session.epoch} and online`.execute(
        tx,
      );
    if (numAffectedRows !== 1n) return false;
    await sql`update pile set cp_work_stat = 6 where cp_code = ${session.cpCode} and cp_stat = 1 and cp_work_stat <> 6`.execute(tx);
    return true;
  });

/** Sessions of a process that died without a word are over. Called once when a node of that name starts. */
export const forgetSessions = (database: Database, node: string, nowMs: number): Promise<void> =>
  inSystem(database, async (tx) => {
    await sql`with gone as (update pile_state set online = false, node = null, offline_since = ${new Date(nowMs)} where node = ${node} and online returning cp_code)
      update pile set cp_work_stat = 6 from gone where pile.cp_code = gone.cp_code and cp_stat = 1`.execute(tx);
  });

/** Writes the one state people see, when it differs. */
export const showPile = async (
  tx: Tx,
  cpCode: string,
  axes: { readonly online: boolean; readonly faultType: number | null; readonly nowMs: number },
): Promise<void> => {
  const shown = shownPileState({ adminEnabled: true, online: axes.online, faultType: axes.faultType, upgrade: { phase: 'none' } }, axes.nowMs);
  await sql`update pile set cp_work_stat = ${shown}, cp_fault_type = ${axes.faultType} where cp_code = ${cpCode} and cp_stat = 1
    and (cp_work_stat, cp_fault_type) is distinct from (${shown}::smallint, ${axes.faultType}::smallint)`.execute(tx);
};

const readPile = async (tx: Tx, cpCode: string): Promise<LoginRow | undefined> => {
  const { rows } =
    await sql<LoginRow>`select p.cp_stat, p.cp_type, p.gun_count, p.cp_fault_type, p.station_id, s.timezone, r.rate_rule_no, f.pile_interval, f.gun_interval, f.charging_interval,
      f.bms_handshake_interval, f.bms_parameter_interval, f.bms_charging_interval, f.bms_end_interval
    from pile p join station s using (station_id) join pile_profile f on f.cp_code = p.cp_code left join rate_rule r on r.rate_rule_id = p.rate_rule_id
    where p.cp_code = ${cpCode} and not p.is_delete`.execute(tx);
  return rows[0];
};

const profileOf = (row: LoginRow, atMs: number): PileProfile => ({
  tzMinutes: Math.round(offsetAt(atMs, row.timezone) / 60_000),
  rateRuleNo: row.rateRuleNo ?? '',
  intervals: {
    pileS: row.pileInterval,
    gunS: row.gunInterval,
    chargingS: row.chargingInterval,
    bmsHandshakeS: row.bmsHandshakeInterval,
    bmsParameterS: row.bmsParameterInterval,
    bmsChargingS: row.bmsChargingInterval,
    bmsEndS: row.bmsEndInterval,
  },
});
