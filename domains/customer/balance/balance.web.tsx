import { Tooltip } from 'antd';
import { entityState } from '#engines/entity/codes.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { isLow } from './balance.rules.ts';
import { balanceWords } from './balance.labels.ts';
import type { car } from '../car/car.ts';
import type { card } from '../card/card.ts';
import { cardState } from '../card/card.codes.ts';

interface BalanceProps {
  readonly value: string;
  readonly currency: string;
  /** The balance is low below this threshold. */
  readonly threshold: string | null;
  /** 1: the customer's wallet pays instead. */
  readonly useFundsPool?: 0 | 1;
}

/** A wallet's balance, in a warning colour when it is too low; greyed out when the customer's pool pays. */
export const Balance = ({ value, currency, threshold, useFundsPool = 0 }: BalanceProps) => {
  const say = useSay();
  const amount = <MoneyCell value={value} currency={currency} />;
  if (useFundsPool === 1)
    return (
      <Tooltip title={say(balanceWords.pool)}>
        <span className="co-hint">{amount}</span>
      </Tooltip>
    );
  if (!isLow(value, threshold)) return amount;
  return (
    <Tooltip title={say(balanceWords.low, { mark: threshold ?? '' })}>
      <span className="co-code co-code-warn">{amount}</span>
    </Tooltip>
  );
};

/** The balance of a void card is never marked as low. */
export const CardBalance = ({ value, row }: { readonly value: string; readonly row: RowOf<typeof card.fields> }) => (
  <Balance
    value={value}
    currency={row.currency}
    threshold={row.cardState === cardState.items.disused.value ? null : row.cardAlarmMoney}
    useFundsPool={row.useFundsPool}
  />
);

export const CarBalance = ({ value, row }: { readonly value: string; readonly row: RowOf<typeof car.fields> }) => (
  <Balance
    value={value}
    currency={row.currency}
    threshold={row.state === entityState.disused ? null : row.carAlarmMoney}
    useFundsPool={row.useFundsPool}
  />
);
