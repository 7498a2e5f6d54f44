import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { AmountLine, BillingDetail, Booked } from './billing-detail.ts';
import { orderLabels } from './order.labels.ts';
import { pageWords } from './order-page.labels.ts';

const { fields } = orderLabels;
const columns = [
  ['orderAmount', fields.orderAmount],
  ['tariffOffer', fields.tariffOffer],
  ['vipOffer', fields.vipOffer],
  ['couponCreditAmount', fields.couponCreditAmount],
  ['overrunAmount', fields.overrunAmount],
  ['billingAmount', fields.billingAmount],
] as const satisfies readonly (readonly [keyof AmountLine, unknown])[];

const feeNames = { 1: 'elecAmount', 2: 'srvAmount', 3: 'other1Amount', 4: 'other2Amount' } as const satisfies Readonly<Record<number, keyof Booked>>;
const bookedFees = Object.values(feeNames);

interface Line {
  readonly key: string;
  readonly label: string;
  readonly amounts: Partial<AmountLine>;
  readonly isSum?: boolean;
}

/** The fees, what was taken off, and what remains: computed, and as it was booked. */
export const BillSummary = ({ detail: { calculation, booked, currency } }: { readonly detail: BillingDetail }) => {
  const say = useSay();
  const lines: readonly Line[] = [
    ...(calculation?.fees ?? [])
      .filter((fee) => Number(fee.orderAmount) !== 0)
      .map((fee) => ({ key: String(fee.rateType), label: fee.rateType_dictText, amounts: fee })),
    ...(calculation ? [{ key: 'computed', label: say(pageWords.computed), amounts: calculation.totals, isSum: true }] : []),
    ...(booked && !calculation
      ? bookedFees
          .filter((name) => Number(booked[name]) !== 0)
          .map((name) => ({ key: name, label: say(fields[name]), amounts: { billingAmount: booked[name] } }))
      : []),
    ...(booked ? [{ key: 'booked', label: say(pageWords.booked), amounts: booked, isSum: true }] : []),
  ];
  const shown = columns.filter(
    ([name], index) => index === 0 || index === columns.length - 1 || lines.some(({ amounts }) => Number(amounts[name] ?? 0) !== 0),
  );
  const differs = (key: string, name: keyof AmountLine) =>
    key === 'booked' && calculation !== null && booked !== null && calculation.totals[name] !== booked[name];
  if (lines.length === 0) return null;
  return (
    <>
      <div className="ch-scroll">
        <table className="ch-table">
          <thead>
            <tr>
              <th>{say(pageWords.fee)}</th>
              {shown.map(([name, label]) => (
                <th key={name} className="co-right">
                  {say(label)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, label, amounts, isSum = false }) => (
              <tr key={key} className={isSum ? 'ch-sum' : ''}>
                <th scope="row">{label}</th>
                {shown.map(([name]) => (
                  <td key={name} className={differs(key, name) ? 'co-right ch-differs' : 'co-right'}>
                    {amounts[name] !== undefined && <MoneyCell value={amounts[name]} currency={currency} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {booked && <BookedFees booked={booked} detail={{ calculation, currency }} />}
    </>
  );
};

/** Fees that were booked otherwise than computed are told apart, as after a settlement by hand. */
const BookedFees = ({
  booked,
  detail: { calculation, currency },
}: {
  readonly booked: Booked;
  readonly detail: Pick<BillingDetail, 'calculation' | 'currency'>;
}) => {
  const say = useSay();
  const other = (calculation?.fees ?? []).flatMap((fee) => {
    const name = Object.entries(feeNames).find(([type]) => Number(type) === fee.rateType)?.[1];
    return name !== undefined && booked[name] !== fee.billingAmount ? [name] : [];
  });
  if (other.length === 0 && Number(booked.shortfallAmount) === 0) return null;
  return (
    <p className="ch-notes">
      {other.map((name) => (
        <span key={name}>
          {say(pageWords.bookedAs, { fee: say(fields[name]) })} <MoneyCell value={booked[name]} currency={currency} />
        </span>
      ))}
      {Number(booked.shortfallAmount) !== 0 && (
        <span className="ch-differs">
          {say(fields.shortfallAmount)} <MoneyCell value={booked.shortfallAmount} currency={currency} />
        </span>
      )}
    </p>
  );
};
