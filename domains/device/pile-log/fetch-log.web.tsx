import { DatePicker, Form, Radio } from 'antd';
import dayjs from 'dayjs';
import type { Dayjs } from 'dayjs';
import type { PileDialogProps } from '#domains/network/web.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { deviceCommand } from '../command/command.ts';
import { logKind } from './pile-log.codes.ts';
import { pileLogLabels, pileLogWords } from './pile-log.labels.ts';
import { pileLog, pileLogApi } from './pile-log.ts';

interface LogForm {
  readonly logKind: CodeValue<typeof logKind>;
  readonly span: readonly [Dayjs, Dayjs];
}

/** Asks one pile for its log of a time; the last day when nothing else is chosen. */
export const FetchLog = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const [cpCode = ''] = cpCodes;
  const { send, sending } = useSend(pileLogApi.getDeviceLog, {
    changes: [pileLog, deviceCommand],
    doneText: pileLogWords.requested,
    onDone: onClose,
  });
  return (
    <FormDialog<LogForm>
      title={`${say(pileLogWords.action)}: ${cpCode}`}
      okText={say(pileLogWords.action)}
      sending={sending}
      onClose={onClose}
      initialValues={{ logKind: logKind.items.diagnostics.value, span: [dayjs().subtract(1, 'day'), dayjs()] }}
      onFinish={({ logKind: kind, span: [from, to] }) => void send({ cpCode, logKind: kind, logFrom: from.toISOString(), logTo: to.toISOString() })}
    >
      <p className="co-hint">{say(pileLogWords.hint)}</p>
      <Form.Item name="logKind" label={say(pileLogLabels.fields.logKind)}>
        <Radio.Group options={Object.values(logKind.items).map(({ value, words: name }) => ({ value, label: say(name) }))} />
      </Form.Item>
      <Form.Item name="span" label={say(pileLogWords.span)} rules={required}>
        <DatePicker.RangePicker showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" />
      </Form.Item>
    </FormDialog>
  );
};

const required = [{ required: true }];
