import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { RawBuilder } from 'kysely';
import { builtInHolders } from '#domains/identity/server.ts';
import { importColumns } from '#kit/server/excel/excel-export.ts';
import { countSql, pageSql } from '#kit/server/lists/list-sql.ts';
import type { Condition } from '#kit/server/lists/list-query.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import { anonymousViewer } from '#kit/server/context/viewer.ts';
import type { Viewer } from '#kit/server/context/viewer.ts';
import { readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { say } from '#kit/fields/words.ts';
import { roleReach } from '#kit/resource/rights/role-level.ts';

/** Compiles queries without a database. */
const compiler = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const stationStaff: Viewer = {
  userId: '9',
  username: 'golden',
  realname: 'golden',
  roleLevel: roleReach.tenant,
  permissions: new Set(['*']),
  language: 'en_US',
  sees: { tenant: ['1'], agent: ['2'], station: ['3', '4'], customer: 'all' },
};

/** Everything that is derived from a noun's declaration, as text for a review. */
export const goldenOf = (feature: Feature, registry: Registry): string => {
  const noun = feature.resource;
  const parts = [
    `# ${feature.name}`,
    '',
    '## Routes and permissions',
    ...routes(feature),
    ...rights(feature, registry),
    '',
    '## Menu',
    ...menu(feature, registry),
  ];
  if (feature.lookup) parts.push('', '## Look-ups', lookups(feature.lookup));
  if (feature.report)
    parts.push('', '## Columns', ...fields(feature.report), '', '## Scope', scope(feature.report), '', '## Figures', ...figures(feature.report));
  if (noun)
    parts.push(
      '',
      '## Fields',
      ...fields(noun),
      '',
      '## Scope',
      scope(noun),
      '',
      '## Import columns',
      importColumns(noun, anonymousViewer)
        .map(([name]) => name)
        .join(', '),
      '',
      '## List of station staff',
      ...lists(noun, registry),
    );
  return `${parts.join('\n')}\n`;
};

const routes = (feature: Feature) =>
  Object.entries(feature.api)
    .map(
      ([name, endpoint]) =>
        `${[endpoint.method, endpoint.alsoMethod].filter(Boolean).join('|')} ${BASE_PATH}${endpoint.path}  ${endpoint.allow}  (${name}${endpoint.idempotent ? ', idempotent' : ''}${endpoint.proof ? `, proof for ${endpoint.proof}${endpoint.proofInputs ? ` with ${endpoint.proofInputs.join(', ')}` : ''}` : ''})`,
    )
    .sort();

/** The rights of the noun's endpoints, and the preset roles that hold them. */
const rights = (feature: Feature, registry: Registry): readonly string[] => {
  const codes = [...Object.values(feature.api).map(({ allow }) => allow), ...(feature.extraPermissions ?? [])];
  const held = [...new Set(codes)].filter((code) => registry.permissions.includes(code)).sort();
  return held.length > 0 ? ['', '## Preset roles', ...held.map((code) => `${code}  ${builtInHolders(code, registry).join(' ')}`)] : [];
};

const menu = (feature: Feature, { menuGroups }: Registry) =>
  (feature.menu ?? []).map(
    (entry) =>
      `${say(menuGroups.find(({ name }) => name === entry.group)?.title ?? ['', '', ''], 'en_US')} ${entry.order}: ${say(entry.title, 'en_US')} ${entry.path} -> ${entry.component}  ${entry.allow}`,
  );

const figures = ({ groupBy, sums, chart, days, derivedFrom }: NonNullable<Feature['report']>): readonly string[] => [
  `one row by ${groupBy.join(', ')}`,
  `summed: ${sums.join(', ')}`,
  `drawn: ${chart.join(', ')}`,
  `${days.usual} days, at most ${days.max}`,
  ...(derivedFrom
    ? [
        `hidden with fields of ${derivedFrom.noun}, by their name`,
        ...Object.entries(derivedFrom.fields).map(([name, sources]) => `${name}: ${sources.join(', ') || 'always shown'}`),
      ]
    : []),
];

const lookups = ({ offered, tree }: NonNullable<Feature['lookup']>): string =>
  [offered && 'key and title offered', tree && `tree by ${tree.parent}`].filter(Boolean).join('; ');

const fields = (noun: AnyResource) =>
  Object.entries(noun.fields).map(([name, field]) => {
    const marks = [
      field.optional && 'optional',
      field.writing !== 'always' && field.writing,
      field.secret && 'secret',
      field.unique && ['unique', ...field.unique].join(' beside '),
      field.rule && `rule ${field.rule}`,
      field.filter && `filter ${field.filter}`,
      field.sort && 'sort',
      field.codes && `codes ${field.codes.dictCode}`,
      field.to && `to ${field.to}`,
    ];
    return `${name}: ${field.kind}${field.scale === undefined ? '' : `(${field.scale})`}  ${marks.filter(Boolean).join(', ')}`.trimEnd();
  });

const scope = (noun: AnyResource) =>
  Object.entries(noun.scope)
    .map(([level, column]) => `${level}: ${column}`)
    .join(', ');

const lists = (noun: AnyResource, registry: Registry) => {
  const compile = (query: RawBuilder<unknown>) => query.compile(compiler).sql.replace(/\s+/g, ' ').trim();
  const sort = noun.sort ?? { column: 'createTime', order: 'desc' as const };
  const conditions: Condition[] = readable(noun)
    .flatMap(([name, field]) => (field.filter === 'contains' ? [{ field: name, is: 'contains' as const, text: 'x' }] : []))
    .slice(0, 1);
  const query = { noun, viewer: stationStaff, registry, conditions: [] };
  return [compile(pageSql(query, { sort, pageNo: 1, pageSize: 10 })), compile(countSql({ ...query, conditions }))];
};
