import { Button, Dropdown, Tooltip } from 'antd';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { useRef, useState } from 'react';
import { useFeedback } from '../../dialogs/feedback.tsx';
import { usePicture } from '../../upload/use-picture.ts';
import { useSay } from '../../language.ts';
import { isPictureFile, PICTURES } from '../../upload/send.ts';
import type { UploadTarget } from '../../upload/send.ts';
import { filesOf, nameOf, pathsIn } from '../../upload/stored.ts';
import type { StoredFile } from '../../upload/stored.ts';
import { useDownload } from '../../upload/use-download.ts';
import { uploadWords } from '../../upload/words.ts';
import { words } from '../../words.ts';
import { late } from '../../code-loading/lazy-component.tsx';
import { fileNumber } from '../table/column.ts';
import type { Column } from '../table/column.ts';
import { isOnItsWay, pathsOf, shortName } from '../table/file-value.ts';
import type { FileValue } from '../table/file-value.ts';
import { useGrid } from '../table/grid-context.ts';
import { useHeldNames } from './value-labels.ts';
import type { TableRow } from '../table/rows.ts';
import { learnFiles, sendIntoCell, stopCell } from './cell-upload.ts';

const UploadDialog = late(() => import('../../upload/upload-dialog.tsx').then((dialog) => dialog.UploadDialog));

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
  const wordsOf = useHeldNames(table, column, value);
  const files = filesOf(pathsOf(value)).map((one) => ({ ...one, name: nameOf(wordsOf(one.path) ?? '…') }));
  const shut = disabled || column.disabled === true || rowShut;
  const max = fileNumber(column);
  const target: UploadTarget = { biz, kind: kindOf(column), action: column.action, responseName: column.responseName };
  const cell = { id: row.id, key: column.key };
  const take = (file: File) => {
    table.goTo(cell);
    if (target.kind === 'image' && !isPictureFile(file)) return bad(words.notImage);
    return void sendIntoCell(table, { ...cell, file, target });
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
      {isOnItsWay(value) && (
        <OnItsWay
          value={value}
          shut={shut}
          onStop={() => {
            stopCell(table, row.id, column.key);
            table.goTo(cell);
          }}
        />
      )}
      {!isOnItsWay(value) && files.length > 0 && <There files={files} row={row} column={column} shut={shut} onChange={choose} />}
      {!shut && (isOnItsWay(value) ? value.status === 'error' : files.length === 0) && (
        <Button size="small" tabIndex={-1} onClick={choose} aria-label={`${isOnItsWay(value) ? say(words.retry) : upload} · ${label}`}>
          {isOnItsWay(value) ? say(words.retry) : upload}
        </Button>
      )}
      {open && (
        <UploadDialog
          value={files}
          target={target}
          max={max}
          disabled={shut}
          allowDownload={column.allowDownload}
          allowRemove={column.allowRemove}
          onDone={(next) => {
            learnFiles(table, column.key, next);
            table.setCell(row.id, column.key, pathsIn(next));
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  );
};

interface OnItsWayProps {
  readonly value: FileValue;
  readonly shut: boolean;
  readonly onStop: () => void;
}

const OnItsWay = ({ value, shut, onStop }: OnItsWayProps) => {
  const say = useSay();
  const isError = value.status === 'error';
  const told = isError ? (value.message ?? say(uploadWords.unknownError)) : `${say(words.uploading)} ${value.percent}%`;
  const stop = say(!isError ? uploadWords.cancelOne : value.kept === '' ? uploadWords.putAside : uploadWords.keepOld);
  return (
    <>
      <Tooltip title={told}>
        <output className={isError ? 'et-file-name et-file-bad' : 'et-file-name'}>
          {isError ? '✕ ' : `${value.percent}% `}
          {shortName(value.name)}
          <span className="co-sr">{told}</span>
        </output>
      </Tooltip>
      {!shut && (
        <Button
          type="text"
          size="small"
          tabIndex={-1}
          icon={isError && value.kept !== '' ? <UndoOutlined /> : <CloseOutlined />}
          title={stop}
          aria-label={isError && value.kept !== '' ? stop : `${stop} ${value.name}`}
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
  const remove = () => {
    table.setCell(row.id, column.key, null);
    table.goTo({ id: row.id, key: column.key });
  };
  const items = [
    ...(column.allowDownload === false ? [] : [{ key: 'download', label: say(uploadWords.download), onClick: () => void download(files) }]),
    ...(shut ? [] : [{ key: 'replace', label: say(uploadWords.replace), onClick: onChange }]),
    ...(shut || column.allowRemove === false ? [] : [{ key: 'remove', label: say(words.delete), danger: true, onClick: remove }]),
  ];
  if (items.length === 0) return face;
  return (
    <Dropdown
      trigger={['click']}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that a key has opened is worked by keys
      autoFocus
      menu={{ items }}
      placement="bottomLeft"
    >
      {face}
    </Dropdown>
  );
};

const Thumb = ({ path }: { readonly path: string }) => {
  const url = usePicture(path);
  return url === undefined ? <span className="co-thumb" /> : <img className="co-thumb" src={url} alt="" />;
};
