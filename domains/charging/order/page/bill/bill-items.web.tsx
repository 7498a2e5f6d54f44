import { Fragment } from 'react';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { BillingItem, Calculation } from '../../billing-detail.ts';
import { shortDecimal } from './decimal-text.rules.ts';
import { pageWords } from '../../order-page.labels.ts';
import { NO_STAGE, StageTag } from './stage-tag.web.tsx';

interface BillItemsProps {
  readonly calculation: Calculation;
  readonly currency: string;
}

/** Each fee in each stage: the quantity used in which hours, its price, and what of it is to be paid. */
export const BillItems = ({ calculation: { items }, currency }: BillItemsProps) => {
  const say = useSay();
  if (items.length === 0) return null;
  return (
    <div className="ch-scroll">
      <table className="ch-table ch-bill">
        <thead>
          <tr>
            <th>{say(pageWords.period)}</th>
            <th className="co-right">{say(pageWords.quantity)}</th>
            <th className="co-right">{say(pageWords.price)}</th>
            <th className="co-right">{say(pageWords.listAmount)}</th>
            <th className="co-right">{say(pageWords.discount)}</th>
            <th className="co-right">{say(pageWords.afterDiscount)}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Fragment key={`${item.rateType} ${item.rateStage}`}>
              <ItemHead item={item} />
              {item.expenseDetails.map((line) => (
                <tr key={`${line.startTime} ${line.rate}`}>
                  <td className="co-num">
                    {line.startTime}–{line.endTime}
                  </td>
                  <td className="co-right co-num">
                    {shortDecimal(line.quantity, 4)} {line.unit}
                  </td>
                  <td className="co-right co-num">× {shortDecimal(line.rate, 2)}</td>
                  <td className="co-right co-num">{shortDecimal(line.listAmount, 2)}</td>
                  <td className="co-right co-num">{line.rateDiscount}%</td>
                  <td className="co-right co-num">{shortDecimal(line.tariffAmount, 2)}</td>
                </tr>
              ))}
              <ItemFoot item={item} currency={currency} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const ItemHead = ({ item }: { readonly item: BillingItem }) => (
  <tr className="ch-bill-head">
    <th colSpan={6} scope="rowgroup">
      {item.rateType_dictText}
      {item.rateStage !== NO_STAGE && <StageTag stage={item} />}
    </th>
  </tr>
);

const deductions = [
  ['tariffOffer', pageWords.tariffOffer],
  ['vipOffer', pageWords.vipOffer],
  ['cardCreditAmount', pageWords.privilegeCard],
  ['couponCreditAmount', pageWords.coupon],
  ['overrunAmount', pageWords.overrun],
  ['pointCreditAmount', pageWords.pointsPart],
] as const;

/** The share of the order's amount that the exact sum of the lines got, and the deductions from it. */
const ItemFoot = ({ item, currency }: { readonly item: BillingItem; readonly currency: string }) => {
  const say = useSay();
  const { amounts } = item;
  const exact = shortDecimal(item.listAmount, 2);
  const applied = deductions.filter(([name]) => Number(amounts[name]) !== 0);
  return (
    <tr className="ch-bill-foot">
      <td colSpan={6}>
        {exact !== amounts.orderAmount && <span className="co-num ch-exact">{exact} → </span>}
        <MoneyCell value={amounts.orderAmount} currency={currency} />
        {applied.map(([name, label]) => (
          <span key={name}>
            {' − '}
            {name === 'vipOffer' && item.vipLevelName !== null
              ? say(pageWords.vip, { name: item.vipLevelName, percent: item.vipDiscount })
              : say(label)}{' '}
            <MoneyCell value={amounts[name]} currency={currency} />
          </span>
        ))}
        {' = '}
        <strong>
          <MoneyCell value={amounts.billingAmount} currency={currency} />
        </strong>
      </td>
    </tr>
  );
};
