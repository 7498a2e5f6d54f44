import { Badge } from 'antd';
import { useState } from 'react';
import { commentStatus as statuses } from '#engines/marketing/comment.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { BATCH_MAX } from '#kit/resource/crud.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { commentTag } from './comment.codes.ts';
import { commentLabels, commentWords } from './comment.labels.ts';
import { comment, commentApi, reasonField } from './comment.ts';
import { Stars } from './stars.web.tsx';

export type CommentRow = RowOf<typeof comment.fields>;

const JudgeDrawer = lazyComponent(() => import('./judge-drawer.web.tsx').then((drawer) => drawer.JudgeDrawer));
const PromptDialog = lazyComponent(() => import('#kit/web/form/prompt-dialog.tsx').then((dialog) => dialog.PromptDialog));
const ReplyDialog = lazyComponent(() => import('./reply-dialog.web.tsx').then((dialog) => dialog.ReplyDialog));

/** What drivers say of stations: judged one by one, oldest first, or many at once. */
export const CommentList = () => {
  const say = useSay();
  const [judging, setJudging] = useState(false);
  const [replying, setReplying] = useState<CommentRow>();
  const { data: counts } = useCall(commentApi.counts, {});
  return (
    <>
      <ListPage
        of={comment}
        api={commentApi}
        labels={commentLabels}
        columns={columns}
        filters={filters}
        render={draw}
        batch={batch}
        toolbar={
          <ActButton allow={commentApi.updateCommentStatus.allow} onClick={() => setJudging(true)}>
            <Badge count={counts?.pending ?? 0} offset={[14, 0]} size="small" overflowCount={999}>
              <span className="cm-judge-label">{say(commentWords.judge)}</span>
            </Badge>
          </ActButton>
        }
        rowActions={[
          {
            key: 'reply',
            label: commentWords.reply,
            allow: commentApi.reply.allow,
            run: setReplying,
          },
          'detail',
          'delete',
        ]}
      />
      {judging && <JudgeDrawer onClose={() => setJudging(false)} />}
      {replying && <ReplyDialog row={replying} onClose={() => setReplying(undefined)} />}
    </>
  );
};

interface BatchProps {
  readonly ids: readonly string[];
  readonly done: (selected?: readonly string[]) => void;
}

/** Publishes, rejects or hides the selected comments; those that cannot be moved stay selected. */
const CommentBatch = ({ ids, done }: BatchProps) => {
  const say = useSay();
  const { warn } = useFeedback();
  const [asking, setAsking] = useState<'reject' | 'hide'>();
  const { send, sending } = useSend(commentApi.updateCommentStatus, { changes: [comment], doneText: false });
  const move = async (commentStatus: CommentRow['commentStatus'], reason?: string) => {
    const answer = await send({ ids: ids.slice(0, BATCH_MAX).join(','), commentStatus, ...(reason !== undefined && { reason }) });
    if (!answer) return;
    setAsking(undefined);
    const [first] = answer.left;
    if (first) warn(say(commentWords.leftOver, { n: answer.left.length, reason: first.reason }));
    done(answer.left.map(({ id }) => id));
  };
  const { allow } = commentApi.updateCommentStatus;
  return (
    <>
      <ActButton allow={allow} loading={sending} onClick={() => void move(statuses.published)}>
        {say(commentWords.publish)}
      </ActButton>
      <ActButton allow={allow} onClick={() => setAsking('reject')}>
        {say(commentWords.reject)}
      </ActButton>
      <ActButton allow={allow} onClick={() => setAsking('hide')}>
        {say(commentWords.hide)}
      </ActButton>
      {asking && (
        <PromptDialog
          name="comment-reason"
          title={say(commentWords[asking])}
          label={say(commentWords.reason)}
          field={reasonField}
          hint={say(commentWords.reasonHint)}
          sending={sending}
          onDone={(reason) => void move(asking === 'reject' ? statuses.rejected : statuses.hidden, reason)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
};
const batch = (ids: readonly string[], done: BatchProps['done']) => <CommentBatch ids={ids} done={done} />;

const columns = [
  ...(['commentTime', 'score', 'content', 'tagCodes', 'commentStatus', 'stationId', 'machineVerdict', 'reportCount', 'reply'] as const),
  ...(['chargingOrderNo', 'cpCode', 'gunNumber', 'custId', 'auditBy', 'auditTime', 'auditReason', 'agentId', 'tenantId'] as const),
];
const filters = [
  ...([
    'commentStatus',
    'score',
    'content',
    'stationId',
    'machineVerdict',
    'chargingOrderNo',
    'cpCode',
    'agentId',
    'tenantId',
    'commentTime',
  ] as const),
];
/** What the driver has ticked, in words. */
const Tags = ({ codes }: { readonly codes: readonly string[] }) => {
  const say = useSay();
  return codes.length === 0 ? <EmptyCell /> : <>{codes.map((code) => say(itemOf(commentTag, code)?.words ?? [code, code, code])).join(' · ')}</>;
};
const draw = {
  score: (value: number) => <Stars score={value} />,
  tagCodes: (value: readonly string[]) => <Tags codes={value} />,
  reportCount: (value: number) => (value === 0 ? <EmptyCell /> : value),
  chargingOrderNo: (value: string, { chargingOrderId }: CommentRow) => <a href={`#/order/charging-order?view=${chargingOrderId}`}>{value}</a>,
};
