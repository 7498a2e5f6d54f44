import { Alert, Form, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '#kit/web/dialogs/dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { exceptionRecordWords } from './exception-record.labels.ts';
import { exceptionRecordApi } from './exception-record.ts';
import '../alarm.css';

interface SolveDialogProps {
  /** The fault is still there. */
  readonly lasts: boolean;
  readonly sending?: boolean;
  readonly onSolve: (solveRemark: string) => unknown;
  readonly onClose: () => void;
}

const { min, max } = exceptionRecordApi.solve.input.solveRemark;

/** Asks how an exception was solved. */
export const SolveDialog = ({ lasts, sending = false, onSolve, onClose }: SolveDialogProps) => {
  const say = useSay();
  const [remark, setRemark] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const solve = async () => {
    const text = remark.trim();
    setTooShort(text.length < (min ?? 1));
    if (text.length >= (min ?? 1)) await onSolve(text);
  };
  return (
    <Dialog
      name="solve-exception"
      width={520}
      title={say(exceptionRecordWords.solve)}
      sending={sending}
      okClose={false}
      onOk={solve}
      onClose={onClose}
    >
      {lasts && <Alert type="info" showIcon title={say(exceptionRecordWords.lasting)} className="al-lasting" />}
      <Form layout="vertical">
        <Form.Item
          required
          label={say(exceptionRecordWords.remark)}
          htmlFor="solve-remark"
          {...(isTooShort && { validateStatus: 'error' as const, help: say(exceptionRecordWords.remarkMissing) })}
        >
          <Input.TextArea
            id="solve-remark"
            rows={4}
            value={remark}
            maxLength={max}
            showCount
            onChange={(event) => {
              setTooShort(false);
              setRemark(event.target.value);
            }}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
};
