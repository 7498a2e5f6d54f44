import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { amountNames } from '../../billing-detail.ts';
import { AmountsTable } from './amounts-table.web.tsx';
import type { AmountsRow } from './amounts-table.web.tsx';
import type { AmountLine, BillingDetail, BookedAmounts, Calculation } from '../../billing-detail.ts';
import { orderLabels } from '../../order.labels.ts';
import { pageWords } from '../../order-page.labels.ts';

const { fields } = orderLabels;

const feeNames = { 1: 'elecAmount', 2: 'srvAmount', 3: 'other1Amount', 4: 'other2Amount' } as const satisfies Readonly<
  Record<number, keyof BookedAmounts>
>;
const bookedFees = Object.values(feeNames);

/** The fees, the deductions and the remaining amount: as calculated, and as booked. */
export const BillSummary = ({ detail: { calculation, booked, currency } }: { readonly detail: BillingDetail }) => {
  const say = useSay();
  const rows: readonly AmountsRow[] = [
    ...(calculation?.fees ?? [])
      .filter((fee) => Number(fee.orderAmount) !== 0)
      .map((fee) => ({ key: String(fee.rateType), label: fee.rateType_dictText, amounts: fee })),
    ...(calculation ? [{ key: 'computed', label: say(pageWords.computed), amounts: calculation.totals, isSum: true }] : []),
    ...(booked && !calculation
      ? bookedFees
          .filter((name) => Number(booked[name]) !== 0)
          .map((name) => ({ key: name, label: say(fields[name]), amounts: { billingAmount: booked[name] } }))
      : []),
    ...(booked ? [{ key: 'booked', label: say(pageWords.booked), amounts: booked, isSum: true, differing: differing(calculation, booked) }] : []),
  ];
  if (rows.length === 0) return null;
  return (
    <>
      <AmountsTable head={say(pageWords.fee)} rows={rows} currency={currency} />
      {booked && <BookedFees booked={booked} detail={{ calculation, currency }} />}
    </>
  );
};

const differing = (calculation: Calculation | null, booked: BookedAmounts): readonly (keyof AmountLine)[] =>
  calculation ? amountNames.filter((name) => calculation.totals[name] !== booked[name]) : [];

/** Fees that were booked with other amounts than calculated, as after a settlement by hand. */
const BookedFees = ({
  booked,
  detail: { calculation, currency },
}: {
  readonly booked: BookedAmounts;
  readonly detail: Pick<BillingDetail, 'calculation' | 'currency'>;
}) => {
  const say = useSay();
  const differingFees = (calculation?.fees ?? []).flatMap((fee) => {
    const name = Object.entries(feeNames).find(([type]) => Number(type) === fee.rateType)?.[1];
    return name !== undefined && booked[name] !== fee.billingAmount ? [name] : [];
  });
  if (differingFees.length === 0 && Number(booked.shortfallAmount) === 0) return null;
  return (
    <p className="ch-notes">
      {differingFees.map((name) => (
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
