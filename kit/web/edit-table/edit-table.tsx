import { Skeleton } from 'antd';
import { useCallback, useId, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useLanguage, useSay } from '../language.ts';
import { hiddenKeys } from '#kit/resource/rights/rights.ts';
import { permissionStore } from '../permissions/use-permission.ts';
import { useStore } from '../store.ts';
import { words } from '../words.ts';
import { widthOf } from './table/column.ts';
import type { Column } from './table/column.ts';
import { GridRoot, HANDLE, NUMBER, TICK } from './table/grid-context.ts';
import type { GridFacts } from './table/grid-context.ts';
import { GridView } from './grid/grid-view.tsx';
import type { ColumnTracks } from './grid/grid-view.tsx';
import type { TableRow } from './table/rows.ts';
import type { EditTable } from './table/table.ts';
import { Toolbar } from './grid/toolbar.tsx';
import './edit-table.css';

export interface EditTableProps {
  readonly table: EditTable;
  /** The accessible name of the table. */
  readonly label: string;
  readonly mode?: 'click' | 'always';
  /** Low rows of a single line; a validation error then shows as a tooltip. */
  readonly tight?: boolean;
  readonly maxHeightPx?: number;
  readonly rowNumber?: boolean;
  readonly rowSelection?: boolean;
  readonly toolbar?: boolean;
  /** Permission codes with this prefix decide which columns and buttons the viewer gets. */
  readonly authPre?: string;
  readonly disabled?: boolean;
  readonly loading?: boolean;
  readonly rowsMax?: number;
  /** The folder of uploaded files. */
  readonly biz?: string;
  /** Details of a row. A click on a cell that is not edited opens them in a box beside the row. */
  readonly subTable?: (row: TableRow) => ReactNode;
  /** Additional content beside the toolbar's buttons. */
  readonly extra?: ReactNode;
}

/** The row height of the product family, and one for dense screens. */
const ROW_PX = 61;
const TIGHT_ROW_PX = 37;
const MAX_HEIGHT_PX = 400;

/** A table for data entry. It handles thousands of rows, has an editor for each type of cell, and works entirely with the keyboard. */
export const EditTableView = (props: EditTableProps) => {
  const { table, label, mode = 'click', tight = false, maxHeightPx = MAX_HEIGHT_PX, disabled = false, loading = false } = props;
  const { rowNumber = false, rowSelection = false, toolbar = true, authPre, rowsMax = Infinity, biz = 'temp', extra, subTable } = props;
  const say = useSay();
  const permissions = useStore(permissionStore);
  const lacks = useMemo(() => hiddenKeys(permissions, authPre), [permissions, authPre]);
  const id = useId();
  const [sub, setSub] = useState<string>();
  const toggleSub = useCallback((row: string | undefined) => setSub((openRow) => (openRow === row ? undefined : row)), []);
  const hasSub = subTable !== undefined;
  const language = useLanguage();
  const grid = useMemo((): GridFacts => {
    const columns = table.columns.filter(({ key, type }) => type !== 'hidden' && !lacks.has(key));
    const tools = [...(table.dragSort ? [HANDLE] : []), ...(rowSelection ? [TICK] : []), ...(rowNumber ? [NUMBER] : [])];
    const keys = [...tools, ...columns.map(({ key }) => key)];
    const may = { disabled, mayAdd: !lacks.has('add'), mayRemove: !lacks.has('batch_delete'), rowsMax, toggleSub: hasSub ? toggleSub : undefined };
    return { table, columns, keys, mode, ...may, biz, roomy: !tight, rowHeightPx: tight ? TIGHT_ROW_PX : ROW_PX, say, language, id };
  }, [table, lacks, rowSelection, rowNumber, mode, disabled, rowsMax, hasSub, toggleSub, biz, tight, say, language, id]);
  const toEnd = useRef<() => void>(undefined);
  if (loading) return <Skeleton active className="et-wait" aria-label={say(words.refresh)} />;
  return (
    <GridRoot value={grid}>
      <section className="et">
        {toolbar && (
          <Toolbar selects={rowSelection} onAdded={(scroll) => scroll && toEnd.current?.()}>
            {extra}
          </Toolbar>
        )}
        <GridView
          label={label}
          maxHeightPx={maxHeightPx}
          tracks={tracksOf(grid)}
          toEnd={toEnd}
          sub={subTable && sub !== undefined ? { id: sub, render: subTable } : undefined}
        />
      </section>
    </GridRoot>
  );
};

const toolPx: Readonly<Record<string, number>> = { [HANDLE]: 30, [TICK]: 38, [NUMBER]: 52 };

/** The grid columns: each has a minimum width, the rest is shared, and tool columns have fixed positions. */
const tracksOf = ({ keys, columns }: GridFacts): ColumnTracks => {
  const widths = keys.map((key) => toolPx[key] ?? widthOf(columns.find((column) => column.key === key) ?? ({ type: 'input' } as Column)));
  const before = (key: string) => widths.slice(0, Math.max(0, keys.indexOf(key))).reduce((sum, px) => sum + px, 0);
  return {
    '--et-tracks': keys.map((key, index) => (toolPx[key] ? `${widths[index]}px` : `minmax(${widths[index]}px, ${widths[index]}fr)`)).join(' '),
    '--et-least': `${widths.reduce((sum, px) => sum + px, 0)}px`,
    '--et-tick': `${before(TICK)}px`,
    '--et-number': `${before(NUMBER)}px`,
  };
};
