import { Button } from 'antd';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { useContext, useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, DragEvent } from 'react';
import { useFeedback } from '../dialogs/feedback.tsx';
import { FormFilesContext, useReportedToForm } from './form-files.ts';
import { useSay } from '../language.ts';
import { useStore } from '../store.ts';
import { words } from '../words.ts';
import { isBusy, nameIn } from './items.ts';
import { PICTURES } from './send.ts';
import type { UploadTarget } from './send.ts';
import type { StoredFile } from './stored.ts';
import { UploadItems } from './upload-items.tsx';
import { UploadList } from './upload-list.ts';
import { uploadWords } from './words.ts';
import './upload.css';
import type { ControlProps } from '../control-props.ts';

export interface UploadBoxProps extends ControlProps {
  readonly value: readonly StoredFile[];
  readonly onChange: (files: readonly StoredFile[]) => void;
  readonly target: UploadTarget;
  readonly max?: number | undefined;
  readonly disabled?: boolean | undefined;
  readonly allowDownload?: boolean | undefined;
  readonly allowRemove?: boolean | undefined;
  readonly btnText?: string | undefined;
  /** Receives the message of a failed upload in place of a toast. */
  readonly onFault?: ((message: string) => void) | undefined;
  /** Called when uploads start or end. */
  readonly onBusy?: ((busy: boolean) => void) | undefined;
}

/**
 * An upload control for files or pictures, which can be chosen, dropped or pasted. It shows the progress of each, and they can be reordered by
 * dragging or keys.
 */
export const UploadBox = (props: UploadBoxProps) => {
  const { target, max = 1, disabled = false, btnText, id, onBusy } = props;
  const say = useSay();
  const { list, addFiles, reportedFiles, move } = useUploadList(props);
  const items = useStore(list.store);
  useReportedToForm(useContext(FormFilesContext), list);
  const busy = isBusy(items);
  useEffect(() => onBusy?.(busy), [onBusy, busy]);
  const picker = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setIsDraggedOver] = useState(false);
  const isImage = target.kind === 'image';
  const label = props['aria-label'] ?? say(isImage ? uploadWords.pictures : uploadWords.files);
  const drop = (event: DragEvent): void => {
    if (disabled || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    setIsDraggedOver(false);
    addFiles([...event.dataTransfer.files]);
  };
  const paste = (event: ClipboardEvent): void => {
    if (disabled || event.clipboardData.files.length === 0) return;
    event.preventDefault();
    addFiles([...event.clipboardData.files]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is dropped or pasted here can be chosen by the button too
    <fieldset
      className={`up-box${isDraggedOver ? ' up-over' : ''}`}
      aria-label={label}
      aria-describedby={props['aria-describedby']}
      onPaste={paste}
      onDrop={drop}
      onDragOver={(event) => {
        if (disabled || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsDraggedOver(true);
      }}
      onDragLeave={() => setIsDraggedOver(false)}
    >
      <UploadItems list={list} items={items} move={move} disabled={disabled} allow={props} isImage={isImage} />
      <input
        ref={picker}
        type="file"
        className="co-file"
        aria-label={label}
        multiple={max > 1}
        {...(isImage && { accept: PICTURES })}
        onChange={({ target: input }) => {
          const files = [...(input.files ?? [])];
          // Otherwise the same file could not be chosen a second time.
          input.value = '';
          addFiles(files);
        }}
      />
      {(max === 1 || items.length < max) && (
        <span className="up-ask">
          <Button {...(id !== undefined && { id })} icon={<UploadOutlined />} disabled={disabled} onClick={() => picker.current?.click()}>
            {btnText ?? say(max === 1 ? words.upload : isImage ? uploadWords.choosePictures : uploadWords.chooseFiles)}
          </Button>
          {max > 1 && !disabled && <small>{say(uploadWords.dropHere)}</small>}
        </span>
      )}
      <output className="co-sr">{reportedFiles}</output>
    </fieldset>
  );
};

/** The upload list of a box, and the messages about its actions. */
const useUploadList = ({ value, onChange, target, max = 1, onFault }: UploadBoxProps) => {
  const say = useSay();
  const { showError, warn } = useFeedback();
  const [reportedFiles, setAnnouncement] = useState('');
  const tellFault = (source: File, message: string | undefined): void => {
    if (onFault) onFault(message ?? say(uploadWords.unknownError));
    else showError(`${source.name} ${say(uploadWords.failed)}${message === undefined ? '' : `: ${message}`}`);
  };
  const props = { value, onChange, target, max, onFault: tellFault };
  const [list] = useState(() => new UploadList(props));
  useEffect(() => list.follow(props));
  const addFiles = (files: readonly File[]): void => {
    const rejectedCount = list.addFiles(files);
    if (rejectedCount === false) showError(words.notImage);
    else if (rejectedCount > 0) warn(say(uploadWords.atMost, { n: max }));
  };
  const move = (key: string, to: number): void => {
    if (!list.move(key, to)) return warn(to < 0 ? uploadWords.atFirst : uploadWords.atLast);
    const items = list.store.get();
    const item = items[to];
    setAnnouncement(item ? say(uploadWords.movedTo, { name: nameIn(item), at: to + 1, n: items.length }) : '');
  };
  return { list, addFiles, reportedFiles, move };
};
