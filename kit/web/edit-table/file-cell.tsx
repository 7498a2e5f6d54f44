import { Button, Popover, Tooltip } from 'antd';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { lazy, Suspense, useRef, useState } from 'react';
import { useFeedback } from '../feedback.tsx';
import { usePicture } from '../kinds/use-picture.ts';
import { useSay } from '../language.ts';
import { isPictureFile, PICTURES } from '../upload/send.ts';
import type { UploadTarget } from '../upload/send.ts';
import { filesOf, pathsIn } from '../upload/stored.ts';
import type { StoredFile } from '../upload/stored.ts';
import { useDownload } from '../upload/use-download.ts';
import { uploadWords } from '../upload/words.ts';
import { words } from '../words.ts';
import { fileNumber } from './column.ts';
import type { Column } from './column.ts';
import { isOnItsWay, pathsOf, shortName } from './file-value.ts';
import type { FileValue } from './file-value.ts';
import { useGrid } from './grid-context.ts';
import type { TableRow } from './rows.ts';
import { sendIntoCell, stopCell } from './send-cell.ts';

const UploadDialog = lazy(() => import('../upload/upload-dialog.tsx').then((dialog) => ({ default: dialog.UploadDialog })));

interface FileCellProps {
  readonly row: TableRow;
  readonly column: Column;
  readonly label: string;
  /** The row cannot be changed. */
  readonly shut: boolean;
}

const kindOf = ({ type }: Column): UploadTarget['kind'] => (type === 'image' ? 'image' : 'file');

/** Files or pictures of a cell: nothing yet, on the way, there, or refused. Several are managed in the dialog of uploads. */
export const FileCell = ({ row, column, label, shut: rowShut }: FileCellProps) => {
  const { table, disabled, biz } = useGrid();
  const say = useSay();
  const picker = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const { bad } = useFeedback();
  const value = row.values[column.key];
  const files = filesOf(pathsOf(value));
  const shut = disabled || column.disabled === true || rowShut;
  const max = fileNumber(column);
  const target: UploadTarget = { biz, kind: kindOf(column), action: column.action, responseName: column.responseName };
  const take = (file: File) => {
    if (target.kind === 'image' && !isPictureFile(file)) return bad(words.notImage);
    return void sendIntoCell(table, { id: row.id, key: column.key, file, target });
  };
  const choose = () => (max > 1 ? setOpen(true) : picker.current?.click());
  const upload = column.btnText ? say(column.btnText) : say(words.upload);
  return (
    <span className="et-file">
      <input
        ref={picker}
        type="file"
        className="co-file"
        aria-label={label}
        {...(target.kind === 'image' && { accept: PICTURES })}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // Without this the same file could not be chosen again.
          event.target.value = '';
          if (file) take(file);
        }}
      />
      {isOnItsWay(value) && <OnItsWay value={value} onStop={() => stopCell(table, row.id, column.key)} />}
      {!isOnItsWay(value) && files.length > 0 && <There files={files} row={row} column={column} shut={shut} onChange={choose} />}
      {!shut && (isOnItsWay(value) ? value.status === 'error' : files.length === 0) && (
        <Button size="small" tabIndex={-1} onClick={choose} aria-label={`${isOnItsWay(value) ? say(words.retry) : upload} · ${label}`}>
          {isOnItsWay(value) ? say(words.retry) : upload}
        </Button>
      )}
      {open && (
        <Suspense>
          <UploadDialog
            value={files}
            target={target}
            max={max}
            disabled={shut}
            allowDownload={column.allowDownload}
            allowRemove={column.allowRemove}
            onDone={(next) => table.setCell(row.id, column.key, pathsIn(next))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </span>
  );
};

const OnItsWay = ({ value, onStop }: { readonly value: FileValue; readonly onStop: () => void }) => {
  const say = useSay();
  const isError = value.status === 'error';
  const told = isError ? (value.message ?? say(uploadWords.unknownError)) : `${say(words.uploading)} ${value.percent}%`;
  return (
    <>
      <Tooltip title={told}>
        <output className={isError ? 'et-file-name et-file-bad' : 'et-file-name'}>
          {isError ? '✕ ' : `${value.percent}% `}
          {shortName(value.name)}
          <span className="co-sr">{told}</span>
        </output>
      </Tooltip>
      {!isError && (
        <Button
          type="text"
          size="small"
          tabIndex={-1}
          icon={<CloseOutlined />}
          aria-label={`${say(uploadWords.cancelOne)} ${value.name}`}
          onClick={onStop}
        />
      )}
    </>
  );
};

interface ThereProps {
  readonly files: readonly StoredFile[];
  readonly row: TableRow;
  readonly column: Column;
  readonly shut: boolean;
  readonly onChange: () => void;
}

const There = ({ files, row, column, shut, onChange }: ThereProps) => {
  const { table } = useGrid();
  const say = useSay();
  const download = useDownload();
  const [first = { path: '', name: '' }] = files;
  const many = fileNumber(column) > 1;
  const face = (
    <button
      type="button"
      className="co-bare et-file-name"
      tabIndex={-1}
      title={many ? say(uploadWords.manage) : first.name}
      {...(many && { onClick: onChange })}
    >
      {column.type === 'image' ? <Thumb path={first.path} /> : <span aria-hidden="true">📎 </span>}
      {column.type === 'image' ? <span className="co-sr">{first.name}</span> : shortName(first.name)}
      {files.length > 1 && <small> +{files.length - 1}</small>}
    </button>
  );
  if (many) return face;
  const acts = (
    <span className="et-file-acts">
      {column.allowDownload !== false && (
        <Button size="small" onClick={() => void download(files)}>
          {say(uploadWords.download)}
        </Button>
      )}
      {!shut && (
        <Button size="small" onClick={onChange}>
          {say(uploadWords.replace)}
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
    <Popover trigger="click" content={acts} title={first.name}>
      {face}
    </Popover>
  );
};

const Thumb = ({ path }: { readonly path: string }) => {
  const url = usePicture(path);
  return url === undefined ? <span className="co-thumb" /> : <img className="co-thumb" src={url} alt="" />;
};
