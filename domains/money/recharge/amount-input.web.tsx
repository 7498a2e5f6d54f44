import { Flex, Form } from 'antd';
import { itemOf } from '#kit/fields/codes.ts';
import { formatScaled, parseScaled } from '#kit/fields/scaled.ts';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { mainPartType } from '#domains/customer/resources.ts';
import type { PartyKey } from '../wallet/balance.web.tsx';
import { walletApi } from '../wallet/wallet.ts';
import { rechargeWords } from './recharge.labels.ts';
import { debtPart } from './recharge.rules.ts';

/** The amount, and how it is divided when the selected party has a debt. */
export const AmountInput = (props: InputProps) => {
  const form = Form.useFormInstance();
  const partKind = itemOf(mainPartType, Form.useWatch('mainPartType', form));
  const kind = Object.values(mainPartType.items).find((item) => item === partKind)?.value;
  const id: unknown = Form.useWatch('mainPartId', form);
  const party = kind !== undefined && typeof id === 'string' && id !== '' ? { mainPartType: kind, mainPartId: id } : undefined;
  return (
    <>
      <FieldInput {...props} />
      {party && <DebtSplit party={party} amount={typeof props.value === 'string' ? props.value : ''} />}
    </>
  );
};

const DIGITS = 2;
const centsOf = (text: string): bigint => {
  const parsed = parseScaled(text, DIGITS);
  return typeof parsed === 'bigint' ? parsed : 0n;
};

/** A party that uses a pool cannot be recharged. */
const DebtSplit = ({ party, amount }: { readonly party: PartyKey; readonly amount: string }) => {
  const say = useSay();
  const { data } = useCall(walletApi.balance, party, { staleMs: 0 });
  const [typedCents, owedCents] = [centsOf(amount), centsOf(data?.owedBal ?? '')];
  if (!data || data.poolCustId !== null || owedCents <= 0n || typedCents <= 0n) return null;
  const paidCents = debtPart(typedCents, owedCents);
  const parts = [
    { words: rechargeWords.paysDebt, cents: paidCents },
    { words: rechargeWords.fillsWallet, cents: typedCents - paidCents },
  ];
  return (
    <Flex wrap gap="2px 16px" className="co-hint" aria-live="polite">
      {parts.map(({ words, cents }) => (
        <span key={words[0]}>
          {say(words)} <MoneyCell value={formatScaled(cents, DIGITS)} currency={data.currency} />
        </span>
      ))}
    </Flex>
  );
};
