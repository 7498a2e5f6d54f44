import { useState } from 'react';
import { readCron } from '#engines/cron/expression.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { useSay } from '../language.ts';
import { CronEditor } from './cron-editor.tsx';
import { cronWords as words } from './words.ts';

const WIDTH = 608;

interface CronDialogProps {
  readonly value: string;
  readonly zone: string;
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** The cron editor in a dialog, which stays open while the expression is invalid. */
export const CronDialog = ({ value, zone, onDone, onClose }: CronDialogProps) => {
  const say = useSay();
  const [text, setText] = useState(value.trim() === '' ? '* * * * * ? *' : value);
  return (
    <Dialog
      name="cron"
      title={say(words.title)}
      width={WIDTH}
      onClose={onClose}
      onOk={() => {
        if (readCron(text).problem) return false;
        return onDone(text.trim());
      }}
    >
      <CronEditor value={text} onChange={setText} zone={zone} />
    </Dialog>
  );
};
