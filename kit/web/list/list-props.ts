import type { ReactNode } from 'react';
import type { FieldShape } from '#kit/fields/field.ts';
import type { Labels } from '#kit/resource/labels.ts';
import type { AnyResource, Resource } from '#kit/resource/resource.ts';
import type { OwnValues } from '../advanced/own-values.ts';
import type { OwnInputs } from '../form/form-fields.tsx';
import type { Filters } from '../kinds/filter-names.ts';
import type { PlainRow } from '../kinds/cell.tsx';
import type { Rows } from './rows/use-rows.ts';
import type { ListApi, RowOf } from '../calls/list-api.ts';
import type { OwnAction } from './actions/actions.ts';
import type { CellRenderers, OwnColumn } from './columns/columns.tsx';

export interface ListPageProps<F extends FieldShape, A extends ListApi> {
  readonly of: Resource<F>;
  readonly api: A;
  readonly labels: Labels<F>;
  /** What the table shows at first, in this order; the viewer may show other fields and hide these. */
  readonly columns?: readonly (NoInfer<keyof F & string> | OwnColumn<RowOf<F>>)[];
  /** How single values are drawn where the kind's cell is not enough. */
  readonly render?: { readonly [K in NoInfer<keyof F & string>]?: (value: RowOf<F>[K], row: RowOf<F>) => ReactNode };
  /** `detail`, `edit`, `changeState`, `delete`, any other endpoint of the api that takes an `id`, or actions of the page's own. */
  readonly rowActions?: readonly (NoInfer<keyof A & string> | 'detail' | OwnAction<RowOf<F>>)[];
  /** Which filters, in which order; all filterable fields when left out. */
  readonly filters?: readonly NoInfer<keyof F & string>[];
  /** Buttons of the page's own beside "add". */
  readonly toolbar?: ReactNode;
  /** Buttons for all ticked rows; `done` says which of them stay ticked. */
  readonly batch?: (keys: readonly string[], onDone: (ticked?: readonly string[]) => void) => ReactNode;
  /** Between filters and table: totals of the same filter, a live state. */
  readonly extra?: (rows: Rows<RowOf<F>>) => ReactNode;
  /** The form's fields, in order, for add and edit. */
  readonly form?: readonly NoInfer<keyof F & string>[];
  /** Inputs of the page's own in the form. */
  readonly inputs?: OwnInputs;
  /** Fields of the advanced query that are asked for by inputs of the page's own. */
  readonly queryValues?: OwnValues;
  /** What an added row starts with. */
  readonly initial?: Partial<RowOf<F>>;
  /** Below the fields of the detail drawer. */
  readonly detail?: (row: RowOf<F>) => ReactNode;
  /** Opens a page of its own instead of the detail drawer. */
  readonly onOpen?: (row: RowOf<F>) => void;
  /** Conditions the viewer cannot change, for lists inside another noun. */
  readonly fixedFilters?: Filters;
  /** `local` for lists in drawers and tabs; a page's main list lives in the address. */
  readonly stateIn?: 'url' | 'local';
}

/** The same without knowing its fields: what the kit's own parts read. */
export interface AnyListProps {
  readonly of: AnyResource;
  readonly api: ListApi;
  readonly labels: Labels;
  readonly columns?: readonly (string | OwnColumn<PlainRow>)[];
  readonly render?: CellRenderers;
  readonly rowActions?: readonly (string | OwnAction<PlainRow>)[];
  readonly filters?: readonly string[];
  readonly toolbar?: ReactNode;
  readonly batch?: (keys: readonly string[], onDone: (ticked?: readonly string[]) => void) => ReactNode;
  readonly extra?: (rows: Rows<PlainRow>) => ReactNode;
  readonly form?: readonly string[];
  readonly inputs?: OwnInputs;
  readonly queryValues?: OwnValues;
  readonly initial?: PlainRow;
  readonly detail?: (row: PlainRow) => ReactNode;
  readonly onOpen?: (row: PlainRow) => void;
  readonly fixedFilters?: Filters;
  readonly stateIn?: 'url' | 'local';
}
