import { Checkbox, DatePicker, Form } from 'antd';
import type { Dayjs } from 'dayjs';
import dayjs from 'dayjs';
import { useMemo, useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { CallError, download, saveFile } from '#kit/web/calls/client.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { statementMailWords } from '../statement-mail/statement-mail.labels.ts';
import { statementMailApi } from '../statement-mail/statement-mail.ts';
import { StatementMails } from '../statement-mail/statement-mail.web.tsx';
import { statementFormat, statementState } from './customer-statement.codes.ts';
import { customerStatementLabels, customerStatementRefusals, customerStatementWords } from './customer-statement.labels.ts';
import { customerStatement, customerStatementApi } from './customer-statement.ts';

type Row = RowOf<typeof customerStatement.fields>;

/** The monthly statements of customers: their sums, their files, and what became of their mails. */
export const CustomerStatementList = () => {
  const say = useSay();
  const { confirm, refused } = useFeedback();
  const [making, setMaking] = useState(false);
  const [mailsOf, setMailsOf] = useState<Row>();
  const { send } = useSend(customerStatementApi.send, { changes });
  const actions = useMemo(() => {
    const save = async (statementId: string, format: 1 | 2) => {
      try {
        saveFile(await download(customerStatementApi.download, { statementId, statementFormat: format }));
      } catch (problem) {
        if (!(problem instanceof CallError)) throw problem;
        refused(problem);
      }
    };
    const { pdf, xlsx } = statementFormat.items;
    const file = (key: string, format: 1 | 2, label: typeof customerStatementWords.downloadPdf | typeof customerStatementWords.downloadXlsx) => ({
      key,
      label,
      allow: customerStatementApi.download.allow,
      when: isMade,
      run: ({ statementId }: Row) => void save(statementId, format),
    });
    return [
      file('pdf', pdf.value, customerStatementWords.downloadPdf),
      file('xlsx', xlsx.value, customerStatementWords.downloadXlsx),
      {
        key: 'send',
        label: customerStatementWords.send,
        allow: customerStatementApi.send.allow,
        when: isMade,
        run: async ({ statementId, statementMonth: month }: Row) => {
          if (await confirm({ title: say(customerStatementWords.askSend, { month }) })) await send({ statementId });
        },
      },
      { key: 'mails', label: statementMailWords.mails, allow: statementMailApi.list.allow, run: setMailsOf },
      'detail' as const,
    ];
  }, [confirm, refused, say, send]);
  return (
    <>
      <ListPage
        of={customerStatement}
        api={customerStatementApi}
        labels={customerStatementLabels}
        columns={columns}
        filters={filters}
        render={draw}
        rowActions={actions}
        toolbar={
          <ActButton type="primary" allow={customerStatementApi.make.allow} onClick={() => setMaking(true)}>
            {say(customerStatementWords.make)}
          </ActButton>
        }
      />
      {making && <MakeDialog onClose={() => setMaking(false)} />}
      {mailsOf && <StatementMails statement={mailsOf} onClose={() => setMailsOf(undefined)} />}
    </>
  );
};

interface MakeForm {
  readonly custId: string;
  readonly month: Dayjs;
  readonly wantsMail: boolean;
}

const MakeDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const say = useSay();
  const { fields } = customerStatementLabels;
  const { send, sending } = useSend(customerStatementApi.make, { changes, doneText: customerStatementWords.asked, onDone: onClose });
  return (
    <FormDialog<MakeForm>
      title={say(customerStatementWords.make)}
      sending={sending}
      onClose={onClose}
      initialValues={{ month: dayjs().subtract(1, 'month'), wantsMail: false }}
      onFinish={({ custId, month, wantsMail }) => void send({ custId, statementMonth: month.format('YYYY-MM'), wantsMail: wantsMail ? 1 : 0 })}
    >
      <p className="co-hint">{say(customerStatementWords.makeHint)}</p>
      <Form.Item name="custId" label={say(fields.custId)} rules={required}>
        <RefSelect to="customer" />
      </Form.Item>
      <Form.Item name="month" label={say(fields.statementMonth)} rules={required}>
        <DatePicker picker="month" allowClear={false} disabledDate={(day) => !day.isBefore(dayjs().startOf('month'))} />
      </Form.Item>
      <Form.Item name="wantsMail" valuePropName="checked">
        <Checkbox>{say(customerStatementWords.wantsMail)}</Checkbox>
      </Form.Item>
    </FormDialog>
  );
};

const required = [{ required: true }];
const changes = [customerStatement];
const isMade = ({ statementState: state }: Row) =>
  state === statementState.items.made.value ? (true as const) : customerStatementRefusals['statement.notMade'];
const columns = [
  ...(['custId', 'statementMonth', 'statementState', 'openingMoney', 'rechargeMoney', 'consumeMoney', 'closingMoney', 'mailState'] as const),
  ...([
    'refundMoney',
    'correctionMoney',
    'owedMoney',
    'orderCount',
    'chargingElec',
    'receiver',
    'mailTime',
    'madeTime',
    'agentId',
    'tenantId',
  ] as const),
];
const filters = ['custId', 'statementMonth', 'statementState', 'mailState', 'agentId', 'tenantId', 'createTime'] as const;
const draw = {
  closingMoney: (value: string, { currency }: Row) => (
    <strong>
      <MoneyCell value={value} currency={currency} />
    </strong>
  ),
};
