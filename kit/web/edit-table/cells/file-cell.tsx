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
import { lazyComponent } from '../../code-loading/lazy-component.tsx';
import { fileNumber } from '../table/column.ts';
import type { Column } from '../table/column.ts';
import { isUploading, pathsOf, shortName } from '../table/file-value.ts';
import type { FileValue } from '../table/file-value.ts';
import { useGrid } from '../table/grid-context.ts';
import { useLoadedNames } from './value-labels.ts';
import type { TableRow } from '../table/rows.ts';
import { rememberFileNames, uploadIntoCell, cancelCellUpload } from './cell-upload.ts';

const UploadDialog = lazyComponent(() => import('../../upload/upload-dialog.tsx').then((dialog) => dialog.UploadDialog));

interface FileCellProps {
  readonly row: TableRow;
  readonly column: Column;
  readonly label: string;
  /** The row cannot be changed. */
  readonly isDisabled: boolean;
}

const kindOf = ({ type }: Column): UploadTarget['kind'] => (type === 'image' ? 'image' : 'file');

/** The files or pictures of a cell: none, uploading, stored or failed. Several files are managed in the upload dialog. */
export const FileCell = ({ row, column, label, isDisabled: isRowDisabled }: FileCellProps) => {
  const { table, disabled, biz } = useGrid();
  const say = useSay();
  const picker = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const { showError } = useFeedback();
  const value = row.values[column.key];
  const wordsOf = useLoadedNames(table, column, value);
  const files = filesOf(pathsOf(value)).map((item) => ({ ...item, name: nameOf(wordsOf(item.path) ?? '…') }));
  const isDisabled = disabled || column.disabled === true || isRowDisabled;
  const max = fileNumber(column);
  const target: UploadTarget = { biz, kind: kindOf(column), action: column.action, responseName: column.responseName };
  const cell = { id: row.id, key: column.key };
  const addFile = (file: File) => {
    table.goTo(cell);
    if (target.kind === 'image' && !isPictureFile(file)) return showError(words.notImage);
    return void uploadIntoCell(table, { ...cell, file, target });
  };
  const openPicker = () => (max > 1 ? setOpen(true) : picker.current?.click());
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
          // Otherwise the same file could not be chosen a second time.
          event.target.value = '';
          if (file) addFile(file);
        }}
      />
      {isUploading(value) && (
        <UploadingFile
          value={value}
          isDisabled={isDisabled}
          onStop={() => {
            cancelCellUpload(table, row.id, column.key);
            table.goTo(cell);
          }}
        />
      )}
      {!isUploading(value) && files.length > 0 && (
        <StoredFiles files={files} row={row} column={column} isDisabled={isDisabled} onChange={openPicker} />
      )}
      {!isDisabled && (isUploading(value) ? value.status === 'error' : files.length === 0) && (
        <Button size="small" tabIndex={-1} onClick={openPicker} aria-label={`${isUploading(value) ? say(words.retry) : upload} · ${label}`}>
          {isUploading(value) ? say(words.retry) : upload}
        </Button>
      )}
      {open && (
        <UploadDialog
          value={files}
          target={target}
          max={max}
          disabled={isDisabled}
          allowDownload={column.allowDownload}
          allowRemove={column.allowRemove}
          onDone={(next) => {
            rememberFileNames(table, column.key, next);
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
  readonly isDisabled: boolean;
  readonly onStop: () => void;
}

const UploadingFile = ({ value, isDisabled, onStop }: OnItsWayProps) => {
  const say = useSay();
  const isError = value.status === 'error';
  const statusText = isError ? (value.message ?? say(uploadWords.unknownError)) : `${say(words.uploading)} ${value.percent}%`;
  const stop = say(!isError ? uploadWords.cancelOne : value.earlierPaths === '' ? uploadWords.putAside : uploadWords.keepOld);
  return (
    <>
      <Tooltip title={statusText}>
        <output className={isError ? 'et-file-name et-file-bad' : 'et-file-name'}>
          {isError ? '✕ ' : `${value.percent}% `}
          {shortName(value.name)}
          <span className="co-sr">{statusText}</span>
        </output>
      </Tooltip>
      {!isDisabled && (
        <Button
          type="text"
          size="small"
          tabIndex={-1}
          icon={isError && value.earlierPaths !== '' ? <UndoOutlined /> : <CloseOutlined />}
          title={stop}
          aria-label={isError && value.earlierPaths !== '' ? stop : `${stop} ${value.name}`}
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
  readonly isDisabled: boolean;
  readonly onChange: () => void;
}

const StoredFiles = ({ files, row, column, isDisabled, onChange }: ThereProps) => {
  const { table } = useGrid();
  const say = useSay();
  const download = useDownload();
  const [first = { path: '', name: '' }] = files;
  const allowsSeveral = fileNumber(column) > 1;
  const face = (
    <button
      type="button"
      className="co-bare et-file-name"
      tabIndex={-1}
      title={allowsSeveral ? say(uploadWords.manage) : first.name}
      {...(allowsSeveral && { onClick: onChange })}
    >
      {column.type === 'image' ? <Thumb path={first.path} /> : <span aria-hidden="true">📎 </span>}
      {column.type === 'image' ? <span className="co-sr">{first.name}</span> : shortName(first.name)}
      {files.length > 1 && <small> +{files.length - 1}</small>}
    </button>
  );
  if (allowsSeveral) return face;
  const remove = () => {
    table.setCell(row.id, column.key, null);
    table.goTo({ id: row.id, key: column.key });
  };
  const items = [
    ...(column.allowDownload === false ? [] : [{ key: 'download', label: say(uploadWords.download), onClick: () => void download(files) }]),
    ...(isDisabled ? [] : [{ key: 'replace', label: say(uploadWords.replace), onClick: onChange }]),
    ...(isDisabled || column.allowRemove === false ? [] : [{ key: 'remove', label: say(words.delete), danger: true, onClick: remove }]),
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
