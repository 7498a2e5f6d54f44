import { useState } from 'react';
import { Dialog } from '../dialogs/dialog.tsx';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useSay } from '../language.ts';
import { Notice } from '../notice.tsx';
import type { StoredFile } from './stored.ts';
import { UploadBox } from './upload-box.tsx';
import type { UploadBoxProps } from './upload-box.tsx';
import { uploadWords } from './words.ts';

interface UploadDialogProps extends Omit<UploadBoxProps, 'value' | 'onChange' | 'onFault' | 'onBusy' | 'id'> {
  readonly value: readonly StoredFile[];
  readonly onDone: (files: readonly StoredFile[]) => void;
  readonly onClose: () => void;
  readonly title?: string;
}

const WIDTH = 560;

/** An upload control in a dialog. Its files are taken over only when the user confirms. */
export const UploadDialog = ({ value, onDone, onClose, title, ...box }: UploadDialogProps) => {
  const say = useSay();
  const { warn } = useFeedback();
  const [files, setFiles] = useState(value);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const ok = (): boolean => {
    if (busy) {
      warn(uploadWords.still);
      return false;
    }
    if (files.length === 0 && value.length === 0) {
      warn(uploadWords.none);
      return false;
    }
    onDone(files);
    return true;
  };
  return (
    <Dialog
      name="upload"
      width={WIDTH}
      title={title ?? say(box.target.kind === 'image' ? uploadWords.pictureDialog : uploadWords.dialog)}
      onClose={onClose}
      {...(box.disabled !== true && { onOk: ok })}
    >
      {fault !== undefined && <Notice tone="bad" title={say(uploadWords.wrongTitle)} text={say(uploadWords.wrongText, { message: fault })} />}
      <UploadBox
        {...box}
        value={files}
        onChange={(next) => {
          setFiles(next);
          setFault(undefined);
        }}
        onFault={setFault}
        onBusy={setBusy}
      />
    </Dialog>
  );
};
