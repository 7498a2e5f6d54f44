import { Checkbox, Form, Input } from 'antd';
import { formatScaled, parseScaled } from '#kit/fields/scaled.ts';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { words } from '#kit/web/words.ts';
import { BalanceLine } from '../wallet/balance.web.tsx';
import type { PartyKey } from '../wallet/balance.web.tsx';
import { walletApi } from '../wallet/wallet.ts';
import { rechargeInputLabels, rechargeWords } from './recharge.labels.ts';
import { RECEIVABLE_PERMISSION, recharge, rechargeApi } from './recharge.ts';

type Row = RowOf<typeof recharge.fields>;
interface Reversal {
  readonly reason: string;
  readonly toReceivable?: boolean;
}

/** What is reloaded after a reversal: the records and all views of the wallet. */
const changes = [
  recharge,
  { path: '/money/wallet' },
  { path: '/customer/sseCustomer' },
  { path: '/customer/sseIcCard' },
  { path: '/customer/sseCar' },
];

/** Reverses a recharge, with a reason for the record; first shows the remaining balance of the wallet. */
export const ReverseDialog = ({ row, party, onClose }: { readonly row: Row; readonly party: PartyKey; readonly onClose: () => void }) => {
  const say = useSay();
  const { send, sending } = useSend(rechargeApi.reverse, { changes, onDone: onClose });
  const reverse = ({ reason, toReceivable }: Reversal) =>
    void send({ rechargRecordId: row.rechargRecordId, reason, toReceivable: toReceivable === true ? 1 : 0 });
  return (
    <FormDialog<Reversal>
      title={say(rechargeWords.reverseOf, { name: row.mainPartName })}
      okText={say(rechargeWords.reverse)}
      danger
      sending={sending}
      onClose={onClose}
      onFinish={reverse}
    >
      <p>
        {say(rechargeWords.takesBack)}{' '}
        <strong>
          <MoneyCell value={walletPart(row)} currency={row.currency} />
        </strong>
        {Number(row.debtPaidMoney) > 0 && (
          <>
            {' · '}
            {say(rechargeWords.owedAgain)} <MoneyCell value={row.debtPaidMoney} currency={row.currency} />
          </>
        )}
      </p>
      <BalanceLine party={party} />
      <ReasonItem />
      <ReceivableItem row={row} party={party} />
    </FormDialog>
  );
};

const DIGITS = 2;
const centsOf = (text: string): bigint => {
  const parsed = parseScaled(text, DIGITS);
  return typeof parsed === 'bigint' ? parsed : 0n;
};
/** The part that did not pay a debt. */
const walletPart = (row: Row): string => formatScaled(centsOf(row.rrMoney) - centsOf(row.debtPaidMoney), DIGITS);

const ReasonItem = () => {
  const say = useSay();
  const rule = useFieldRule();
  const field = rechargeApi.reverse.input.reason;
  const label = say(rechargeInputLabels.reason);
  return (
    <Form.Item name="reason" label={label} required rules={[rule(field, label)]} style={{ marginTop: 12 }}>
      <Input.TextArea maxLength={field.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
    </Form.Item>
  );
};

/** Offered only when the wallet, or the pool to which it was moved, does not have enough. */
const ReceivableItem = ({ row, party }: { readonly row: Row; readonly party: PartyKey }) => {
  const say = useSay();
  const may = usePermission()(RECEIVABLE_PERMISSION);
  const { data } = useCall(walletApi.balance, party);
  if (!data || centsOf(data.availableBal) + centsOf(data.poolAvailableBal ?? '') >= centsOf(walletPart(row))) return null;
  return (
    <Form.Item
      name="toReceivable"
      valuePropName="checked"
      extra={say(may.ok ? rechargeWords.oweHint : words.lacks, may.ok ? {} : { permission: may.lacks })}
    >
      <Checkbox disabled={!may.ok}>{say(rechargeInputLabels.toReceivable)}</Checkbox>
    </Form.Item>
  );
};
