import { day, optional } from '#kit/fields/field.ts';
import type { Field, Kind, Row, FieldShape, WireRow } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { endpoint, file, opaque } from './endpoint.ts';
import type { Output, Page, WithTexts } from './endpoint.ts';
import { feature } from './feature.ts';
import type { Feature } from './feature.ts';
import type { Labels } from './labels.ts';
import type { AnyResource } from './resource.ts';
import type { RoleRights } from './rights/role-level.ts';

/** How long an answer about a report is good, here and in the browser. */
export const REPORT_CACHE_MS = 30_000;

/** What rows of something add up to, a day at a time: a noun without a table. Facts only, as of a noun. */
export interface AnyReport extends AnyResource {
  /** The fields that tell its rows apart, the day among them. */
  readonly groupBy: readonly string[];
  /** The fields that may be added up over rows; amounts only where all are of one currency. */
  readonly sums: readonly string[];
  /** The field of the day, how many days are asked for when nobody says, and how many at most. */
  readonly days: { readonly field: string; readonly usual: number; readonly max: number };
  /** Which of the sums are drawn by day. */
  readonly chart: readonly string[];
  /** The noun behind it, and which of its fields a figure is made of: who is not shown one is not shown the figure. */
  readonly derivedFrom?: { readonly noun: string; readonly fields: Readonly<Record<string, readonly string[]>> };
}

interface Report<F extends FieldShape = FieldShape> extends AnyReport {
  readonly key: keyof F & string;
  readonly title: keyof F & string;
  readonly fields: F;
}

type ReportDeclaration<F extends FieldShape> = Pick<AnyReport, 'name' | 'scope' | 'derivedFrom' | 'sensitivity'> & {
  readonly fields: F;
  readonly groupBy: readonly (keyof F & string)[];
  readonly sums: readonly (keyof F & string)[];
  readonly chart: readonly (keyof F & string)[];
  readonly days: { readonly field: keyof F & string; readonly usual: number; readonly max: number };
};

const path = '/online/cgreport/api';

/** Declares a report; its newest day stands first. What it adds up, and by what, may be asked for in an advanced query. */
export const report = <const F extends FieldShape>(facts: ReportDeclaration<F>): Report<F> => ({
  path,
  table: '',
  key: facts.days.field,
  title: facts.days.field,
  softDelete: false,
  sort: { column: facts.days.field, order: 'desc' },
  ...facts,
  fields: withQueryFields(facts),
});

/** The day has bounds of its own: without them nothing says how much is read. */
const withQueryFields = <F extends FieldShape>({ fields, groupBy, sums, days }: ReportDeclaration<F>): F => {
  const queryNames: readonly string[] = [...groupBy, ...sums].filter((name) => name !== days.field);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, queryNames.includes(name) ? { ...field, query: true } : field]),
  ) as F; // each is the field it was
};

export interface ReportColumn {
  readonly title: string;
  readonly dataIndex: string;
  readonly align: 'left' | 'right';
  /** 'true': rows can be asked for in its order. */
  readonly sorter?: 'true';
  /** Which of the `dictOptions` has the words of its values. */
  readonly customRender?: string;
  /** Of the column the rows are ordered by when nobody says. */
  readonly sortOrder?: 'ascend' | 'descend';
  readonly fieldType: Kind;
  readonly unit?: string;
  /** Digits after the point. */
  readonly scale?: number;
  /** 'true': the builder of advanced queries offers it; the day has bounds of its own. */
  readonly query?: 'true';
}

export interface ReportColumns {
  readonly cgRpConfigId: string;
  readonly cgRpConfigName: string;
  readonly columns: readonly ReportColumn[];
  readonly dictOptions: Readonly<Record<string, readonly { readonly value: string; readonly text: string }[]>>;
  readonly sums: readonly string[];
  readonly chart: readonly string[];
}

export interface ReportQueryItem {
  readonly label: string;
  readonly field: string;
  /** The kind of the field in small letters, `list` for a dictionary, `search` for rows of another noun. */
  readonly view: string;
  /** `group`: from one value to another. */
  readonly mode: 'single' | 'group';
  /** '1': folded away at first. */
  readonly hidden?: '1';
  readonly fieldType: Kind;
  readonly unit?: string;
  /** Of `search`: the noun. */
  readonly to?: string;
  /** Of the day: as many up to today are asked for when nobody says. */
  readonly usualDays?: number;
  /** Of the day: the one it is at the stations furthest ahead; the reader's own says nothing about them. */
  readonly today?: string;
}

