import { Skeleton } from 'antd';
import CheckCircleFilled from '@ant-design/icons/CheckCircleFilled';
import ExclamationCircleFilled from '@ant-design/icons/ExclamationCircleFilled';
import InfoCircleFilled from '@ant-design/icons/InfoCircleFilled';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSay } from '#kit/web/language.ts';
import type { Translate } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { BillHalfHours } from './bill-half-hours.web.tsx';
import { BillItems } from './bill-items.web.tsx';
import { BillStages } from './bill-stages.web.tsx';
import { BillSteps } from './bill-steps.web.tsx';
import { BillSummary } from './bill-summary.web.tsx';
import type { BillingDetail, Calculation } from '../../billing-detail.ts';
import type { OrderRow } from '../live-order.web.tsx';
import { chargingOrderApi } from '../../order-api.ts';
import { pageWords } from '../../order-page.labels.ts';

/** How the amount was calculated, step by step, and whether it equals what was booked. */
export const BillTab = ({ row }: { readonly row: OrderRow }) => {
  const say = useSay();
  const { data, error, refetch } = useCall(chargingOrderApi.billingDetail, { id: row.chargingOrderId });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active />;
  const { calculation } = data;
  return (
    <>
      <Outcome detail={data} />
      {calculation && (
        <>
          <p className="co-hint">{basisOf(calculation, say)}</p>
          <BillItems calculation={calculation} currency={data.currency} />
          <h3 className="ch-heading">{say(pageWords.steps)}</h3>
          <BillSteps calculation={calculation} currency={data.currency} />
          <h3 className="ch-heading">{say(pageWords.summary)}</h3>
        </>
      )}
      <BillSummary detail={data} />
      {calculation && (
        <>
          <BillStages calculation={calculation} currency={data.currency} />
          <BillHalfHours calculation={calculation} />
        </>
      )}
    </>
  );
};

/** Whether the numbers below can be relied on. */
const Outcome = ({ detail }: { readonly detail: BillingDetail }) => {
  const say = useSay();
  const { tone, text } = outcomeOf(detail, say);
  const Icon = tone === 'good' ? CheckCircleFilled : tone === 'busy' ? InfoCircleFilled : ExclamationCircleFilled;
  return (
    <p className={`ch-outcome co-code-${tone}`}>
      <Icon /> {text}
    </p>
  );
};

const outcomeOf = (
  { because, booked, isEqual }: BillingDetail,
  say: Translate,
): { readonly tone: 'good' | 'busy' | 'warn' | 'bad'; readonly text: string } => {
  if (booked?.by != null) {
    const { by, secondBy, reason } = booked;
    return { tone: 'busy', text: say(secondBy === null ? pageWords.byHand : pageWords.byTwo, { by, second: secondBy ?? '', reason: reason ?? '' }) };
  }
  if (because !== null) return { tone: 'warn', text: because };
  if (!booked) return { tone: 'busy', text: say(pageWords.notBooked) };
  return isEqual === true ? { tone: 'good', text: say(pageWords.equal) } : { tone: 'bad', text: say(pageWords.differs) };
};

const bases = {
  samples: pageWords.basisSamples,
  deviceSlots: pageWords.basisDeviceSlots,
  startStop: pageWords.basisStartStop,
  booked: pageWords.basisBooked,
} as const;
const MINUTE_MS = 60_000;

/** Whose prices apply, and how the energy was split over the day. */
const basisOf = ({ rateRuleNo, month, zone, basis, longestGapMs, energy }: Calculation, say: Translate): string =>
  [
    say(pageWords.ruleOf, { no: rateRuleNo, month, zone }),
    `${energy} kWh ${say(bases[basis])}`,
    ...(longestGapMs > 0 ? [say(pageWords.gap, { min: Math.round(longestGapMs / MINUTE_MS) })] : []),
  ].join(' · ');
