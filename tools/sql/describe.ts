import type pg from 'pg';
import { columnNullness } from './nullness.ts';
import type { Catalog, Nullness } from './nullness.ts';
import { isTree, parseTree } from './query-tree.ts';
import type { Datum, Tree } from './query-tree.ts';

/** A column in the result of a statement. */
export interface Column {
  readonly name: string;
  readonly type: number;
  readonly nullness: Nullness;
}

export interface StatementShape {
  readonly columns: readonly Column[];
  /** The types of its parameters. */
  readonly parameters: readonly number[];
}

/** PostgreSQL's description of a statement, without running it. Throws the error that PostgreSQL finds. */
export type DescribeStatement = (text: string, options: { readonly nulls: boolean }) => Promise<StatementShape>;

/** The version from which an analysed query distinguishes outer joins: `varnullingrels`. */
const NULLS_SINCE = 16;

export const createDescribe = async (client: pg.Client): Promise<DescribeStatement> => {
  const catalog = await readCatalog(client);
  const { rows } = await client.query<{ major: number }>(`select current_setting('server_version_num')::int4 / 10000 as major`);
  const tellsNulls = (rows[0]?.major ?? 0) >= NULLS_SINCE;
  return async (text, { nulls }) => {
    const { columns, parameters } = await prepare(client, text);
    const query = nulls && tellsNulls && columns.length > 0 && ANALYSED.test(text) ? await analyse(client, text, parameters) : undefined;
    const nullness = query ? columnNullness(catalog, query) : [];
    return { parameters, columns: columns.map(({ name, type }, index) => ({ name, type, nullness: nullness[index] ?? 'unsure' })) };
  };
};

const ANALYSED = /^\s*(?:select|insert|update|delete|with|merge|values)\b/iu;

interface PreparedShape {
  readonly columns: readonly { readonly name: string; readonly type: number }[];
  readonly parameters: readonly number[];
}

interface RowDescription {
  readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[];
}

/** As the driver prepares it: parsed and described as the unnamed statement, and not bound. */
const prepare = async (client: pg.Client, text: string): Promise<PreparedShape> =>
  new Promise((resolve, reject) => {
    let columns: PreparedShape['columns'] = [];
    let parameters: readonly number[] = [];
    client.query({
      submit: (connection: pg.Connection) => {
        connection.removeAllListeners('parameterDescription');
        connection.once('parameterDescription', (message: { readonly dataTypeIDs: readonly number[] }) => (parameters = message.dataTypeIDs));
        connection.parse({ name: '', text, types: [] }, true);
        connection.describe({ type: 'S', name: '' }, true);
        connection.sync();
      },
      handleRowDescription: ({ fields }: RowDescription) => {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError: reject,
      handleReadyForQuery: () => resolve({ columns, parameters }),
    });
  });

/** A SQL function stores its body as PostgreSQL has analysed it, with parameters and outer joins. */
const analyse = async (client: pg.Client, text: string, parameters: readonly number[]): Promise<Tree | undefined> => {
  const types = parameters.length === 0 ? '' : await typeNames(client, parameters.slice(0, PARAMETERS_MAX));
  await client.query('begin');
  try {
    await client.query(
      `create function pg_temp.described(${types}) returns setof record language sql begin atomic ${atMost(text, PARAMETERS_MAX)}; end`,
    );
    const { rows } = await client.query<{ body: string }>(`select prosqlbody::text as body from pg_proc where oid = 'pg_temp.described'::regproc`);
    return queryIn(parseTree(rows[0]?.body ?? '()'));
  } finally {
    await client.query('rollback');
  }
};

/** A function cannot have more parameters; those of a long filter do not affect the columns. */
const PARAMETERS_MAX = 100;
const atMost = (text: string, max: number): string =>
  text.replace(/\$(\d+)/gu, (parameter, number: string) => (Number(number) > max ? 'null' : parameter));

const typeNames = async (client: pg.Client, types: readonly number[]): Promise<string> => {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(format_type(type, null), ', ' order by place) as names from unnest($1::oid[]) with ordinality as given (type, place)`,
    [types],
  );
  return rows[0]?.names ?? '';
};

/** The body is a list of a list of statements. */
const queryIn = (datum: Datum): Tree | undefined => {
  if (isTree(datum)) return datum.tag === 'QUERY' ? datum : undefined;
  return Array.isArray(datum) ? datum.map(queryIn).find((each) => each !== undefined) : undefined;
};

const readCatalog = async (client: pg.Client): Promise<Catalog> => {
  const columns = await client.query<{ relation: number; numbers: number[] }>(
    `select c.oid::int4 as relation, array_agg(a.attnum::int4) as numbers from pg_class c
     join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid where a.attnum > 0 and (a.attnotnull or t.typnotnull) group by c.oid`,
  );
  const tables = await client.query<{ relation: number }>(`select oid::int4 as relation from pg_class where relkind in ('r', 'p', 'f')`);
  const views = await client.query<{ relation: number; query: string }>(
    `select ev_class::int4 as relation, ev_action::text as query from pg_rewrite r join pg_class c on c.oid = r.ev_class
     where c.relkind in ('v', 'm') and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );
  const functions = await client.query<{ oid: number; name: string; isStrict: boolean }>(
    `select oid::int4 as oid, proname as name, proisstrict as "isStrict" from pg_proc`,
  );
  const notNull = new Map(columns.rows.map(({ relation, numbers }) => [relation, new Set(numbers)]));
  const isTable = new Set(tables.rows.map(({ relation }) => relation));
  const viewTexts = new Map(views.rows.map(({ relation, query }) => [relation, query]));
  const viewTrees = new Map<number, Tree | undefined>();
  const byOid = new Map(functions.rows.map((row) => [row.oid, row]));
  return {
    isNotNull: (relation, column) => (isTable.has(relation) ? (notNull.get(relation)?.has(column) ?? false) : undefined),
    viewOf: (relation) => {
      const text = viewTexts.get(relation);
      if (text !== undefined && !viewTrees.has(relation)) viewTrees.set(relation, queryIn(parseTree(text)));
      return viewTrees.get(relation);
    },
    functionOf: (oid) => byOid.get(oid),
  };
};
