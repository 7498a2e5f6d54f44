import { Select } from 'antd';
import { useMemo, useState } from 'react';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { call } from '#kit/web/client.ts';
import { useFeedback } from '#kit/web/feedback.tsx';
import { refresh, useCall } from '#kit/web/query.tsx';
import { usePicker } from '#kit/web/refs.ts';
import type { Picker } from '#kit/web/refs.ts';
import { SafeHtml } from '#kit/web/safe-html.tsx';
import type { RowOf } from '#kit/web/typed.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { CallError } from '#kit/web/client.ts';
import { sendStatus } from './notice.codes.ts';
import { noticeLabels } from './notice.labels.ts';
import { receiversOf } from './notice.rules.ts';
import { notice, noticeApi } from './notice.ts';

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
  'startTime',
  'endTime',
  'openType',
  'openPage',
  'busId',
] as const;
const draw = { msgContent: (value: string) => <SafeHtml html={value} /> };

/** What the tenant tells its people. */
export const NoticeList = () => {
  const { ask, good, refused } = useFeedback();
  const rowActions = useMemo(() => {
    const act = (name: 'doReleaseData' | 'doReovkeData', when: (row: NoticeRow) => boolean) => ({
      key: name,
      label: noticeLabels.actions?.[name] ?? noticeLabels.noun,
      allow: noticeApi[name].allow,
      when,
      run: async ({ id, titile }: NoticeRow) => {
        const label = noticeLabels.actions?.[name] ?? noticeLabels.noun;
        if (!(await ask({ title: [`${label[0]}“${titile}”？`, `${label[1]}「${titile}」？`, `${label[2]} "${titile}"?`] }))) return;
        await call(noticeApi[name], { id }).then(
          () => good(label),
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
  }, [ask, good, refused]);
  return (
    <ListPage of={notice} api={noticeApi} labels={noticeLabels} columns={columns} form={form} inputs={inputs} rowActions={rowActions} draw={draw} />
  );
};

const none: Picker = { method: 'GET', path: '/', allow: 'signedIn', input: {}, output: { form: 'rows' } };

/** Several people by name; stored as their ids with a comma behind each. */
const PeopleInput = ({ value, onChange, id, disabled }: InputProps) => {
  const [keyword, setKeyword] = useState('');
  const picker = usePicker('user', true);
  const chosen = useMemo(() => receiversOf(typeof value === 'string' ? value : ''), [value]);
  const found = useCall(picker ?? none, keyword === '' ? {} : { keyword }, { enabled: picker !== undefined, keep: true });
  const known = useCall(picker ?? none, { ids: chosen.join(',') }, { enabled: picker !== undefined && chosen.length > 0, keep: true });
  const options = new Map([...(known.data ?? []), ...(found.data ?? [])].map((row) => [row.value, { value: row.value, label: row.text }]));
  return (
    <Select<string[]>
      mode="multiple"
      className="co-wide"
      {...(id !== undefined && { id })}
      disabled={disabled ?? false}
      value={[...chosen]}
      options={[...options.values()]}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      onChange={(ids) => onChange?.(ids.length === 0 ? null : `${ids.join(',')},`)}
    />
  );
};
const inputs = { userIds: PeopleInput };
