import { sql } from 'kysely';
import { pileState } from '#engines/pile/codes.ts';
import { shownPileState } from '#engines/pile/pile.ts';
import type { UpgradePhase } from '#engines/pile/pile.ts';
import { entityState } from '#engines/entity/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { readPhase } from './upgrade-phase.ts';
import type { StoredPhase } from './upgrade-phase.ts';

export interface PileCondition {
  readonly cpCode: string;
  readonly online: boolean;
  readonly faultType: number | null;
  /** The pile reports that it has taken itself out of service. */
  readonly isDeviceDisabled?: boolean;
}

/** What is shown of a pile now. */
export interface ShownPile {
  readonly cpCode: string;
  readonly cpWorkStat: number;
  /** Null: no fault. */
  readonly cpFaultType: number | null;
}

/**
 * Updates the shown state and the fault of each pile where they differ, and returns these piles. A pile that is switched off stays so, and keeps its fault for when it is
 * switched on again.
 */
export const updateShownStates = async (tx: Tx, piles: readonly PileCondition[], nowMs: number): Promise<readonly ShownPile[]> => {
  const phases = await readPhases(
    tx,
    piles.map(({ cpCode }) => cpCode),
  );
  const shown = piles.map(({ cpCode, ...axes }) =>
    shownPileState({ adminEnabled: true, ...axes, upgrade: phases.get(cpCode) ?? { phase: 'none' } }, nowMs),
  );
  // Rows are locked in one order, so that two such statements cannot deadlock.
  const { rows } =
    await sql<ShownPile>`with told as (select * from unnest(${piles.map(({ cpCode }) => cpCode)}::text[], ${shown}::int2[], ${piles.map(({ faultType }) => faultType)}::int2[]) as t (code, shown, fault)),
      other as (select p.cp_code, told.* from pile p join told on told.code = p.cp_code
        where (p.cp_work_stat, p.cp_fault_type) is distinct from (case when p.cp_stat = ${sql.lit(entityState.enabled)} then told.shown else ${pileState.disabled}::int2 end, told.fault) order by p.cp_code for update of p)
    update pile p set cp_work_stat = case when p.cp_stat = ${sql.lit(entityState.enabled)} then other.shown else ${pileState.disabled}::int2 end, cp_fault_type = other.fault from other where p.cp_code = other.cp_code
    returning p.cp_code, p.cp_work_stat, p.cp_fault_type`.execute(tx);
  return rows;
};

/** The phases of the piles that have an upgrade to show. */
const readPhases = async (tx: Tx, cpCodes: readonly string[]): Promise<ReadonlyMap<string, UpgradePhase>> => {
  const { rows } = await sql<
    StoredPhase & { readonly cpCode: string }
  >`select cp_code, upgrade_phase, upgrade_since from pile_state where cp_code = any(${cpCodes}::text[]) and upgrade_phase is not null`.execute(tx);
  return new Map(rows.map((row) => [row.cpCode, readPhase(row)]));
};
