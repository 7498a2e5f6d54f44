import { itemOf } from '#kit/fields/codes.ts';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { abnormalReason, orderState } from '../order.codes.ts';
import { pageWords } from '../order-page.labels.ts';

interface OrderStateProps {
  readonly state: number;
  readonly reason: string | null;
  /** A difference waits for an operator, in whatever state the order is. */
  readonly waits?: boolean;
}

/** The state of an order. A charging order pulses, and an abnormal one shows why. */
export const OrderState = ({ state, reason, waits = false }: OrderStateProps) => {
  const say = useSay();
  const why = reason === null ? undefined : itemOf(abnormalReason, reason);
  return (
    <span className={state === orderState.items.charging.value ? 'ch-charging' : ''} title={why && say(why.words)}>
      <CodeTag item={itemOf(orderState, state)} fallback={String(state)} />
      {waits && (
        <span className="co-code co-code-warn" title={say(pageWords.adjustWaits)}>
          ±
        </span>
      )}
    </span>
  );
};
