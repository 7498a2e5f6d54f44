import { Descriptions, Drawer, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { FieldShape } from '#kit/fields/field.ts';
import { isMask } from '#kit/fields/personal.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { readable } from '#kit/resource/resource.ts';
import type { AnyResource, Resource } from '#kit/resource/resource.ts';
import type { Labels } from '#kit/resource/labels.ts';
import { LoadError } from '../load-error.tsx';
import { Cell, isEmptyValue } from '../kinds/cell.tsx';
import type { PlainRow } from '../kinds/cell.tsx';
import { useVisibleNoun } from '../permissions/field-limits.ts';
import { useSay } from '../language.ts';
import { titleOf } from './actions/actions.ts';
import { wordsOf } from './columns/columns.tsx';
import type { CellRenderers } from './columns/columns.tsx';
import { useCall } from '../calls/query.tsx';
import { useIsPhone } from '../screen.ts';
import { endpointOf } from '../calls/list-api.ts';
import type { RowOf } from '../calls/list-api.ts';
import { words } from '../words.ts';
import { lazyComponent } from '../code-loading/lazy-component.tsx';

export interface DetailDrawerProps<F extends FieldShape> {
  readonly of: Resource<F>;
  readonly api: object;
  readonly labels: Labels<F>;
  /** The key of the row; undefined closes the drawer. */
  readonly id: string | undefined;
  readonly onClose: () => void;
  readonly render?: { readonly [K in keyof F]?: (value: RowOf<F>[K & keyof RowOf<F>], row: RowOf<F>) => ReactNode } | undefined;
  readonly fields?: readonly (keyof F & string)[] | undefined;
  /** In place of the row's own title. */
  readonly title?: ((row: RowOf<F>) => string) | undefined;
  /** Buttons beside the title. */
  readonly extra?: ((row: RowOf<F>) => ReactNode) | undefined;
  /** Content below the fields, such as tabs, related lists or charts. */
  readonly children?: ((row: RowOf<F>) => ReactNode) | undefined;
  readonly width?: number | undefined;
}

export interface AnyDetailProps {
  readonly of: AnyResource;
  readonly api: object;
  readonly labels: Labels;
  readonly id: string | undefined;
  readonly onClose: () => void;
  readonly render?: CellRenderers | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly title?: ((row: PlainRow) => string) | undefined;
  readonly extra?: ((row: PlainRow) => ReactNode) | undefined;
  readonly children?: ((row: PlainRow) => ReactNode) | undefined;
  readonly width?: number | undefined;
}

/** Shows all fields of one row, which it loads. */
export const DetailDrawer = <F extends FieldShape>(props: DetailDrawerProps<F>) => <AnyDetailDrawer {...(props as unknown as AnyDetailProps)} />; // the fields are data; F only checks the caller's types

const WIDTH = 760;

export const AnyDetailDrawer = (props: AnyDetailProps) => {
  const { of, api, labels, id, onClose, extra, width = WIDTH } = props;
  const say = useSay();
  const phone = useIsPhone();
  const { data, error, isPending, refetch } = useRow(of, api, id);
  return (
    <Drawer
      open={id !== undefined}
      onClose={onClose}
      size={phone ? '100%' : width}
      title={data ? (props.title?.(data) ?? titleOf(of, data)) : say(words.detailTitle, { noun: say(labels.noun) })}
      extra={data && extra?.(data)}
      destroyOnHidden
    >
      {error && <LoadError because={error.message} retry={refetch} />}
      {!error && isPending && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && <FieldList of={of} labels={labels} row={data} fields={props.fields} render={props.render} />}
      {data && props.children?.(data)}
    </Drawer>
  );
};

/** Loads one row by its key. */
const useRow = (noun: AnyResource, api: object, id: string | undefined) => {
  const endpoint = endpointOf(api, 'queryById');
  return useCall(
    (endpoint ?? { method: 'GET', path: noun.path, allow: '', input: {}, output: { form: 'row' } }) as RowEndpoint,
    { id: id ?? '' } as never,
    { enabled: endpoint !== undefined && id !== undefined },
  );
};
type RowEndpoint = Endpoint<{}, PlainRow, PlainRow>;

export interface FieldListProps {
  readonly of: AnyResource;
  readonly labels: Labels;
  readonly row: PlainRow;
  readonly fields?: readonly string[] | undefined;
  readonly render?: CellRenderers | undefined;
}

/** Loaded with the first masked number. */
const PersonalText = lazyComponent(
  () => import('../personal/personal-text.tsx').then((text) => text.PersonalText),
  ({ shown }) => shown,
);

const wideKinds: readonly string[] = ['longText', 'json', 'list', 'image'];

/** The fields of a row with their labels, two in each line. */
export const FieldList = ({ of, labels, row, fields, render = {} }: FieldListProps) => {
  const say = useSay();
  const readableFields = new Map(readable(useVisibleNoun(of)));
  const names = fields ?? [...readableFields.keys()].filter((name) => name !== 'version');
  const items = names.flatMap((name) => {
    const field = readableFields.get(name);
    if (!field) return [];
    const [ownRenderer, value, label] = [render[name], row[name], say(wordsOf(labels, name))];
    const cell = <Cell field={field} name={name} value={value} row={row} />;
    const number = isMask(field, value) && <PersonalText of={of} rowKey={String(row[of.key])} name={name} shown={value} label={label} />;
    const children = ownRenderer ? ownRenderer(value, row) : number || cell;
    return [{ key: name, label, children, span: wideKinds.includes(field.kind) && !isEmptyValue(row[name]) ? ('filled' as const) : 1 }];
  });
  return <Descriptions className="co-fields" size="small" bordered column={{ xs: 1, sm: 1, md: 2 }} items={items} />;
};
