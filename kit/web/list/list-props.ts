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
  /** The initial columns in their order. The viewer may show other fields and hide these. */
  readonly columns?: readonly (NoInfer<keyof F & string> | OwnColumn<RowOf<F>>)[];
  /** Draws single values where the cell of the field's kind is not enough. */
  readonly render?: { readonly [K in NoInfer<keyof F & string>]?: (value: RowOf<F>[K], row: RowOf<F>) => ReactNode };
  /** `detail`, `edit`, `changeState`, `delete`, any other endpoint of the API that takes an `id`, or actions that the page defines. */
  readonly rowActions?: readonly (NoInfer<keyof A & string> | 'detail' | OwnAction<RowOf<F>>)[];
  /** The filters in their order; all filterable fields by default. */
  readonly filters?: readonly NoInfer<keyof F & string>[];
  /** Buttons of the page beside "add". */
  readonly toolbar?: ReactNode;
  /** Buttons for the selected rows; `onDone` receives the rows that stay selected. */
  readonly batch?: (keys: readonly string[], onDone: (ticked?: readonly string[]) => void) => ReactNode;
  /** Content between the filters and the table, such as totals of the same filter or a live state. */
  readonly extra?: (rows: Rows<RowOf<F>>) => ReactNode;
  /** The fields of the form for adding and editing, in their order. */
  readonly form?: readonly NoInfer<keyof F & string>[];
  /** Inputs that the page supplies for the form. */
  readonly inputs?: OwnInputs;
  /** Inputs that the page supplies for fields of the advanced query. */
  readonly queryValues?: OwnValues;
  /** Initial values of a new row. */
  readonly initial?: Partial<RowOf<F>>;
  /** Content below the fields of the detail drawer. */
  readonly detail?: (row: RowOf<F>) => ReactNode;
  /** Opens the page's own detail view in place of the drawer. */
  readonly onOpen?: (row: RowOf<F>) => void;
  /** Conditions that the viewer cannot change, for lists inside another noun. */
  readonly fixedFilters?: Filters;
  /** `local` for lists in drawers and tabs; the state of a page's main list is in the address. */
  readonly stateIn?: 'url' | 'local';
}

/** The same props without the types of the fields, for the parts of the kit. */
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
