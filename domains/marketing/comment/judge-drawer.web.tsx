import { Button, Descriptions, Drawer, Empty, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { commentStatus as statuses } from '#engines/marketing/comment.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { PromptDialog } from '#kit/web/form/prompt-dialog.tsx';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { useIsPhone } from '#kit/web/screen.ts';
import { commentTag, machineVerdict } from './comment.codes.ts';
import { commentLabels, commentWords } from './comment.labels.ts';
import { comment, commentApi, reasonField } from './comment.ts';
import type { CommentRow } from './comment.web.tsx';
import { Stars } from './stars.web.tsx';

const WIDTH = 640;
const PAGE = 50;
/** The oldest first: whoever wrote first waits longest. */
const waiting: {} = { commentStatus: statuses.pending, column: 'commentTime', order: 'asc', pageSize: PAGE };

/** Judges the comments that wait, one after the other, by keys as well. */
export const JudgeDrawer = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const phone = useIsPhone();
  const { data, error, refetch } = useCall(commentApi.list, waiting, { staleMs: 0, keep: true });
  const [at, setAt] = useState(0);
  const rows = data?.records ?? [];
  const index = Math.min(at, Math.max(0, rows.length - 1));
  const row = rows[index];
  return (
    <Drawer
      open
      onClose={onClose}
      size={phone ? '100%' : WIDTH}
      title={`${say(commentWords.judge)} · ${say(commentWords.pending, { n: data?.total ?? 0 })}`}
    >
      {error && !data && <LoadError because={error.message} retry={refetch} />}
      {!data && !error && <Skeleton active />}
      {data && !row && <Empty description={say(commentWords.nothing)} />}
      {row && <Judged key={row.commentId} row={row} count={rows.length} index={index} onIndex={setAt} />}
    </Drawer>
  );
};

interface JudgedProps {
  readonly row: CommentRow;
  readonly count: number;
  readonly index: number;
  readonly onIndex: (index: number) => void;
}

const Judged = ({ row, count, index, onIndex }: JudgedProps) => {
  const say = useSay();
  const [asking, setAsking] = useState(false);
  const { send, sending } = useSend(commentApi.updateCommentStatus, { changes: [comment] });
  const judge = async (commentStatus: CommentRow['commentStatus'], reason?: string) => {
    await send({ id: row.commentId, commentStatus, version: row.version, ...(reason !== undefined && { reason }) });
    setAsking(false);
  };
  const publish = () => void judge(statuses.published);
  const go = (step: number) => onIndex(Math.min(count - 1, Math.max(0, index + step)));
  useKeys(asking || sending ? {} : { p: publish, r: () => setAsking(true), ArrowRight: () => go(1), ArrowLeft: () => go(-1) });
  return (
    <div className="cm-judge">
      <div className="cm-judge-head">
        <Stars score={row.score} />
        <strong>{stationNameOf(row)}</strong>
        <span className="cm-soft">{formatInstant(row.commentTime, viewerZone())}</span>
        <CodeTag item={itemOf(machineVerdict, row.machineVerdict)} />
        {row.machineFound.map((found) => (
          <span key={found} className="co-code co-code-warn">
            {say(foundWords[found] ?? [found, found, found])}
          </span>
        ))}
      </div>
      <p className="cm-judge-text">{row.content === '' ? say(commentWords.noText) : row.content}</p>
      {row.tagCodes.length > 0 && (
        <div className="cm-judge-head">
          {row.tagCodes.map((tag) => (
            <span key={tag} className="co-code co-code-quiet">
              {say(itemOf(commentTag, tag)?.words ?? [tag, tag, tag])}
            </span>
          ))}
        </div>
      )}
      <ChargeFacts row={row} />
      <div className="cm-judge-buttons">
        <Button type="primary" loading={sending} onClick={publish}>
          {say(commentWords.publish)}
        </Button>
        <Button danger onClick={() => setAsking(true)}>
          {say(commentWords.reject)}
        </Button>
        <Button disabled={index === 0} onClick={() => go(-1)}>
          {say(commentWords.previous)}
        </Button>
        <Button disabled={index >= count - 1} onClick={() => go(1)}>
          {say(commentWords.next)}
        </Button>
      </div>
      <p className="cm-soft cm-keys">{say(commentWords.keys)}</p>
      {asking && (
        <PromptDialog
          name="comment-reason"
          title={say(commentWords.reject)}
          label={say(commentWords.reason)}
          field={reasonField}
          hint={say(commentWords.reasonHint)}
          sending={sending}
          onDone={(reason) => void judge(statuses.rejected, reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
};

const foundWords: Readonly<Record<string, Words>> = {
  link: commentWords.foundLink,
  phone: commentWords.foundPhone,
  repeated: commentWords.foundRepeated,
};

const stationNameOf = (row: CommentRow & { readonly stationId_dictText?: string }): string => row.stationId_dictText ?? row.stationId;

const ChargeFacts = ({ row }: { readonly row: CommentRow & { readonly custId_dictText?: string } }) => {
  const say = useSay();
  const { fields } = commentLabels;
  const items = [
    {
      key: 'order',
      label: say(fields.chargingOrderNo),
      children: <a href={`#/order/charging-order?view=${row.chargingOrderId}`}>{row.chargingOrderNo}</a>,
    },
    { key: 'gun', label: say(fields.gunNumber), children: `${row.cpCode} · ${row.gunNumber}` },
    { key: 'time', label: say(fields.chargeTime), children: formatInstant(row.chargeTime, viewerZone()) },
    { key: 'minutes', label: say(fields.chargeMinutes), children: `${row.chargeMinutes} min` },
    { key: 'energy', label: say(fields.chargingElec), children: `${row.chargingElec} kWh` },
    { key: 'author', label: say(fields.custId), children: row.custId_dictText ?? say(commentWords.anonymous) },
  ];
  return <Descriptions size="small" bordered title={say(commentWords.order)} column={{ xs: 1, sm: 2 }} items={items} />;
};

/** Calls a function when its key is pressed outside of any input. */
const useKeys = (actions: Readonly<Record<string, () => void>>): void => {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]') !== null;
      const action = isTyping || event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  });
};
