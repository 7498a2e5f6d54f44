import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { Calculation } from '../../billing-detail.ts';
import { shortDecimal } from './decimal-text.rules.ts';
import { pageWords } from '../../order-page.labels.ts';

interface BillStepsProps {
  readonly calculation: Calculation;
  readonly currency: string;
}

/** From the exact sum of all lines to the payable amount, which is what the last step leaves. */
export const BillSteps = ({ calculation: { steps, capAmount }, currency }: BillStepsProps) => {
  const say = useSay();
  return (
    <>
      <div className="ch-scroll">
        <table className="ch-table ch-steps">
          <thead>
            <tr>
              <th>{say(pageWords.step)}</th>
              <th className="co-right ch-beside">{say(pageWords.exact)}</th>
              <th className="co-right">{say(pageWords.takenOff)}</th>
              <th className="co-right">{say(pageWords.remains)}</th>
            </tr>
          </thead>
          <tbody>
            {steps.map((line) => (
              <tr key={line.step}>
                <th scope="row">
                  {say(names[line.step])} {line.step === 'cap' && <MoneyCell value={capAmount} currency={currency} />}
                  {line.exact !== null && <small className="co-num ch-below">{shortDecimal(line.exact, 2)}</small>}
                </th>
                <td className="co-right co-num ch-beside">{line.exact !== null && shortDecimal(line.exact, 2)}</td>
                <td className="co-right">{line.step !== 'orderAmount' && <MoneyCell value={line.takenOff} currency={currency} />}</td>
                <td className="co-right">
                  <MoneyCell value={line.remains} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="co-hint">{say(pageWords.shares)}</p>
    </>
  );
};

const names = {
  orderAmount: pageWords.stepSum,
  tariffOffer: pageWords.stepTariff,
  vipOffer: pageWords.stepVip,
  card: pageWords.stepCard,
  coupon: pageWords.stepCoupon,
  cap: pageWords.stepCap,
  points: pageWords.stepPoints,
} as const;
