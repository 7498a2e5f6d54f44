import { Checkbox, DatePicker, Input, Segmented, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { yesNo } from '#domains/system/resources.ts';
import { triggeredMessage } from './operation.codes.ts';
import { operationLabels, operationWords } from './operation.labels.ts';
import { OperationButton, OperationTitle, useOperation } from './operation-row.web.tsx';
import type { OperatedProps } from './operation-row.web.tsx';
import { RECALL_DAYS_MAX, triggerOf } from './operation.rules.ts';
import { operationApi } from './operation.ts';

const messages = Object.values(triggeredMessage.items);

/** Asks a station for one of its messages, by TriggerMessage or by that of the security extension. */
export const TriggerForm = ({ pile, notice }: OperatedProps) => {
  const say = useSay();
  const trigger = useOperation(operationApi.triggerMessage, notice);
  const [message, setMessage] = useState<(typeof messages)[number]['value']>(triggeredMessage.items.bootNotification.value);
  const [isExtended, setExtended] = useState(false);
  const offered = messages.filter(({ value }) => triggerOf(value, isExtended).ok);
  const label = say(operationWords.triggerMessage);
  const choose = (extended: boolean) => {
    setExtended(extended);
    if (!triggerOf(message, extended).ok) setMessage(triggeredMessage.items.bootNotification.value);
  };
  return (
    <li className="dv-operation-form">
      <OperationTitle label={label} hint={say(operationWords.triggerMessageHint)} />
      <Select
        aria-label={say(operationLabels.message)}
        size="small"
        className="dv-operation-choice"
        value={message}
        options={offered.map(({ value, words }) => ({ value, label: say(words) }))}
        onChange={setMessage}
      />
      <Checkbox checked={isExtended} onChange={(event) => choose(event.target.checked)}>
        {say(operationLabels.extended)}
      </Checkbox>
      <OperationButton
        {...{ pile, notice, label }}
        name="triggerMessage"
        onPress={() =>
          trigger(
            { cpCode: pile.cpCode, message, extended: isExtended ? yesNo.items.yes.value : yesNo.items.no.value },
            operationWords.triggerMessage,
          )
        }
      />
    </li>
  );
};

/** Reads or sets any configuration key. */
export const ConfigurationForm = ({ pile, notice }: OperatedProps) => {
  const say = useSay();
  const [typedKey, setKey] = useState('');
  const [value, setValue] = useState('');
  const key = typedKey.trim();
  const { cpCode } = pile;
  const read = useOperation(operationApi.readKey, notice);
  const write = useOperation(operationApi.setKey, notice);
  const label = say(operationWords.configuration);
  return (
    <li className="dv-operation-form">
      <OperationTitle label={label} hint={say(operationWords.configurationHint)} />
      <Input
        aria-label={label}
        placeholder="HeartbeatInterval"
        size="small"
        maxLength={50}
        value={typedKey}
        onChange={(event) => setKey(event.target.value)}
      />
      <Input
        aria-label={say(operationLabels.value)}
        placeholder={say(operationLabels.value)}
        size="small"
        maxLength={500}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <OperationButton
        {...{ pile, notice, label }}
        name="readKey"
        text={operationWords.read}
        incomplete={key === ''}
        onPress={() => read({ cpCode, key }, operationWords.readKey, { key })}
      />
      <OperationButton
        {...{ pile, notice, label }}
        name="setKey"
        text={operationWords.set}
        incomplete={key === ''}
        onPress={() => write({ cpCode, key, value }, operationWords.setKey, { key })}
      />
    </li>
  );
};

/** Sends a message of the vendor. */
export const TransferForm = ({ pile, notice }: OperatedProps) => {
  const say = useSay();
  const [content, setContent] = useState({ vendorId: '', messageId: '', data: '' });
  const transfer = useOperation(operationApi.transferData, notice);
  const label = say(operationWords.transferData);
  const vendorId = content.vendorId.trim();
  const input = (name: keyof typeof content, maxLength: number) => (
    <Input
      aria-label={say(operationLabels[name])}
      placeholder={say(operationLabels[name])}
      size="small"
      maxLength={maxLength}
      value={content[name]}
      onChange={(event) => setContent({ ...content, [name]: event.target.value })}
    />
  );
  return (
    <li className="dv-operation-form">
      <OperationTitle label={label} hint={say(operationWords.transferDataHint)} />
      {input('vendorId', 255)}
      {input('messageId', 50)}
      {input('data', 2_000)}
      <OperationButton
        {...{ pile, notice, label }}
        name="transferData"
        incomplete={vendorId === ''}
        onPress={() =>
          transfer(
            { cpCode: pile.cpCode, vendorId, messageId: content.messageId.trim() || null, data: content.data || null },
            operationWords.transferData,
          )
        }
      />
    </li>
  );
};

/** Recalls the record of an order, or of all charges of a time. */
export const RecallForm = ({ pile, notice }: OperatedProps) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const [by, setBy] = useState<'order' | 'time'>('order');
  const [orderNo, setOrderNo] = useState('');
  const [span, setSpan] = useState<readonly [Dayjs | null, Dayjs | null] | null>(null);
  const recall = useOperation(operationApi.recallOrders, notice);
  const label = say(operationWords.recallOrders);
  const [from, to] = span ?? [null, null];
  const wanted =
    by === 'order'
      ? orderNo.trim() !== '' && { chargingOrderNo: orderNo.trim() }
      : from && to && { recallFrom: from.toISOString(), recallTo: to.toISOString() };
  const press = async () => {
    const title = say(operationWords.recallConfirm, { name: pile.cpName });
    if (wanted && (await confirm({ title, body: operationWords.recallConfirmHint, okText: operationWords.recallOrders })))
      recall({ cpCode: pile.cpCode, ...wanted, confirmed: yesNo.items.yes.value }, operationWords.recallOrders);
  };
  return (
    <li className="dv-operation-form">
      <OperationTitle label={label} hint={say(operationWords.recallOrdersHint, { days: RECALL_DAYS_MAX })} />
      <Segmented
        size="small"
        value={by}
        options={[
          { value: 'order', label: say(operationWords.byOrder) },
          { value: 'time', label: say(operationWords.byTime) },
        ]}
        onChange={setBy}
      />
      {by === 'order' ? (
        <Input
          aria-label={say(operationLabels.chargingOrderNo)}
          placeholder={say(operationLabels.chargingOrderNo)}
          size="small"
          maxLength={32}
          value={orderNo}
          onChange={(event) => setOrderNo(event.target.value)}
        />
      ) : (
        <DatePicker.RangePicker size="small" showTime={{ format: 'HH:mm' }} format="YYYY-MM-DD HH:mm" value={span && [from, to]} onChange={setSpan} />
      )}
      <OperationButton {...{ pile, notice, label }} name="recallOrders" incomplete={!wanted} onPress={() => void press()} />
    </li>
  );
};
