import type { ReactNode } from 'react';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { amountNames } from '../../billing-detail.ts';
import type { AmountLine } from '../../billing-detail.ts';
import { shortDecimal } from './decimal-text.rules.ts';
import { orderLabels } from '../../order.labels.ts';
import { pageWords } from '../../order-page.labels.ts';

export interface AmountsRow {
  readonly key: string;
  readonly label: ReactNode;
  /** kWh. */
  readonly energy?: string;
  readonly amounts: Partial<AmountLine>;
  readonly isSum?: boolean;
  /** Amounts that are not what they should be. */
  readonly differing?: readonly (keyof AmountLine)[];
}

interface AmountsTableProps {
  /** The heading above the names of the rows. */
  readonly head: string;
  readonly rows: readonly AmountsRow[];
  readonly currency: string;
}

/** Amounts side by side, from the order amount to the payable amount; a deduction that is zero in all rows has no column. */
export const AmountsTable = ({ head, rows, currency }: AmountsTableProps) => {
  const say = useSay();
  const withEnergy = rows.some(({ energy }) => energy !== undefined);
  const columns = amountNames.filter(
    (name) => name === 'orderAmount' || name === 'billingAmount' || rows.some(({ amounts }) => Number(amounts[name] ?? 0) !== 0),
  );
  return (
    <div className="ch-scroll">
      <table className="ch-table ch-named">
        <thead>
          <tr>
            <th>{head}</th>
            {withEnergy && <th className="co-right">{say(pageWords.energy)}</th>}
            {columns.map((name) => (
              <th key={name} className="co-right">
                {say(orderLabels.fields[name])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, energy, amounts, isSum = false, differing = [] }) => (
            <tr key={key} className={isSum ? 'ch-sum' : ''}>
              <th scope="row">{label}</th>
              {withEnergy && <td className="co-right co-num">{energy === undefined ? '' : `${shortDecimal(energy, 4)} kWh`}</td>}
              {columns.map((name) => (
                <td key={name} className={differing.includes(name) ? 'co-right ch-differs' : 'co-right'}>
                  {amounts[name] !== undefined && <MoneyCell value={amounts[name]} currency={currency} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
