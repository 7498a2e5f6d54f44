import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { AnyReport } from '#kit/resource/report.ts';
import { readListQuery } from '#kit/server/lists/list-query.ts';
import { reportPageSql } from '#kit/server/reports/report-sql.ts';
import type { ReportRows } from '#kit/server/reports/report-sql.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import type { TestServer } from './server.ts';

const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

interface PlannedReport {
  readonly report: AnyReport;
  readonly rows: ReportRows;
  readonly filters: Readonly<Record<string, string>>;
}

const DAYS = { from: '2023-02-02', to: '2023-02-04' } as const;

/** The query plan of the first page of a report over three days, with the rows that the database contains. */
export const planOf = async (server: TestServer, viewer: Viewer, { report, rows, filters }: PlannedReport): Promise<string> => {
  const { registry } = server;
  const raw = { ...filters, [`${report.days.field}_begin`]: DAYS.from, [`${report.days.field}_end`]: DAYS.to };
  const list = readListQuery(report, raw, { registry, viewer });
  const { sql, parameters } = reportPageSql({ ctx: { viewer, registry }, report, conditions: list.conditions, rows: rows(DAYS) }, list).compile(
    compiler,
  );
  const lines = await server.database.asSuperuser<{ readonly 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters]);
  return lines.map((line) => line['QUERY PLAN']).join('\n');
};
