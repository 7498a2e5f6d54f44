import { Button, Popover, Tooltip } from 'antd';
import { useRef } from 'react';
import { CallError, fetchStored, saveFile, upload } from '../client.ts';
import { useFeedback } from '../feedback.tsx';
import { usePicture } from '../kinds/picture.tsx';
import { useSay } from '../language.ts';
import { words } from '../words.ts';
import type { Column } from './column.ts';
import { isOnItsWay, nameOf, pathsOf, shortName } from './file-value.ts';
import type { FileValue } from './file-value.ts';
import { useGrid } from './grid-context.ts';
import type { TableRow } from './rows.ts';
import type { EditTable } from './table.ts';
import { tableWords } from './words.ts';

interface FileCellProps {
  readonly row: TableRow;
  readonly column: Column;
  readonly label: string;
  /** The row cannot be changed. */
  readonly shut: boolean;
}

const uploadEndpoint = { method: 'POST', path: '/sys/common/upload' } as const;
const PICTURES = 'image/png,image/jpeg,image/webp';

/** Files or pictures of a cell: nothing yet, on the way, there, or refused. */
export const FileCell = ({ row, column, label, shut: rowShut }: FileCellProps) => {
  const { table, disabled, biz } = useGrid();
  const say = useSay();
  const picker = useRef<HTMLInputElement>(null);
  const { bad } = useFeedback();
  const value = row.values[column.key];
  const paths = pathsOf(value);
  const shut = disabled || column.disabled === true || rowShut;
  const take = (file: File) => {
    if (column.type === 'image' && !PICTURES.split(',').includes(file.type)) return bad(words.notImage);
    return void send(table, { id: row.id, key: column.key, file, biz, kept: paths.length < (column.number ?? 1) ? paths.join(',') : '' });
  };
  const choose = () => picker.current?.click();
  return (
    <span className="et-file">
      <input
        ref={picker}
        type="file"
        className="co-file"
        aria-label={label}
        {...(column.type === 'image' && { accept: PICTURES })}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Without this the same file could not be chosen again.
          event.target.value = '';
          if (file) take(file);
        }}
      />
      {isOnItsWay(value) && <OnItsWay value={value} />}
      {!isOnItsWay(value) && paths.length > 0 && <There paths={paths} row={row} column={column} shut={shut} onReplace={choose} />}
      {!shut && (isOnItsWay(value) ? value.status === 'error' : paths.length < (column.number ?? 1)) && (
        <Button size="small" tabIndex={-1} onClick={choose} aria-label={`${say(words.upload)} · ${label}`}>
          {isOnItsWay(value) ? say(words.retry) : say(words.upload)}
        </Button>
      )}
    </span>
  );
};

interface Sent {
  readonly id: string;
  readonly key: string;
  readonly file: File;
  readonly biz: string;
  readonly kept: string;
}

/** The table keeps how far it is, since the cell may be scrolled out of sight meanwhile. */
const send = async (table: EditTable, { id, key, file, biz, kept }: Sent): Promise<void> => {
  const tell = (more: Pick<FileValue, 'status'> & Partial<FileValue>) =>
    table.setCell(id, key, { name: file.name, percent: 0, kept, ...more } satisfies FileValue);
  tell({ status: 'uploading' });
  try {
    const onProgress = (part: number | undefined) => tell({ status: 'uploading', percent: Math.round((part ?? 0) * 100) });
    const { message } = await upload(uploadEndpoint, { files: [file], fields: { biz, isup: 1 } }, { onProgress });
    table.setCell(id, key, [...kept.split(',').filter(Boolean), message].join(','));
  } catch (problem) {
    tell({ status: 'error', ...(problem instanceof CallError && problem.message !== '' && { message: problem.message }) });
  }
};

const OnItsWay = ({ value }: { readonly value: FileValue }) => {
  const say = useSay();
  const isError = value.status === 'error';
  const told = isError ? (value.message ?? say(tableWords.unknownError)) : `${say(words.uploading)} ${value.percent}%`;
  return (
    <Tooltip title={told}>
      <output className={isError ? 'et-file-name et-file-bad' : 'et-file-name'}>
        {isError ? '✕ ' : `${value.percent}% `}
        {shortName(value.name)}
        <span className="co-sr">{told}</span>
      </output>
    </Tooltip>
  );
};

interface ThereProps {
  readonly paths: readonly string[];
  readonly row: TableRow;
  readonly column: Column;
  readonly shut: boolean;
  readonly onReplace: () => void;
}

const There = ({ paths, row, column, shut, onReplace }: ThereProps) => {
  const { table } = useGrid();
  const say = useSay();
  const { refused } = useFeedback();
  const [first = ''] = paths;
  const download = async () => {
    try {
      for (const path of paths) saveFile(await fetchStored(path));
    } catch (problem) {
      if (problem instanceof CallError) refused(problem);
    }
  };
  const acts = (
    <span className="et-file-acts">
      {column.allowDownload !== false && (
        <Button size="small" onClick={() => void download()}>
          {say(tableWords.download)}
        </Button>
      )}
      {!shut && (
        <Button size="small" onClick={onReplace}>
          {say(tableWords.replace)}
        </Button>
      )}
      {!shut && column.allowRemove !== false && (
        <Button size="small" danger onClick={() => table.setCell(row.id, column.key, null)}>
          {say(words.delete)}
        </Button>
      )}
    </span>
  );
  return (
    <Popover trigger="click" content={acts} title={nameOf(first)}>
      <button type="button" className="co-bare et-file-name" tabIndex={-1} title={nameOf(first)}>
        {column.type === 'image' ? <Thumb path={first} /> : <span aria-hidden="true">📎 </span>}
        {column.type === 'image' ? <span className="co-sr">{nameOf(first)}</span> : shortName(nameOf(first))}
        {paths.length > 1 && <small> +{paths.length - 1}</small>}
      </button>
    </Popover>
  );
};

const Thumb = ({ path }: { readonly path: string }) => {
  const url = usePicture(path);
  return url === undefined ? <span className="co-thumb" /> : <img className="co-thumb" src={url} alt="" />;
};
