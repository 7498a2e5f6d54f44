import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { say } from '#kit/fields/words.ts';
import { defaultConf } from './default-conf.rules.ts';
import { exceptionName, namedExceptions } from './exception-names.ts';

interface ExceptionKey {
  readonly type: number;
  readonly code: number;
}

/** Adds the platform's configuration of every named code that has none. Runs at every start. */
export const ensureExceptionConfs = (database: Database): Promise<void> => inSystem(database, (tx) => addMissingConfs(tx, namedExceptions(), true));

/** Adds the platform's configuration of each code that has none, so that an unknown code of a device can be configured afterwards. */
export const addMissingConfs = async (tx: Tx, keys: readonly ExceptionKey[], areNamed = false): Promise<void> => {
  if (keys.length === 0) return;
  const confs = keys.map(({ type, code }) => defaultConf(type, code, areNamed));
  await sql`insert into exception_conf (exception_type, exception_code, exception_conf_desc, exception_level, exception_conf_stat, is_warning, on_delay, off_delay, flap_limit, is_outage, create_by)
    select *, 'system' from unnest(${keys.map(({ type }) => type)}::int2[], ${keys.map(({ code }) => code)}::int[], ${keys.map(({ type, code }) => say(exceptionName(type, code), 'zh_CN'))}::text[],
      ${confs.map((conf) => conf.exceptionLevel)}::int2[], ${confs.map((conf) => conf.exceptionConfStat)}::int2[], ${confs.map((conf) => conf.isWarning)}::int2[],
      ${confs.map((conf) => conf.onDelay)}::int[], ${confs.map((conf) => conf.offDelay)}::int[], ${confs.map((conf) => conf.flapLimit)}::int[], ${confs.map((conf) => conf.isOutage)}::int2[])
      as conf (type, code)
    where not exists (select from exception_conf other where other.tenant_id is null and other.exception_type = conf.type and other.exception_code = conf.code)
    order by 1, 2 on conflict do nothing`.execute(tx);
};
