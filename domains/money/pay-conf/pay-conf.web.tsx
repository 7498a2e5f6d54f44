import { Form } from 'antd';
import { useMemo } from 'react';
import type { ComponentType } from 'react';
import type { Words } from '#kit/fields/words.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { payType } from './pay-conf.codes.ts';
import { payConfLabels, payConfWords } from './pay-conf.labels.ts';
import { certFacts, hasFact } from './pay-conf.rules.ts';
import type { PayFact } from './pay-conf.rules.ts';
import { CertFingerprints, StoredFingerprints } from './cert-fingerprints.web.tsx';
import { payConf, payConfApi } from './pay-conf.ts';

type Row = RowOf<typeof payConf.fields>;

/** The input of a fact, asleep while the provider has no such fact. Keys of a stored configuration are not shown, and stay when they are left empty. */
const factInput = (fact: PayFact, hint?: Words, Below?: ComponentType<Pick<InputProps, 'row'>>) => {
  const FactInput = ({ row, ...props }: InputProps) => {
    const say = useSay();
    const chosen: unknown = Form.useWatch('payType');
    const type = Object.values(payType.items).find(({ value }) => value === chosen)?.value;
    const isAsleep = type === undefined || !hasFact(type, fact);
    return (
      <>
        <FieldInput {...props} disabled={props.disabled === true || isAsleep} />
        {hint && (row !== undefined || hint !== payConfWords.keep) && !isAsleep && <span className="co-hint">{say(hint)}</span>}
        {Below && !isAsleep && <Below row={row} />}
      </>
    );
  };
  return FactInput;
};

const inputs = {
  merchantNo: factInput('merchantNo'),
  appId: factInput('appId'),
  serialNo: factInput('serialNo'),
  publicKeyId: factInput('publicKeyId'),
  publicKey: factInput('publicKey'),
  appCert: factInput('appCert', payConfWords.certs, ({ row }) => <StoredFingerprints of="appCert" row={row} />),
  providerCert: factInput('providerCert', undefined, ({ row }) => <StoredFingerprints of="providerCert" row={row} />),
  rootCert: factInput('rootCert', undefined, ({ row }) => <StoredFingerprints of="rootCert" row={row} />),
  privateKey: factInput('privateKey', payConfWords.keep),
  apiKey: factInput('apiKey', payConfWords.keep),
  webhookSecrets: factInput('webhookSecrets', payConfWords.keep),
};

const columns = [
  'confName',
  'payType',
  'isUsed',
  'merchantNo',
  'appId',
  'pileCount',
  'provenAt',
  'certEndTime',
  'tenantId',
  'remark',
  'createTime',
] as const;
const form = [
  'tenantId',
  'confName',
  'payType',
  'merchantNo',
  'appId',
  'serialNo',
  'publicKeyId',
  'publicKey',
  'appCert',
  'providerCert',
  'rootCert',
  'privateKey',
  'apiKey',
  'webhookSecrets',
  'remark',
] as const;

const draw = {
  certFingerprints: (value: Row['certFingerprints']) => (certFacts.some((fact) => value[fact]) ? <CertFingerprints value={value} /> : <EmptyCell />),
};

/** The accounts at payment providers. */
export const PayConfList = () => {
  const { send } = useSend(payConfApi.prove, { changes: [payConf], doneText: payConfWords.proven });
  const actions = useMemo(
    () => [
      'edit' as const,
      {
        key: 'prove',
        label: payConfLabels.actions?.['prove'] ?? payConfWords.proven,
        allow: payConfApi.prove.allow,
        run: async ({ payConfId }: Row) => {
          await send({ payConfId });
        },
      },
      'changeState' as const,
      'delete' as const,
    ],
    [send],
  );
  return (
    <ListPage of={payConf} api={payConfApi} labels={payConfLabels} columns={columns} form={form} inputs={inputs} render={draw} rowActions={actions} />
  );
};
