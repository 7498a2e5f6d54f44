import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { pointLife } from '#engines/marketing/codes.ts';
import type { PointLife } from '#engines/marketing/codes.ts';
import { pointsActiveMs, pointsExpireMs } from '#engines/marketing/point-rules.ts';
import { cents } from '#engines/money/units.ts';
import type { Cents } from '#engines/money/units.ts';
import type { Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { yesNo } from '#domains/system/resources.ts';

/** The terms of a programme, as movements of points need them. */
export interface PointProgram {
  readonly pointProgramId: string;
  readonly tenantId: string;
  readonly agentId: string | null;
  readonly isOn: boolean;
  readonly currency: string;
  /** In which its days and months are counted: that of its agent or tenant. */
  readonly zone: string;
  readonly pointCents: Cents;
  readonly stepPoints: bigint;
  /** Below this balance nothing is spent. */
  readonly leastPoints: bigint;
  readonly maxSharePercent: number;
  readonly life: { readonly lifeMode: PointLife; readonly lifeCount: number };
  /** The most that a customer earns in a local day; null: no limit. */
  readonly dayMaxPoints: bigint | null;
  /** Earned points can be spent so many local days later; null: at once. */
  readonly lockDays: number | null;
  /** Whose cost points are, as in the books: `tenant`, or `agent:7`. */
  readonly funder: string;
}

interface ProgramRow {
  readonly pointProgramId: bigint;
  readonly tenantId: bigint;
  readonly agentId: bigint | null;
  readonly feature: number;
  readonly currency: string;
  readonly zone: string;
  readonly pointAmount: bigint;
  readonly stepPoints: number;
  readonly leastPoints: number;
  readonly maxShare: number;
  readonly lifeMode: number;
  readonly lifeCount: number;
  readonly dayMaxPoints: number | null;
  readonly lockDays: number | null;
}

/** The programme that counts at a place: that of the agent, else that of the tenant; undefined where none is switched on. */
export const programAt = (
  tx: Tx,
  { tenantId, agentId }: { readonly tenantId: string; readonly agentId: string },
): Promise<PointProgram | undefined> =>
  readProgram(
    tx,
    sql`p.tenant_id = ${tenantId} and (p.agent_id = ${agentId} or p.agent_id is null) and p.feature = ${sql.lit(valuesOf(yesNo).yes)} and not p.is_delete`,
  );

/** A programme, whether it is switched on or not. */
export const programById = (tx: Tx, pointProgramId: string): Promise<PointProgram | undefined> =>
  readProgram(tx, sql`p.point_program_id = ${pointProgramId}`);

const readProgram = async (tx: Tx, where: RawBuilder<SqlBool>): Promise<PointProgram | undefined> => {
  const { rows } =
    await sql<ProgramRow>`select p.point_program_id, p.tenant_id, p.agent_id, p.feature, p.currency, coalesce(a.timezone, t.timezone) as zone, p.point_amount,
      p.step_points, p.least_points, p.max_share, p.life_mode, p.life_count, p.day_max_points, p.lock_days
    from point_program p join tenant t on t.tenant_id = p.tenant_id left join agent a on a.tenant_id = p.tenant_id and a.agent_id = p.agent_id
    where ${where} order by p.agent_id nulls last limit 1`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const agentId = row.agentId === null ? null : String(row.agentId);
  return {
    pointProgramId: String(row.pointProgramId),
    tenantId: String(row.tenantId),
    agentId,
    isOn: row.feature === valuesOf(yesNo).yes,
    currency: row.currency,
    zone: row.zone,
    pointCents: cents(row.pointAmount),
    stepPoints: BigInt(row.stepPoints),
    leastPoints: BigInt(row.leastPoints),
    maxSharePercent: row.maxShare,
    life: { lifeMode: row.lifeMode === pointLife.yearEnd ? pointLife.yearEnd : pointLife.months, lifeCount: row.lifeCount },
    dayMaxPoints: row.dayMaxPoints === null ? null : BigInt(row.dayMaxPoints),
    lockDays: row.lockDays,
    funder: agentId === null ? 'tenant' : `agent:${agentId}`,
  };
};

/** When points expire that come in now. */
export const expiryOf = ({ life, zone }: Pick<PointProgram, 'life' | 'zone'>, now: Date): Date => new Date(pointsExpireMs(now.getTime(), life, zone));

/** From when points can be spent that an order earns now, and when they expire; their life begins then. */
export const timesOfEarned = (program: PointProgram, now: Date): { readonly activeAt: Date; readonly expiresAt: Date } => {
  const activeAt = new Date(pointsActiveMs(now.getTime(), program.lockDays, program.zone));
  return { activeAt, expiresAt: expiryOf(program, activeAt) };
};
