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

/** How long an answer of a report is cached, by the server and by the browser. */
export const REPORT_CACHE_MS = 30_000;

/** Sums over rows by day: a noun without a table. Plain data, like a noun's declaration. */
export interface AnyReport extends AnyResource {
  /** The fields that identify a row, including the day. */
  readonly groupBy: readonly string[];
  /** The fields that can be summed over rows; amounts only when all have the same currency. */
  readonly sums: readonly string[];
  /** The field of the day, the default number of days, and the largest number of days. */
  readonly days: { readonly field: string; readonly usual: number; readonly max: number };
  /** The sums that the chart shows by day. */
  readonly chart: readonly string[];
  /**
   * The noun whose rows are summed, and the fields from which each figure is computed. A viewer from whom one of them is hidden does not see the
   * figure.
   */
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

/** Declares a report; the newest day comes first. Its sums and its fields of `groupBy` can be used in advanced queries. */
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

/** The day is excluded, because its own bounds limit how many rows are read. */
const withQueryFields = <F extends FieldShape>({ fields, groupBy, sums, days }: ReportDeclaration<F>): F => {
  const queryNames: readonly string[] = [...groupBy, ...sums].filter((name) => name !== days.field);
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, queryNames.includes(name) ? { ...field, query: true } : field]),
  ) as F; // each is the original field
};

export interface ReportColumn {
  readonly title: string;
  readonly dataIndex: string;
  readonly align: 'left' | 'right';
  /** 'true': the rows can be sorted by this column. */
  readonly sorter?: 'true';
  /** The entry of `dictOptions` with the texts of its values. */
  readonly customRender?: string;
  /** Set for the column of the default order. */
  readonly sortOrder?: 'ascend' | 'descend';
  readonly fieldType: Kind;
  readonly unit?: string;
  /** Digits after the point. */
  readonly scale?: number;
  /** 'true': advanced queries offer it; the day has its own period filter. */
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
  /** The kind of the field in lower case, `list` for a dictionary, `search` for rows of another noun. */
  readonly view: string;
  /** `group`: a range with two values. */
  readonly mode: 'single' | 'group';
  /** '1': folded at first. */
  readonly hidden?: '1';
  readonly fieldType: Kind;
  readonly unit?: string;
  /** For `search`: the noun. */
  readonly to?: string;
  /** For the day: the default number of days up to today. */
  readonly usualDays?: number;
  /** For the day: the current day at the station whose time zone is furthest ahead; the viewer's day may differ. */
  readonly today?: string;
}

export interface ReportPage<R> extends Page<R> {
  /** The sums of all matching rows; null where amounts of several currencies would have to be added. */
  readonly totals: Readonly<Record<string, string | null>>;
  /** The currency of all matching rows; null when they have several, or when there are none. */
  readonly currency: string | null;
  /** The sums for each currency, when there are several. */
  readonly byCurrency: readonly { readonly currency: string; readonly totals: Readonly<Record<string, string>> }[];
}

/** The figures of the chart on a day; one row for each currency. */
export interface ReportPoint {
  readonly day: string;
  readonly currency: string | null;
  readonly figures: Readonly<Record<string, string>>;
}

/** Conditions that a page adds to a report, with the prefix `self_`: they restrict the viewer's query and never widen it. */
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

/** The endpoints of a report as in the product family, and its chart and export. */
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

/** The path of a report's page, which ends with the name of the report. */
export const reportPath = (name: string): string => `/report/${name}`;
export const reportOfPath = (of: string): string => of.split('/').at(-1) ?? '';

interface ReportFeatureInput<F extends FieldShape> {
  readonly report: Report<F>;
  readonly api: ReportApi<F>;
  readonly labels: Labels<F>;
  readonly icon: string;
  /** The group of the side menu, and the position in it. */
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
