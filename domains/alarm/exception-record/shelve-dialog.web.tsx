import { Alert, Form, Input, Select } from 'antd';
import { isDangerous } from '#engines/alarm/danger.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { openAlarmApi } from '../open-alarm/open-alarm.ts';
import { exceptionRecordLabels, exceptionRecordWords as words } from './exception-record.labels.ts';
import { exceptionRecord, exceptionRecordApi } from './exception-record.ts';
import '../alarm.css';

interface ShelveDialogProps {
  readonly record: { readonly exceptionRecordId: string; readonly exceptionType: number; readonly exceptionCode: number };
  readonly onClose: () => void;
}

interface ShelveValues {
  readonly hours: number;
  readonly shelveReason: string;
}

const DAY_HOURS = 24;
const HOUR_MS = 3_600_000;
const HOURS_OFFERED = [1, 4, 12, DAY_HOURS] as const;
const DAYS_OFFERED = [3, 7, 30] as const;
const changes = [exceptionRecord, openAlarmApi.open];

/** Asks how long an exception shall be silent, and why. */
export const ShelveDialog = ({ record, onClose }: ShelveDialogProps) => {
  const say = useSay();
  const rule = useFieldRule();
  const { send, sending } = useSend(exceptionRecordApi.shelve, { changes, onDone: onClose });
  const { exceptionRecordId, exceptionType, exceptionCode } = record;
  const days = isDangerous(exceptionType, exceptionCode) ? [] : DAYS_OFFERED;
  const options = [
    ...HOURS_OFFERED.map((n) => ({ value: n, label: say(words.hours, { n }) })),
    ...days.map((n) => ({ value: n * DAY_HOURS, label: say(words.days, { n }) })),
  ];
  const reason = say(exceptionRecordLabels.fields.shelveReason);
  return (
    <FormDialog<ShelveValues>
      title={say(words.shelve)}
      sending={sending}
      initialValues={{ hours: 1, shelveReason: '' }}
      onFinish={({ hours, shelveReason }) =>
        void send({ exceptionRecordId, shelvedUntil: new Date(Date.now() + hours * HOUR_MS).toISOString(), shelveReason: shelveReason.trim() })
      }
      onClose={onClose}
    >
      <Alert type="info" showIcon title={say(words.shelveHint)} className="al-lasting" />
      <Form.Item name="hours" label={say(words.shelveFor)} required>
        <Select options={options} />
      </Form.Item>
      <Form.Item name="shelveReason" label={reason} required rules={[rule(exceptionRecordApi.shelve.input.shelveReason, reason)]}>
        <Input.TextArea rows={3} maxLength={exceptionRecordApi.shelve.input.shelveReason.max} showCount />
      </Form.Item>
    </FormDialog>
  );
};
