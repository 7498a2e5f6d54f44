import { Form, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '#kit/web/dialogs/dialog.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { commentWords } from './comment.labels.ts';
import { comment, commentApi } from './comment.ts';
import type { CommentRow } from './comment.web.tsx';
import { Stars } from './stars.web.tsx';

/** Answers a comment below it. */
export const ReplyDialog = ({ row, onClose }: { readonly row: CommentRow; readonly onClose: () => void }) => {
  const say = useSay();
  const [reply, setReply] = useState(row.reply ?? '');
  const { send, sending } = useSend(commentApi.reply, { changes: [comment], onDone: onClose });
  return (
    <Dialog
      name="comment-reply"
      width={520}
      title={say(commentWords.reply)}
      sending={sending}
      okClose={false}
      onOk={() => send({ id: row.commentId, reply })}
      onClose={onClose}
    >
      <p className="cm-judge-head">
        <Stars score={row.score} />
      </p>
      <p className="cm-judge-text">{row.content === '' ? say(commentWords.noText) : row.content}</p>
      <Form layout="vertical">
        <Form.Item label={say(commentWords.reply)} htmlFor="comment-reply" extra={say(commentWords.replyHint)}>
          <Input.TextArea
            id="comment-reply"
            rows={3}
            value={reply}
            maxLength={commentApi.reply.input.reply.max}
            showCount
            onChange={(event) => setReply(event.target.value)}
          />
        </Form.Item>
      </Form>
    </Dialog>
  );
};
