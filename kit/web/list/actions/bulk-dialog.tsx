import { Alert, Button, Modal, Table } from 'antd';
import { useEffect, useState } from 'react';
import { bulkApi } from '#kit/resource/bulk.ts';
import type { BulkRow } from '#kit/resource/bulk.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { call, saveFile } from '../../calls/client.ts';
import type { CallError } from '../../calls/client.ts';
import { useFeedback } from '../../dialogs/feedback.tsx';
import { useSay } from '../../language.ts';
import { refresh } from '../../calls/query.tsx';
import { words } from '../../words.ts';
import type { BulkRequest } from './bulk-action.ts';
import { sheetText } from './csv-text.ts';

interface BulkDialogProps {
  readonly noun: AnyResource;
  readonly request: BulkRequest;
  /** Receives the rows that stay selected; undefined when nothing was done. */
  readonly onClose: (ticked: readonly string[] | undefined) => void;
}

/** Previews a verb for many rows, runs it after confirmation, and shows the result for each row. */
export const BulkDialog = ({ noun, request, onClose }: BulkDialogProps) => {
  const say = useSay();
  const { rows, isDone, busy, run } = useBulk(noun, request, () => onClose(undefined));
  const refused = rows?.filter(({ outcome }) => outcome === 'refused') ?? [];
  const eligible = (rows?.length ?? 0) - refused.length;
  const close = () => onClose(isDone ? [] : undefined);
  const counts = { n: eligible, m: refused.length };
  return (
    <Modal
      open
      width={720}
      title={request.title}
      onCancel={close}
      mask={{ closable: false }}
      footer={
        isDone ? (
          <Results noun={noun} rows={rows ?? []} refused={refused} onClose={onClose} />
        ) : (
          <>
            <Button onClick={close}>{say(words.cancel)}</Button>
            <Button type="primary" danger={request.danger} disabled={eligible === 0} loading={busy} onClick={() => void run()}>
              {say(words.bulkRun, { action: request.label, n: eligible })}
            </Button>
          </>
        )
      }
    >
      {rows && <Alert type={refused.length > 0 ? 'warning' : 'success'} showIcon title={say(isDone ? words.bulkDone : words.bulkPreview, counts)} />}
      {isDone && request.hint !== undefined && <p className="co-hint">{request.hint}</p>}
      <Table<BulkRow>
        className="co-table co-bulk"
        size="small"
        rowKey="id"
        loading={!rows}
        pagination={false}
        scroll={{ y: ROWS_PX }}
        // Refused rows come first, because they matter most.
        dataSource={[...refused, ...(rows ?? []).filter(({ outcome }) => outcome === 'done')]}
        columns={[
          { title: say(words.bulkRow), dataIndex: 'title', ellipsis: true },
          { title: say(words.bulkOutcome), key: 'outcome', width: 150, render: (_value, row) => <Outcome row={row} isDone={isDone} /> },
          { title: say(words.bulkReason), dataIndex: 'reason' },
        ]}
      />
    </Modal>
  );
};
const ROWS_PX = 320;

const Outcome = ({ row, isDone }: { readonly row: BulkRow; readonly isDone: boolean }) => {
  const say = useSay();
  if (row.outcome === 'refused') return <span className="co-code co-code-warn">{say(isDone ? words.bulkRefused : words.bulkNot)}</span>;
  return <span className="co-code co-code-good">{say(isDone ? words.bulkOk : words.bulkCan)}</span>;
};

interface ResultsProps extends Pick<BulkDialogProps, 'noun' | 'onClose'> {
  readonly rows: readonly BulkRow[];
  readonly refused: readonly BulkRow[];
}

const Results = ({ noun, rows, refused, onClose }: ResultsProps) => {
  const say = useSay();
  const save = () => {
    const head = [noun.key, say(words.bulkRow), say(words.bulkOutcome), say(words.bulkReason)];
    const lines = rows.map(({ id, title, outcome, reason }) => [id, title, say(outcome === 'done' ? words.bulkOk : words.bulkRefused), reason]);
    saveFile({ name: `${noun.name}-result.csv`, blob: new Blob([sheetText([head, ...lines])], { type: 'text/csv' }) });
  };
  return (
    <>
      <Button onClick={save}>{say(words.bulkExport)}</Button>
      {refused.length > 0 && <Button onClick={() => onClose(refused.map(({ id }) => id))}>{say(words.bulkSelectRefused)}</Button>}
      <Button type="primary" onClick={() => onClose([])}>
        {say(words.close)}
      </Button>
    </>
  );
};

const useBulk = (noun: AnyResource, { feature = noun.name, verb, ids, state, shared }: BulkRequest, onFailed: () => void) => {
  const { refused } = useFeedback();
  const [rows, setRows] = useState<readonly BulkRow[]>();
  const [isDone, setIsDone] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async (preview: 0 | 1): Promise<readonly BulkRow[]> => {
    const options = { ...(state !== undefined && { state: String(state) }), ...(shared && { shared }) };
    const input = { noun: feature, verb, rowIds: ids.join(','), preview, ...options };
    return (await call(bulkApi.run, input)).rows;
  };
  const run = async () => {
    setBusy(true);
    try {
      setRows(await send(0));
      setIsDone(true);
    } catch (problem) {
      refused(problem as CallError); // call throws only CallError
    } finally {
      setBusy(false);
      void refresh(noun);
    }
  };
  useEffect(() => {
    let current = true;
    send(1).then(
      (foundRows) => current && setRows(foundRows),
      (problem: unknown) => {
        if (!current) return;
        refused(problem as CallError); // as above
        onFailed();
      },
    );
    return () => {
      current = false;
    };
    // Asked once for the rows that were ticked when the dialog opened.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was asked does not change while it is open
  }, []);
  return { rows, isDone, busy, run };
};
