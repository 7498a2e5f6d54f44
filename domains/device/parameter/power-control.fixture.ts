import type { TestDatabase } from '#kit/test/database.ts';

/** Lets a pile follow a power control of its tenant. */
export const followPowerControl = async (database: TestDatabase, cpCode: string): Promise<void> => {
  await database.asSuperuser(
    `with control as (insert into power_control (tenant_id, rule_name) select tenant_id, 'For ' || cp_code from pile where cp_code = $1 returning power_control_id)
      update pile set power_control_id = (select power_control_id from control) where cp_code = $1`,
    [cpCode],
  );
};
