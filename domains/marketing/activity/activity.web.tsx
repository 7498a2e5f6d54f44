import { Alert } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { valuesOf } from '#kit/fields/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { coupon } from '../coupon/coupon.ts';
import { CouponsOf } from '../coupon/coupon.web.tsx';
import { activityState } from '../marketing.codes.ts';
import { ActivityPreview, RuleInput } from './activity-preview.web.tsx';
import { activityInputLabels, activityLabels, activityWords } from './activity.labels.ts';
import { activity, activityApi } from './activity.ts';
import type { ActivitiesAnswer } from './activity.ts';
import { AgentsInput, StationsInput } from './places-input.web.tsx';

type Row = RowOf<typeof activity.fields>;

const PromptDialog = lazyComponent(() => import('#kit/web/form/prompt-dialog.tsx').then((dialog) => dialog.PromptDialog));
const FormDrawer = lazyComponent(() => import('#kit/web/form/form-drawer.tsx').then((form) => form.AnyFormDrawer));
const states = valuesOf(activityState);
const changes = [activity, coupon];

/** Promotions: written, seen as drivers will see them, published, revoked; beside each what it brought. */
export const ActivityList = () => {
  const say = useSay();
  const { confirm, showSuccess } = useFeedback();
  const [left, setLeft] = useState<ActivitiesAnswer['left']>([]);
  const [revoking, setRevoking] = useState<readonly string[]>([]);
  const [copied, setCopied] = useState<Row>();
  const publishing = useSend(activityApi.publishActivity, {
    changes,
    doneText: false,
    onDone: (answer) => {
      setLeft(answer.left);
      if (answer.done.length > 0) showSuccess(say(activityWords.published, { n: answer.done.length }));
    },
  });
  const { send } = publishing;
  const publish = useCallback(
    async (ids: readonly string[]): Promise<void> => {
      if (await confirm({ title: say(activityWords.askPublish, { n: ids.length }), body: activityWords.publishHint }))
        await send({ ids: ids.join(',') });
    },
    [confirm, say, send],
  );
  const actions = useMemo(() => actionsOf({ publish, onRevoke: setRevoking, onCopy: setCopied }), [publish]);
  const batch = (ids: readonly string[]) => (
    <>
      <ActButton allow={activityApi.publishActivity.allow} loading={publishing.sending} onClick={() => void publish(ids)}>
        {say(activityLabels.actions?.['publishActivity'] ?? activityWords.menu)}
      </ActButton>
      <ActButton allow={activityApi.revokeActivity.allow} onClick={() => setRevoking(ids)}>
        {say(activityLabels.actions?.['revokeActivity'] ?? activityWords.menu)}
      </ActButton>
    </>
  );
  return (
    <>
      {left.length > 0 && <LeftNote left={left} onClose={() => setLeft([])} />}
      <ListPage
        of={activity}
        api={activityApi}
        labels={activityLabels}
        columns={columns}
        filters={filters}
        form={form}
        inputs={inputs}
        initial={initial}
        render={draw}
        detail={detail}
        rowActions={actions}
        batch={batch}
      />
      {copied && (
        <FormDrawer
          of={activity}
          api={activityApi}
          labels={activityLabels}
          open
          initial={copyOf(copied)}
          fields={form}
          inputs={inputs}
          onClose={() => setCopied(undefined)}
        />
      )}
      {revoking.length > 0 && <RevokeDialog ids={revoking} onLeft={setLeft} onClose={() => setRevoking([])} />}
    </>
  );
};

interface ActionRequests {
  readonly publish: (ids: readonly string[]) => Promise<void>;
  readonly onRevoke: (ids: readonly string[]) => void;
  readonly onCopy: (row: Row) => void;
}

const actionsOf = ({ publish, onRevoke, onCopy }: ActionRequests) => [
  'detail' as const,
  {
    key: 'publish',
    label: activityLabels.actions?.['publishActivity'] ?? activityWords.menu,
    allow: activityApi.publishActivity.allow,
    when: ({ state }: Row) => state === states.pending,
    run: ({ activityId }: Row) => publish([activityId]),
  },
  {
    key: 'revoke',
    label: activityLabels.actions?.['revokeActivity'] ?? activityWords.menu,
    allow: activityApi.revokeActivity.allow,
    danger: true,
    when: ({ state }: Row) => state === states.published,
    run: ({ activityId }: Row) => onRevoke([activityId]),
  },
  'edit' as const,
  { key: 'copy', label: activityWords.copy, allow: activityApi.add.allow, run: (row: Row) => onCopy(row) },
  'delete' as const,
];

/** The fields that a copy begins with. */
const copyOf = (row: Row) => Object.fromEntries(form.map((name) => [name, row[name]]));

interface RevokeProps {
  readonly ids: readonly string[];
  readonly onLeft: (left: ActivitiesAnswer['left']) => void;
  readonly onClose: () => void;
}

const RevokeDialog = ({ ids, onLeft, onClose }: RevokeProps) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const { send, sending } = useSend(activityApi.revokeActivity, {
    changes,
    doneText: false,
    onDone: ({ left, done, held, reserved }) => {
      if (done.length > 0) showSuccess(say(activityWords.revoked, { held, reserved }));
      onLeft(left);
      onClose();
    },
  });
  return (
    <PromptDialog
      name="activity-revoke"
      title={say(activityWords.askRevoke, { n: ids.length })}
      label={say(activityInputLabels.reason)}
      field={reasonField}
      hint={say(activityWords.revokeHint)}
      sending={sending}
      onDone={(reason) => void send({ ids: ids.join(','), reason })}
      onClose={onClose}
    />
  );
};
const reasonField = { ...activityApi.revokeActivity.input.reason, optional: false, min: 2 } as const;

/** What was not published or revoked, and why. */
const LeftNote = ({ left, onClose }: { readonly left: ActivitiesAnswer['left']; readonly onClose: () => void }) => {
  const say = useSay();
  return (
    <Alert
      type="warning"
      showIcon
      closable={{ onClose }}
      title={say(activityWords.left, { n: left.length })}
      description={left.map(({ id, name, reason }) => (
        <div key={id}>
          {name}: {reason}
        </div>
      ))}
    />
  );
};

const Detail = ({ row }: { readonly row: Row }) => (
  <>
    <ActivityPreview {...useMemo(() => row, [row])} />
    <CouponsOf activityId={row.activityId} />
  </>
);
const detail = (row: Row) => <Detail row={row} />;

const columns = [
  ...(['name', 'state', 'couponNum', 'issued', 'used', 'creditAmount', 'energy', 'startTime', 'endTime', 'weight', 'level', 'kind'] as const),
  ...(['createBy', 'agentId', 'tenantId', 'createTime'] as const),
];
const filters = ['name', 'level', 'kind', 'state', 'startTime', 'agentId', 'tenantId'] as const;
const form = [
  ...(['tenantId', 'agentId', 'name', 'level', 'kind', 'weight', 'agentIds', 'stationIds', 'startTime', 'endTime', 'displayTime'] as const),
  ...(['title', 'subtitle', 'linkUrl', 'image', 'banner', 'rule'] as const),
];
const inputs = { agentIds: AgentsInput, stationIds: StationsInput, rule: RuleInput };
const initial = { level: 2 as const, kind: 2 as const, weight: 0 };
const draw = { creditAmount: (value: string, row: Row) => <MoneyCell value={value} currency={row.currency} /> };
