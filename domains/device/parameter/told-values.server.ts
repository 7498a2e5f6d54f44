import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import { canonicalText } from './parameter-values.rules.ts';

/** Values that a pile has told or accepted, by the numbers of the parameters. */
export interface ToldValues {
  readonly cpCode: string;
  readonly values: Readonly<Record<string, string>>;
  /** What the pile told later stays. */
  readonly at: Date;
}

/** Stores values of the pile. Values of a pile that does not exist are dropped. */
export const storePileValues = async (tx: Tx, { cpCode, values, at }: ToldValues): Promise<void> => {
  const { numbers, texts } = columnsOf(values);
  await sql`insert into pile_parameter (cp_code, param_no, tenant_id, value, reported_at)
    select p.cp_code, no, p.tenant_id, value, ${at} from pile p cross join unnest(${numbers}::text[], ${texts}::text[]) as given (no, value) where p.cp_code = ${cpCode}
    on conflict (cp_code, param_no) do update set value = excluded.value, reported_at = excluded.reported_at where pile_parameter.reported_at <= excluded.reported_at`.execute(
    tx,
  );
};

/** Stores values of a gun. `only`: of the only gun, where a pile has one. */
export const storeGunValues = async (tx: Tx, gunNumber: number | 'only', { cpCode, values, at }: ToldValues): Promise<void> => {
  const { numbers, texts } = columnsOf(values);
  const isOnly = gunNumber === 'only';
  await sql`insert into gun_parameter (cp_code, gun_number, param_no, tenant_id, value, reported_at)
    select p.cp_code, ${isOnly ? 1 : gunNumber}, no, p.tenant_id, value, ${at}
    from pile p cross join unnest(${numbers}::text[], ${texts}::text[]) as given (no, value) where p.cp_code = ${cpCode} and (not ${isOnly} or p.gun_count = 1)
    on conflict (cp_code, gun_number, param_no) do update set value = excluded.value, reported_at = excluded.reported_at where gun_parameter.reported_at <= excluded.reported_at`.execute(
    tx,
  );
};

const columnsOf = (values: ToldValues['values']) => {
  const entries = Object.entries(values);
  return { numbers: entries.map(([no]) => no), texts: entries.map(([no, value]) => canonicalText(no, value)) };
};
