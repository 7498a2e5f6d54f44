import { useMemo } from 'react';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { MultiRefInput } from '#kit/web/kinds/multi-ref-input.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { call } from '#kit/web/calls/client.ts';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { refresh } from '#kit/web/calls/query.tsx';
import { SafeHtml } from '#kit/web/editors/safe-html.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { CallError } from '#kit/web/calls/client.ts';
import { sendStatus } from './notice.codes.ts';
import { noticeLabels } from './notice.labels.ts';
import { notice, noticeApi } from './notice.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';

type NoticeRow = RowOf<typeof notice.fields>;
const { released } = valuesOf(sendStatus);
const columns = ['titile', 'msgCategory', 'priority', 'msgType', 'sendStatus', 'sender', 'sendTime', 'tenantId', 'createTime'] as const;
const form = [
  'titile',
  'msgCategory',
  'priority',
  'msgType',
  'userIds',
  'msgAbstract',
  'msgContent',
  'files',
  'startTime',
  'endTime',
  'openType',
  'openPage',
  'busId',
] as const;
const AttachmentsInput = lazyComponent(() => import('./attachments/attachments.web.tsx').then((files) => files.AttachmentsInput));
const Attachments = lazyComponent(() => import('./attachments/attachments.web.tsx').then((files) => files.Attachments));
const draw = {
  msgContent: (value: string) => <SafeHtml html={value} />,
  files: (value: unknown) => <Attachments files={value} />,
};

/** The notices of a tenant, for the staff who manage them. */
export const NoticeList = () => {
  const { confirm, showSuccess, refused } = useFeedback();
  const rowActions = useMemo(() => {
    const act = (name: 'doReleaseData' | 'doReovkeData', when: (row: NoticeRow) => boolean) => ({
      key: name,
      label: noticeLabels.actions?.[name] ?? noticeLabels.noun,
      allow: noticeApi[name].allow,
      when,
      run: async ({ id, titile }: NoticeRow) => {
        const label = noticeLabels.actions?.[name] ?? noticeLabels.noun;
        if (!(await confirm({ title: [`${label[0]}“${titile}”？`, `${label[1]}「${titile}」？`, `${label[2]} "${titile}"?`] }))) return;
        await call(noticeApi[name], { id }).then(
          () => showSuccess(label),
          (problem: CallError) => refused(problem),
        );
        void refresh(notice);
      },
    });
    return [
      'detail' as const,
      act('doReleaseData', ({ sendStatus: state }) => state !== released),
      act('doReovkeData', ({ sendStatus: state }) => state === released),
      'edit' as const,
      'delete' as const,
    ];
  }, [confirm, showSuccess, refused]);
  return (
    <ListPage of={notice} api={noticeApi} labels={noticeLabels} columns={columns} form={form} inputs={inputs} rowActions={rowActions} render={draw} />
  );
};

/** Selects the receivers of a notice. The picker belongs to a later domain. */
const PeopleInput = (props: InputProps) => <MultiRefInput {...props} to="user" />;
const inputs = { userIds: PeopleInput, files: AttachmentsInput };
