import { startBenchDatabase } from './lists/bench-database.ts';
const bench = await startBenchDatabase('/tmp/bench50/data');
const c = await bench.client();
await c.query(`set maintenance_work_mem='2GB'; set max_parallel_maintenance_workers=2`);
const make: readonly string[] = [
  `drop index if exists exception_record_list`,
  `create index exception_record_list on exception_record (tenant_id, error_time desc, exception_record_id desc) include (agent_id, station_id)`,
  `drop index if exists exception_record_agent`,
  `create index exception_record_agent on exception_record (agent_id, error_time desc, exception_record_id desc) include (tenant_id, station_id)`,
  `drop index if exists exception_record_station`,
  `create index exception_record_station on exception_record (station_id, error_time desc, exception_record_id desc) include (tenant_id, agent_id)`,
  `drop index if exists exception_record_pile`,
  `create index exception_record_pile on exception_record (cp_code, error_time desc, exception_record_id desc) include (tenant_id, agent_id, station_id)`,
  `create index if not exists exception_record_type on exception_record (exception_type, tenant_id, error_time desc, exception_record_id desc) include (agent_id, station_id)`,
  `drop index if exists exception_record_code`,
  `create index exception_record_code on exception_record (exception_code, tenant_id, error_time desc, exception_record_id desc) include (agent_id, station_id, exception_type)`,
  `drop index if exists exception_record_level`,
  `create index exception_record_level on exception_record (exception_level, tenant_id, error_time desc, exception_record_id desc) include (agent_id, station_id)`,
  `create index if not exists exception_record_station_type on exception_record (station_id, exception_type, error_time desc, exception_record_id desc) include (tenant_id, agent_id)`,
];
for (const s of make) {
  const t = performance.now();
  await c.query(s);
  console.log(Math.round((performance.now() - t) / 1000), s);
}
await c.query('vacuum (analyze) exception_record');
await c.end();
await bench.stop();
