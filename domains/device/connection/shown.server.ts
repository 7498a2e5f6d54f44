import { sql } from 'kysely';
import { pileState } from '#engines/pile/codes.ts';
import { shownPileState } from '#engines/pile/pile.ts';
import { entityState } from '#engines/entity/codes.ts';
import type { Tx } from '#kit/db/index.ts';

export interface ShownPile {
  readonly cpCode: string;
  readonly online: boolean;
  readonly faultType: number | null;
  /** It says that it has taken itself out of service. */
  readonly isDeviceDisabled?: boolean;
}

/** Writes the one state people see of each pile, and its fault, where they differ. One that is switched off stays so, and keeps its fault for when it is on again. */
export const showPiles = async (tx: Tx, piles: readonly ShownPile[], nowMs: number): Promise<void> => {
  const shown = piles.map(({ cpCode: _code, ...axes }) => shownPileState({ adminEnabled: true, ...axes, upgrade: { phase: 'none' } }, nowMs));
  // Locked in one order, so that two such statements do not wait for each other.
  await sql`with told as (select * from unnest(${piles.map(({ cpCode }) => cpCode)}::text[], ${shown}::int2[], ${piles.map(({ faultType }) => faultType)}::int2[]) as t (code, shown, fault)),
      other as (select p.cp_code, told.* from pile p join told on told.code = p.cp_code
        where (p.cp_work_stat, p.cp_fault_type) is distinct from (case when p.cp_stat = ${sql.lit(entityState.enabled)} then told.shown else ${pileState.disabled}::int2 end, told.fault) order by p.cp_code for update of p)
    update pile p set cp_work_stat = case when p.cp_stat = ${sql.lit(entityState.enabled)} then other.shown else ${pileState.disabled}::int2 end, cp_fault_type = other.fault from other where p.cp_code = other.cp_code`.execute(
    tx,
  );
};
