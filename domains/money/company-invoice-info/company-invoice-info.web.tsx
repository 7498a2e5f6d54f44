import { Form } from 'antd';
import { useMemo } from 'react';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { invoiceRegime } from '#engines/invoice/codes.ts';
import { companyInvoiceInfoLabels, companyInvoiceInfoRefusals, companyInvoiceInfoWords } from './company-invoice-info.labels.ts';
import { companyInvoiceInfo, companyInvoiceInfoApi } from './company-invoice-info.ts';

type Row = RowOf<typeof companyInvoiceInfo.fields>;

/** The stored secret is not shown, and stays when the input is left empty. */
const SecretInput = (props: InputProps) => {
  const say = useSay();
  const id: unknown = Form.useFormInstance().getFieldValue('companyInvoiceInfoId');
  return (
    <>
      <FieldInput {...props} />
      {id !== undefined && <span className="co-hint">{say(companyInvoiceInfoWords.keep)}</span>}
    </>
  );
};

const inputs = { appSecret: SecretInput };
const columns = [
  ...(['companyName', 'taxNumber', 'agentId', 'invoiceRegime', 'elecGoodsName', 'elecTaxRate', 'srvGoodsName', 'srvTaxRate'] as const),
  ...(['sellerState', 'quotaMoney', 'agentCount', 'drawer', 'contactPerson', 'contactPhone', 'email', 'tenantId', 'createTime'] as const),
];
const form = [
  ...(['tenantId', 'agentId', 'companyName', 'taxNumber', 'taxProvince', 'companyAddress', 'companyTel', 'companyBank', 'companyAccount'] as const),
  ...(['elecGoodsCode', 'elecGoodsName', 'elecUnit', 'elecTaxRate', 'srvGoodsCode', 'srvGoodsName', 'srvUnit', 'srvTaxRate'] as const),
  ...(['drawer', 'payee', 'taxUserName', 'email', 'contactPerson', 'contactPhone', 'numberPrefix', 'appKey', 'appSecret', 'remark'] as const),
];

const usesService = ({ invoiceRegime: regime }: Row) =>
  regime === invoiceRegime.china ? (true as const) : companyInvoiceInfoRefusals['companyInvoice.noService'];

/** Who issues invoices, with which goods and rates, and whether the invoice service works for them. */
export const CompanyInvoiceInfoList = () => {
  const { send } = useSend(companyInvoiceInfoApi.checkSeller, { changes });
  const actions = useMemo(
    () => [
      'edit' as const,
      {
        key: 'check',
        label: companyInvoiceInfoWords.check,
        allow: companyInvoiceInfoApi.checkSeller.allow,
        when: usesService,
        run: async ({ companyInvoiceInfoId }: Row) => {
          await send({ companyInvoiceInfoId });
        },
      },
      'detail' as const,
      'delete' as const,
    ],
    [send],
  );
  return (
    <ListPage
      of={companyInvoiceInfo}
      api={companyInvoiceInfoApi}
      labels={companyInvoiceInfoLabels}
      columns={columns}
      form={form}
      inputs={inputs}
      rowActions={actions}
    />
  );
};
const changes = [companyInvoiceInfo];
