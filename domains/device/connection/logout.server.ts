import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { pileState } from '#engines/pile/codes.ts';
import { UPGRADE_DEADLINE_MS } from '#engines/upgrade/record.ts';
import { inSystem } from '#kit/db/index.ts';
import { reportOffline } from './report-offline.server.ts';
import { upgradePhase } from './upgrade-phase.ts';
import type { Database } from '#kit/db/index.ts';

export interface EndedSession {
  readonly cpCode: string;
  readonly epoch: number;
  readonly atMs: number;
}

/** Marks sessions as ended, except where a newer session has begun. Returns true for each that was its pile's current session. */
export const logoutPiles = (database: Database, sessions: readonly EndedSession[]): Promise<readonly boolean[]> =>
  inSystem(
    database,
    async (tx) => {
      const { rows } = await sql<{
        cpCode: string;
        epoch: bigint;
      }>`with ended as (select * from unnest(${sessions.map(({ cpCode }) => cpCode)}::text[], ${sessions.map(({ epoch }) => epoch)}::int8[], ${sessions.map(({ atMs }) => new Date(atMs))}::timestamptz[]) as t (code, epoch, at)),
        present as (select s.cp_code, ended.at from pile_state s join ended on ended.code = s.cp_code and ended.epoch = s.epoch where s.online order by s.cp_code for update of s)
      update pile_state s set online = false, node = null, offline_since = present.at from present where s.cp_code = present.cp_code returning s.cp_code, s.epoch`.execute(
        tx,
      );
      const cpCodes = rows.map(({ cpCode }) => cpCode);
      const nowMs = Math.max(...sessions.map(({ atMs }) => atMs));
      await sql`with other as (select cp_code from pile where cp_code = any(${cpCodes}::text[]) and cp_stat = ${sql.lit(entityState.enabled)} and cp_work_stat <> ${sql.lit(pileState.offline)} and ${notUpgrading(nowMs)} order by cp_code for update)
        update pile p set cp_work_stat = ${sql.lit(pileState.offline)} from other where p.cp_code = other.cp_code`.execute(tx);
      await reportOffline(tx, cpCodes, nowMs);
      const ended = new Set(rows.map(({ cpCode, epoch }) => `${cpCode} ${epoch}`));
      return sessions.map(({ cpCode, epoch }) => ended.has(`${cpCode} ${epoch}`));
    },
    // May be repeated: if the database is unavailable now, nobody else would end these sessions later.
    { idempotent: true },
  );

/** A pile that restarts in its upgrade is still shown as upgrading. */
const notUpgrading = (nowMs: number) =>
  sql`not exists (select from pile_state u where u.cp_code = pile.cp_code and u.upgrade_phase = ${sql.lit(upgradePhase.running)} and u.upgrade_since > ${new Date(nowMs - UPGRADE_DEADLINE_MS)})`;

/** Ends the sessions of a process that died without logging its piles out. Called once when a node of that name starts. */
export const endSessionsOfNode = (database: Database, node: string, nowMs: number): Promise<void> =>
  inSystem(database, async (tx) => {
    const { rows } = await sql<{
      cpCode: string;
    }>`update pile_state set online = false, node = null, offline_since = ${new Date(nowMs)} where node = ${node} and online returning cp_code`.execute(
      tx,
    );
    const cpCodes = rows.map(({ cpCode }) => cpCode);
    await sql`update pile set cp_work_stat = ${sql.lit(pileState.offline)} where cp_code = any(${cpCodes}::text[]) and cp_stat = ${sql.lit(entityState.enabled)} and ${notUpgrading(nowMs)}`.execute(
      tx,
    );
    await reportOffline(tx, cpCodes, nowMs);
  });
