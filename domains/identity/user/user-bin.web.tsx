import { Alert, Empty, Modal, Table } from 'antd';
import type { TableColumnsType } from 'antd';
import { useState } from 'react';
import type { Words } from '#kit/fields/words.ts';
import type { WireAnswerOf } from '#kit/resource/endpoint.ts';
import { useLocalAdvanced } from '#kit/web/advanced/advanced-button.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { formatInstant, viewerZone } from '#kit/web/format.ts';
import { useSay } from '#kit/web/language.ts';
import type { RowAction } from '#kit/web/list/actions/actions.ts';
import { RowActions } from '#kit/web/list/actions/row-actions.tsx';
import type { CallError } from '#kit/web/calls/client.ts';
import { refresh, useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { words } from '#kit/web/words.ts';
import { userLabels, userWords } from './user.labels.ts';
import { binnedUser, user, userApi } from './user.ts';
import type { BatchAnswer } from './user.ts';
import './user.css';

type DeletedUser = WireAnswerOf<typeof userApi.recycleBin>[number];

const changes = [user];
const ROWS_PX = 420;

/** Deleted users, who can be restored or permanently deleted, one at a time or all that are checked. */
export const UserBin = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { acts: actions, refused } = useBinActions(() => setSelected([]));
  const disabledReason = selected.length === 0 ? say(words.selectFirst) : undefined;
  return (
    <Modal
      open
      width={900}
      title={say(userWords.bin)}
      onCancel={onClose}
      footer={
        <div className="ur-foot">
          {actions.map(({ key, allow, danger, busy, batchLabel, run }) => (
            <ActButton
              key={key}
              allow={allow}
              danger={danger}
              loading={busy}
              because={disabledReason}
              onClick={() => void run(selected, say(userWords.several, { n: selected.length }))}
            >
              {say(batchLabel, { n: selected.length })}
            </ActButton>
          ))}
        </div>
      }
    >
      <p className="co-hint">{say(userWords.binHint)}</p>
      {refused && <Alert type="warning" showIcon title={refused.msg} />}
      <BinTable actions={actions} selected={selected} onSelect={setSelected} />
    </Modal>
  );
};

interface BinTableProps {
  readonly actions: readonly BinAction[];
  readonly selected: readonly string[];
  readonly onSelect: (ids: readonly string[]) => void;
}

const BinTable = ({ actions, selected, onSelect }: BinTableProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const advanced = useLocalAdvanced(binnedUser, userLabels, () => onSelect([]));
  const { data, error, isPending, refetch } = useCall(userApi.recycleBin, advanced.asked, { staleMs: 0, keep: true });
  const wideColumns: TableColumnsType<DeletedUser> = [
    { title: say(userLabels.fields.roleId), key: 'role', render: (_value, row) => <Assignment row={row} /> },
    { title: say(userWords.deletedAt), key: 'when', render: (_value, row) => <DeletedAt row={row} /> },
  ];
  const actionsOf = (row: DeletedUser): readonly RowAction[] =>
    actions.map(({ key, allow, danger, rowLabel, run }) => ({
      key,
      allow,
      danger,
      label: say(rowLabel),
      because: undefined,
      inMenu: false,
      run: () => void run([row.id], row.username),
    }));
  return (
    <>
      <div className="ur-ask">{advanced.button}</div>
      {advanced.tagAndDialog}
      {error ? (
        <LoadError because={error.message} retry={refetch} />
      ) : (
        <Table<DeletedUser>
          className="co-table"
          size="small"
          rowKey="id"
          loading={isPending}
          pagination={false}
          scroll={{ y: ROWS_PX }}
          dataSource={data ?? []}
          rowSelection={{ selectedRowKeys: [...selected], onChange: (keys) => onSelect(keys.map(String)) }}
          locale={{
            emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(advanced.isOn ? words.emptyFiltered : userWords.binEmpty)} />,
          }}
          columns={[
            { title: say(userLabels.fields.username), key: 'who', render: (_value, row) => <Person row={row} all={phone} /> },
            ...(phone ? [] : wideColumns),
            {
              title: say(words.action),
              key: 'action',
              width: phone ? PHONE_ACTS_PX : ACTS_PX,
              render: (_value, row) => <RowActions actions={actionsOf(row)} />,
            },
          ]}
        />
      )}
    </>
  );
};
const [ACTS_PX, PHONE_ACTS_PX] = [200, 160];

const Person = ({ row, all: showAll }: { readonly row: DeletedUser; readonly all: boolean }) => (
  <>
    <div>{row.username}</div>
    <div className="co-hint">{row.realname}</div>
    {showAll && <DeletedAt row={row} />}
  </>
);

const Assignment = ({ row }: { readonly row: DeletedUser }) => (
  <>
    <div>{row.roleId_dictText}</div>
    <div className="co-hint">{[row.tenantId_dictText, row.agentId_dictText].filter(Boolean).join(' / ')}</div>
  </>
);

const DeletedAt = ({ row }: { readonly row: DeletedUser }) => (
  <>
    <div>{row.updateTime ? formatInstant(row.updateTime, viewerZone()) : ''}</div>
    <div className="co-hint">{row.updateBy}</div>
  </>
);

interface BinAction {
  readonly key: string;
  readonly rowLabel: Words;
  readonly batchLabel: Words;
  readonly allow: string;
  readonly danger: boolean;
  readonly busy: boolean;
  /** `name` is used in the confirmation. */
  readonly run: (ids: readonly string[], name: string) => Promise<void>;
}

/** Restoring happens at once; permanent deletion asks for confirmation. Refusals are shown in the dialog. */
const useBinActions = (onDone: () => void) => {
  const { confirm, showSuccess, refused: showRefusal } = useFeedback();
  const [refused, setRefused] = useState<BatchAnswer>();
  const onAnswer = (answer: BatchAnswer) => {
    setRefused(answer.errorCount > 0 ? answer : undefined);
    if (answer.errorCount === 0) showSuccess(words.done);
    onDone();
  };
  const onRefused = (problem: CallError) => {
    showRefusal(problem);
    // Another user may have changed the bin.
    void refresh(user);
  };
  const options = { changes, doneText: false, onDone: onAnswer, onRefused } as const;
  const restore = useSend(userApi.putRecycleBin, options);
  const destroy = useSend(userApi.deleteRecycleBin, options);
  const say = useSay();
  const actions: readonly BinAction[] = [
    {
      key: 'restore',
      rowLabel: userWords.restore,
      batchLabel: userWords.restoreMany,
      allow: userApi.putRecycleBin.allow,
      danger: false,
      busy: restore.sending,
      run: async (ids) => void (await restore.send({ userIds: ids.join(',') })),
    },
    {
      key: 'destroy',
      rowLabel: userWords.destroy,
      batchLabel: userWords.destroyMany,
      allow: userApi.deleteRecycleBin.allow,
      danger: true,
      busy: destroy.sending,
      run: async (ids, name) => {
        const question = { title: say(userWords.confirmDestroy, { name }), body: userWords.destroyHint, okText: userWords.destroy, danger: true };
        if (await confirm(question)) await destroy.send({ userIds: ids.join(',') });
      },
    },
  ];
  return { acts: actions, refused };
};
