import { Alert, AutoComplete, Input, Table } from 'antd';
import type { TableColumnType } from 'antd';
import { BAD_ROWS_SHOWN } from '#kit/resource/crud.ts';
import type { BadImportRow, ImportPreview } from '#kit/resource/crud.ts';
import { useSay } from '../language.ts';
import type { Import } from './use-import.ts';
import { importWords } from './words.ts';

type Column = ImportPreview['columns'][number];

const PAGE_SIZE = 10;
const CELL_PX = 150;

/** The preview of an import, in which invalid cells can be corrected. Nothing has been written yet. */
export const RowReview = ({ preview, importing }: { readonly preview: ImportPreview; readonly importing: Import }) => {
  const say = useSay();
  const { goodCount, badCount, bad: badRows, files } = preview;
  const summary =
    goodCount + badCount === 0
      ? say(importWords.nothing)
      : badCount === 0
        ? say(importWords.readyAll, { n: goodCount })
        : say(importWords.ready, { n: goodCount, m: badCount });
  const columns = useColumns(preview, importing);
  const unread = [...new Set(files.flatMap((file) => file.unread))].join(', ');
  return (
    <div className="co-import-review">
      <Alert
        type={badCount > 0 || goodCount === 0 ? 'warning' : 'success'}
        showIcon
        title={summary}
        {...(badCount > 0 && { description: say(importWords.hint) })}
      />
      {unread !== '' && <Alert type="info" showIcon title={say(importWords.unread, { columns: unread })} />}
      {badRows.length > 0 && (
        <Table<BadImportRow>
          className="co-table"
          size="small"
          rowKey={({ file, row }) => `${file} ${row}`}
          dataSource={[...badRows]}
          columns={columns}
          scroll={{ x: 'max-content' }}
          pagination={badRows.length > PAGE_SIZE && { pageSize: PAGE_SIZE, size: 'small', showSizeChanger: false }}
        />
      )}
      {badCount > badRows.length && <div className="co-hint">{say(importWords.shown, { n: BAD_ROWS_SHOWN })}</div>}
    </div>
  );
};

const useColumns = ({ columns, files, bad: badRows }: ImportPreview, importing: Import): TableColumnType<BadImportRow>[] => {
  const say = useSay();
  const fileColumn: TableColumnType<BadImportRow> = {
    title: say(importWords.file),
    key: 'file',
    ellipsis: true,
    width: CELL_PX,
    render: (_value, { file }) => files[file]?.name,
  };
  const reasonColumn: TableColumnType<BadImportRow> = {
    title: say(importWords.reason),
    key: 'reason',
    width: 220,
    render: (_value, { problems }) => <div className="co-import-problem">{problems['']}</div>,
  };
  const wrongIn = ({ name }: Column): number => (badRows.some(({ problems }) => problems[name] !== undefined) ? 1 : 0);
  return [
    { title: say(importWords.row), key: 'row', fixed: 'left', width: 64, render: (_value, { row }) => row },
    ...(files.length > 1 ? [fileColumn] : []),
    ...(badRows.some(({ problems }) => problems[''] !== undefined) ? [reasonColumn] : []),
    // Columns with errors come first, so that they are seen without scrolling.
    ...columns
      .toSorted((a, b) => wrongIn(b) - wrongIn(a))
      .map((column): TableColumnType<BadImportRow> => ({
        title: column.label,
        key: column.name,
        width: CELL_PX,
        render: (_value, row) => <Cell column={column} badRow={row} importing={importing} />,
      })),
  ];
};

interface CellProps {
  readonly column: Column;
  readonly badRow: BadImportRow;
  readonly importing: Import;
}

/** A cell of the sheet; a cell that may be invalid can be edited. */
const Cell = ({ column, badRow, importing }: CellProps) => {
  const say = useSay();
  const { name, label, options } = column;
  const edited = importing.editOf(badRow)?.[name];
  const problem = badRow.problems[name];
  const text = edited ?? badRow.cells[name] ?? '';
  const mayBeTheCause = problem !== undefined || edited !== undefined || badRow.problems[''] !== undefined;
  if (!mayBeTheCause) return <span className="co-import-cell">{text}</span>;
  const common = {
    'aria-label': say(importWords.cell, { row: badRow.row, column: label }),
    'aria-invalid': problem !== undefined,
    className: 'co-wide',
    value: text,
    ...(problem !== undefined && edited === undefined && { status: 'error' as const }),
  };
  return (
    <>
      {options ? (
        <AutoComplete
          {...common}
          options={options.map((option) => ({ value: option }))}
          onChange={(next: string | undefined) => importing.edit(badRow, name, next ?? '')}
        />
      ) : (
        <Input {...common} maxLength={500} onChange={(event) => importing.edit(badRow, name, event.target.value)} />
      )}
      {problem !== undefined && <div className="co-import-problem">{problem}</div>}
    </>
  );
};
