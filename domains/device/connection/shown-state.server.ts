import { sql } from 'kysely';
import { pileState } from '#engines/pile/codes.ts';
import { shownPileState } from '#engines/pile/pile.ts';
import { entityState } from '#engines/entity/codes.ts';
import type { Tx } from '#kit/db/index.ts';

export interface PileCondition {
  readonly cpCode: string;
  readonly online: boolean;
  readonly faultType: number | null;
  /** The pile reports that it has taken itself out of service. */
  readonly isDeviceDisabled?: boolean;
}

/**
 * Updates the shown state and the fault of each pile where they differ. A pile that is switched off stays so, and keeps its fault for when it is
 * switched on again.
 */
export const updateShownStates = async (tx: Tx, piles: readonly PileCondition[], nowMs: number): Promise<void> => {
  const shown = piles.map(({ cpCode: _code, ...axes }) => shownPileState({ adminEnabled: true, ...axes, upgrade: { phase: 'none' } }, nowMs));
  // Rows are locked in one order, so that two such statements cannot deadlock.
  await sql`with told as (select * from unnest(${piles.map(({ cpCode }) => cpCode)}::text[], ${shown}::int2[], ${piles.map(({ faultType }) => faultType)}::int2[]) as t (code, shown, fault)),
      other as (select p.cp_code, told.* from pile p join told on told.code = p.cp_code
        where (p.cp_work_stat, p.cp_fault_type) is distinct from (case when p.cp_stat = ${sql.lit(entityState.enabled)} then told.shown else ${pileState.disabled}::int2 end, told.fault) order by p.cp_code for update of p)
    update pile p set cp_work_stat = case when p.cp_stat = ${sql.lit(entityState.enabled)} then other.shown else ${pileState.disabled}::int2 end, cp_fault_type = other.fault from other where p.cp_code = other.cp_code`.execute(
    tx,
  );
};
