import { Alert, Form, Skeleton } from 'antd';
import { useState } from 'react';
import { invoiceRegime, titleType } from '#engines/invoice/codes.ts';
import type { Field } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import type { WireInputOf } from '#kit/resource/endpoint.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { invoiceLabels, invoiceWords } from '../invoice.labels.ts';
import { invoice, invoiceApi, titleFields } from '../invoice.ts';
import type { InvoicePreview } from '../invoice.ts';
import { Orders } from './orders.web.tsx';
import { Lines, Part } from './parts.web.tsx';
import './invoice.css';

type TitleInput = Omit<WireInputOf<typeof invoiceApi.apply>, 'chargingOrderIds'>;

interface AskInvoiceProps {
  readonly orderIds: readonly string[];
  /** Nouns whose rows change with an invoice besides it. */
  readonly changes: readonly { readonly path: string }[];
  readonly onClose: (isDone: boolean) => void;
}

const WIDTH = 860;

/** Asks for one invoice over orders: what it would say, and to whom it is made out. */
export const AskInvoice = ({ orderIds, changes, onClose }: AskInvoiceProps) => {
  const say = useSay();
  const chargingOrderIds = orderIds.join(',');
  const { data, error } = useCall(invoiceApi.preview, { chargingOrderIds });
  const [isCompany, setCompany] = useState(false);
  const { send, sending } = useSend(invoiceApi.apply, {
    changes: [invoice, ...changes],
    doneText: invoiceWords.asked,
    onDone: () => onClose(true),
  });
  return (
    <FormDialog<TitleInput>
      width={WIDTH}
      title={say(invoiceWords.askTitle)}
      okText={say(invoiceWords.ask)}
      disabled={!data}
      sending={sending}
      onClose={() => onClose(false)}
      initialValues={{ invoiceTitleType: titleType.personal }}
      onValuesChange={({ invoiceTitleType: kind }: Partial<TitleInput>) => {
        if (kind !== undefined) setCompany(kind === titleType.enterprise);
      }}
      onFinish={(input) => void send({ chargingOrderIds, ...input })}
    >
      {error && <Alert type="error" showIcon title={error.message} />}
      {!error && !data && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && (
        <>
          <Preview preview={data} />
          <TitleForm preview={data} isCompany={isCompany} />
        </>
      )}
    </FormDialog>
  );
};

const Preview = ({ preview }: { readonly preview: InvoicePreview }) => {
  const say = useSay();
  return (
    <>
      <p className="iv-facts">
        {say(invoiceWords.seller)}: <strong>{preview.sellerName}</strong> ({preview.sellerTaxNumber})
        {preview.payer !== '' && ` · ${say(invoiceWords.payer)}: ${preview.payer}`}
      </p>
      <Lines lines={preview.lines} totals={preview} currency={preview.currency} />
      <details>
        <summary>
          {say(invoiceWords.orders)} ({preview.orders.length})
        </summary>
        <Orders orders={preview.orders} currency={preview.currency} />
      </details>
    </>
  );
};

type TitleName = keyof typeof titleFields;

/** What a company in China may have on its invoices besides its tax number. */
const companyNames = ['companyAddress', 'companyTel', 'companyBank', 'companyAccount'] as const satisfies readonly TitleName[];

const TitleForm = ({ preview, isCompany }: { readonly preview: InvoicePreview; readonly isCompany: boolean }) => {
  const say = useSay();
  const isChina = preview.regime === invoiceRegime.china;
  return (
    <Part title={say(invoiceWords.buyer)}>
      <div className="iv-pair">
        <TitleItem name="invoiceTitleType" isNeeded />
        {isChina && isCompany && <TitleItem name="invoiceType" />}
        <TitleItem name="invoiceTitle" isNeeded />
        {isCompany && <TitleItem name="taxCode" isNeeded={isChina} />}
        {isCompany && companyNames.slice(0, isChina ? companyNames.length : 1).map((name) => <TitleItem key={name} name={name} />)}
        <TitleItem name="recipientEmail" initial={preview.recipientEmail} />
        <TitleItem name="recipientPhone" />
        <TitleItem name="remark" />
      </div>
    </Part>
  );
};

interface TitleItemProps {
  readonly name: TitleName;
  readonly isNeeded?: boolean;
  readonly initial?: string | null;
}

const TitleItem = ({ name, isNeeded = false, initial = null }: TitleItemProps) => {
  const say = useSay();
  const rule = useFieldRule();
  const words: Words = invoiceLabels.fields[name];
  const field: Field = isNeeded ? { ...titleFields[name], optional: false, min: 1 } : titleFields[name];
  return (
    <Form.Item
      name={name}
      label={say(words)}
      required={isNeeded}
      rules={[rule(field, say(words))]}
      {...(initial !== null && { initialValue: initial })}
    >
      <FieldInput field={field} />
    </Form.Item>
  );
};