export interface ReportPage<R> extends Page<R> {
  /** Of all rows that were found; null where amounts of several currencies would have to be added. */
  readonly totals: Readonly<Record<string, string | null>>;
  /** Of all rows that were found; null when they are of several, or of none. */
  readonly currency: string | null;
  /** The amounts of each, when they are of several. */
  readonly byCurrency: readonly { readonly currency: string; readonly totals: Readonly<Record<string, string>> }[];
}

/** What the drawn figures are on a day; one row a currency. */
export interface ReportPoint {
  readonly day: string;
  readonly currency: string | null;
  readonly figures: Readonly<Record<string, string>>;
}

/** The conditions a page puts on a report by itself, `self_` in front: they narrow what its reader asks for, and never widen it. */
const embeddedShape = (facts: AnyReport): FieldShape =>
  Object.fromEntries(
    Object.entries(facts.fields).flatMap(([name, field]): [string, Field][] => {
      if (name === facts.days.field) return [`${embeddedName(name)}_begin`, `${embeddedName(name)}_end`].map((bound) => [bound, optional(day())]);
      if (field.filter === undefined || field.filter === 'between') return [];
      return [[embeddedName(name), optional({ ...field, optional: false })]];
    }),
  );
export const embeddedName = (name: string): string => `self_${name}`;

const dataOf = <F extends FieldShape>(of: F): Output<ReportPage<Row<F>>, ReportPage<WithTexts<WireRow<F>>>> => ({ form: 'page', of });

/** The family's calls of one report, and its chart and export beside them. */
export const reportApi = <F extends FieldShape>(of: Report<F>) => {
  const facts: AnyReport = of;
  const { name } = facts;
  const readEndpoint = { method: 'GET', allow: `${name}:list` } as const;
  const listEndpoint = { ...readEndpoint, listOf: facts, input: embeddedShape(facts) } as const;
  return {
    getRpColumns: endpoint({ ...readEndpoint, path: `${path}/getRpColumns/${name}`, input: {}, output: opaque<ReportColumns>() }),
    getQueryInfo: endpoint({ ...readEndpoint, path: `${path}/getQueryInfo/${name}`, input: {}, output: opaque<readonly ReportQueryItem[]>() }),
    getData: endpoint({ ...listEndpoint, path: `${path}/getData/${name}`, output: dataOf(of.fields) }),
    getChart: endpoint({ ...listEndpoint, path: `${path}/getChart/${name}`, output: opaque<readonly ReportPoint[]>() }),
    exportXls: endpoint({
      ...listEndpoint,
      path: `${path}/exportXls/${name}`,
      allow: `${name}:export`,
      ...(facts.sensitivity && { proof: 'export' as const }),
      output: file(),
    }),
  };
};
export type ReportApi<F extends FieldShape = FieldShape> = ReturnType<typeof reportApi<F>>;

/** The page of a report; what it shows stands at the end of its path. */
export const reportPath = (name: string): string => `/report/${name}`;
export const reportOfPath = (of: string): string => of.split('/').at(-1) ?? '';

interface ReportFeatureInput<F extends FieldShape> {
  readonly report: Report<F>;
  readonly api: ReportApi<F>;
  readonly labels: Labels<F>;
  readonly icon: string;
  /** The group of the side menu, and its place there. */
  readonly group: string;
  readonly order: number;
  readonly rights: RoleRights;
}

/** All declarations of a report together, as a domain's `features.ts` lists them. */
export const reportFeature = <F extends FieldShape>({ report: of, api, labels, icon, group, order, rights }: ReportFeatureInput<F>): Feature => {
  const words = new Map<string, Words>(Object.entries(labels.fields));
  const facts: AnyReport = of;
  return feature({
    name: facts.name,
    api,
    labels,
    rights,
    report: facts,
    inputLabels: Object.fromEntries(
      Object.keys(embeddedShape(facts)).map((name) => [name, words.get(name.replace(/^self_|_(?:begin|end)$/g, '')) ?? labels.noun]),
    ),
    menu: [
      {
        path: reportPath(facts.name),
        component: 'system/OnlineReport',
        title: labels.noun,
        icon,
        group,
        order,
        allow: `${facts.name}:list`,
      },
    ],
  });
};
