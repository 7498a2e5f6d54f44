import { Form, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '#kit/web/dialogs/dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { commentRefusals, commentWords } from './comment.labels.ts';
import { commentApi } from './comment.ts';

interface ReasonDialogProps {
  readonly title: string;
  readonly sending: boolean;
  readonly onReason: (reason: string) => unknown;
  readonly onClose: () => void;
}

const REASON_MIN = 2;

/** Asks why a comment is rejected or hidden; its author reads the reason. */
export const ReasonDialog = ({ title, sending, onReason, onClose }: ReasonDialogProps) => {
  const say = useSay();
  const [reason, setReason] = useState('');
  const [isTooShort, setTooShort] = useState(false);
  const confirm = async () => {
    const text = reason.trim();
    setTooShort(text.length < REASON_MIN);
    if (text.length >= REASON_MIN) await onReason(text);
  };
  return (
    <Dialog name="comment-reason" width={480} title={title} sending={sending} okClose={false} onOk={confirm} onClose={onClose}>
      <Form layout="vertical">
        <Form.Item
          required
          label={say(commentWords.reason)}
          htmlFor="comment-reason"
          extra={say(commentWords.reasonHint)}
          {...(isTooShort && { validateStatus: 'error' as const, help: say(commentRefusals['comment.reasonMissing']) })}
        >
          <Input.TextArea
            id="comment-reason"
            rows={3}
            value={reason}
            maxLength={commentApi.updateCommentStatus.input.reason.max}
            showCount
            onChange={(event) => {
              setTooShort(false);
              setReason(event.target.value);
            }}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
};
