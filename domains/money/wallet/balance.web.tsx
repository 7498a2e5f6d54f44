import { Flex, Skeleton } from 'antd';
import type { CodeValue } from '#kit/fields/codes.ts';
import { LoadErrorLine } from '#kit/web/load-error.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import type { mainPartType } from '#domains/customer/resources.ts';
import { walletWords } from './wallet.labels.ts';
import { walletApi } from './wallet.ts';

export interface PartyKey {
  readonly mainPartType: CodeValue<typeof mainPartType>;
  readonly mainPartId: string;
}

const figures = ['availableBal', 'balance', 'heldBal', 'owedBal'] as const;

/** The current balance of a party's own wallet; holds and debts only when there are any. */
export const BalanceLine = ({ party }: { readonly party: PartyKey }) => {
  const say = useSay();
  const { data, error, refetch } = useCall(walletApi.balance, party, { staleMs: 0 });
  if (error) return <LoadErrorLine because={error.message} retry={refetch} />;
  if (!data) return <Skeleton.Input active size="small" />;
  const shownFigures = figures.filter((name) => name === 'availableBal' || name === 'balance' || Number(data[name]) !== 0);
  return (
    <Flex wrap gap="2px 16px" className="co-hint">
      {shownFigures.map((name) => (
        <span key={name}>
          {say(walletWords[name])} <MoneyCell value={data[name]} currency={data.currency} />
        </span>
      ))}
      {data.poolCustName !== null && <span className="co-code co-code-warn">{say(walletWords.pooled, { name: data.poolCustName })}</span>}
    </Flex>
  );
};
