import type { ReactNode } from 'react';
import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { auditFields, readable } from '#kit/resource/resource.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Labels } from '#kit/resource/labels.ts';
import { scopesFixedAt } from '#kit/resource/rights/role-level.ts';
import { scopeFields } from '#kit/resource/scope.ts';
import type { ScopeField } from '#kit/resource/scope.ts';
import { Cell, alignsRight } from '../../kinds/cell.tsx';
import type { PlainRow } from '../../kinds/cell.tsx';
import type { Translate } from '../../language.ts';
import type { Viewer } from '../../session/session.ts';
import { headWidth, valuesWidth } from './column-width.ts';

/** A column that is no field of the noun, such as a computed number, a bar or a link. */
export interface OwnColumn<R> {
  readonly key: string;
  readonly title: Words;
  readonly render: (row: R) => ReactNode;
  /** In px. */
  readonly width?: number;
  readonly alignRight?: boolean;
}

export interface ListColumn {
  readonly key: string;
  readonly title: Words;
  readonly width: number;
  readonly alignRight: boolean;
  readonly sortable: boolean;
  readonly render: (row: PlainRow) => ReactNode;
}

export type CellRenderers = Readonly<Record<string, ((value: unknown, row: PlainRow) => ReactNode) | undefined>>;

interface ColumnsInput {
  readonly noun: AnyResource;
  readonly labels: Labels;
  readonly render: CellRenderers;
  readonly say: Translate;
}

const bare = (name: string): Words => [name, name, name];
export const wordsOf = (labels: Labels, name: string): Words => labels.fields[name] ?? bare(name);

const fieldColumn = ({ noun, labels, render, say }: ColumnsInput, name: string, field: Field): ListColumn => {
  const ownRenderer = render[name];
  const title = wordsOf(labels, name);
  const sortable = field.sort === true;
  return {
    key: name,
    title,
    width: Math.max(valuesWidth(field, { say, isTitle: name === noun.title }), headWidth(title, { say, sortable })),
    alignRight: alignsRight(field),
    sortable,
    render: (row) => (ownRenderer ? ownRenderer(row[name], row) : <Cell field={field} name={name} value={row[name]} row={row} />),
  };
};

const ownColumn = (column: OwnColumn<PlainRow>, say: Translate): ListColumn => {
  const { width = OWN_PX, alignRight = false } = column;
  return { ...column, alignRight, sortable: false, width: Math.max(width, headWidth(column.title, { say, sortable: false })) };
};
const OWN_PX = 140;

/** All columns that the viewer may choose: first those that the page names, then the other fields of the noun. */
export const allColumns = (input: ColumnsInput, names: readonly (string | OwnColumn<PlainRow>)[]): readonly ListColumn[] => {
  const fields = new Map(readable(input.noun));
  const first = names.flatMap((column): ListColumn[] => {
    if (typeof column !== 'string') return [ownColumn(column, input.say)];
    const field = fields.get(column);
    return field ? [fieldColumn(input, column, field)] : [];
  });
  const otherFields = [...fields].filter(([name, field]) => !names.includes(name) && !neverColumns.includes(field.kind) && name !== 'version');
  return [...first, ...otherFields.map(([name, field]) => fieldColumn(input, name, field))];
};
const neverColumns: readonly string[] = ['json'];

const rarely: readonly string[] = ['longText', 'json', 'list', 'image'];
const audit = Object.keys(auditFields).filter((name) => name !== 'createTime');

/** The default columns of a page that names none: all fields except keys, long texts and audit fields. */
export const usualColumns = (noun: AnyResource): readonly string[] =>
  readable(noun).flatMap(([name, field]) =>
    rarely.includes(field.kind) || audit.includes(name) || (name === noun.key && name !== noun.title) ? [] : [name],
  );

/** The scopes that have a single value for this viewer. They need no column or filter, and a reset keeps them. */
export const fixedScopes = (viewer: Viewer | undefined): readonly string[] => {
  const fixed = scopesFixedAt(viewer?.roleLevel ?? 0);
  // A big customer charges at many stations, so the station columns stay.
  return viewer && !viewer.stationId && isBigCustomer(viewer) ? fixed.filter((name) => name !== 'stationId') : fixed;
};
const isBigCustomer = ({ roleLevel }: Viewer): boolean => roleLevel < STATION_LEVEL;
const STATION_LEVEL = 80;

/** The columns that a page names, and the scopes of the noun that it omits, inserted before a final instant. */
export const withScopes = <C extends string | OwnColumn<PlainRow>>(noun: AnyResource, names: readonly C[]): readonly (C | ScopeField)[] => {
  const missing = scopeFields.filter((name) => noun.fields[name]?.kind === 'ref' && !names.some((column) => keyOf(column) === name));
  const index = names.findIndex((column) => keyOf(column) === 'createTime');
  const end = index < 0 ? names.length : index;
  return [...names.slice(0, end), ...missing, ...names.slice(end)];
};
const keyOf = (column: string | OwnColumn<PlainRow>): string => (typeof column === 'string' ? column : column.key);
