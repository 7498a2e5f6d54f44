import { Button } from 'antd';
import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { useContext, useEffect, useRef, useState } from 'react';
import type { ClipboardEvent, DragEvent } from 'react';
import { useFeedback } from '../dialogs/feedback.tsx';
import { FormFilesContext, useToldForm } from './form-files.ts';
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
  /** Tells of a file that did not arrive, instead of a toast. */
  readonly onFault?: ((message: string) => void) | undefined;
  /** Tells whether something is on its way. */
  readonly onBusy?: ((busy: boolean) => void) | undefined;
}

/** Files or pictures: chosen, dropped or pasted, each with how far it is, put in order by hand or keys. */
export const UploadBox = (props: UploadBoxProps) => {
  const { target, max = 1, disabled = false, btnText, id, onBusy } = props;
  const say = useSay();
  const { list, take, told, move } = useUploadList(props);
  const items = useStore(list.store);
  useToldForm(useContext(FormFilesContext), list);
  const busy = isBusy(items);
  useEffect(() => onBusy?.(busy), [onBusy, busy]);
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const isImage = target.kind === 'image';
  const label = props['aria-label'] ?? say(isImage ? uploadWords.pictures : uploadWords.files);
  const drop = (event: DragEvent): void => {
    if (disabled || event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  };
  const paste = (event: ClipboardEvent): void => {
    if (disabled || event.clipboardData.files.length === 0) return;
    event.preventDefault();
    take([...event.clipboardData.files]);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what is dropped or pasted here can be chosen by the button too
    <fieldset
      className={`up-box${over ? ' up-over' : ''}`}
      aria-label={label}
      aria-describedby={props['aria-describedby']}
      onPaste={paste}
      onDrop={drop}
      onDragOver={(event) => {
        if (disabled || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
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
          // Without this the same file could not be chosen again.
          input.value = '';
          take(files);
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
      <output className="co-sr">{told}</output>
    </fieldset>
  );
};

/** The list of a box, and what it says about what was done to it. */
const useUploadList = ({ value, onChange, target, max = 1, onFault }: UploadBoxProps) => {
  const say = useSay();
  const { bad, warn } = useFeedback();
  const [told, setTold] = useState('');
  const tellFault = (source: File, message: string | undefined): void => {
    if (onFault) onFault(message ?? say(uploadWords.unknownError));
    else bad(`${source.name} ${say(uploadWords.failed)}${message === undefined ? '' : `: ${message}`}`);
  };
  const props = { value, onChange, target, max, onFault: tellFault };
  const [list] = useState(() => new UploadList(props));
  useEffect(() => list.follow(props));
  const take = (files: readonly File[]): void => {
    const left = list.take(files);
    if (left === false) bad(words.notImage);
    else if (left > 0) warn(say(uploadWords.atMost, { n: max }));
  };
  const move = (key: string, to: number): void => {
    if (!list.move(key, to)) return warn(to < 0 ? uploadWords.atFirst : uploadWords.atLast);
    const now = list.store.get();
    const item = now[to];
    setTold(item ? say(uploadWords.movedTo, { name: nameIn(item), at: to + 1, n: now.length }) : '');
  };
  return { list, take, told, move };
};
