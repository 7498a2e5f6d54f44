import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { InstantCell, MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { OrderRow } from './live-order.web.tsx';
import { chargingOrderApi } from '../order-api.ts';
import type { DueAdjustment, OrderDetail, SecondAmounts, PendingQuestion } from '../order-detail.ts';
import { orderLabels } from '../order.labels.ts';
import { pageWords } from '../order-page.labels.ts';
import { chargingOrder } from '../order.ts';
import { refundOrder, refundOrderApi } from '../../refund-order/refund-order.ts';

interface RemarksProps {
  readonly row: OrderRow;
  readonly detail: OrderDetail;
}

/** The remarks for an operator who opens the order: which answer is awaited, and what is doubtful. */
export const Remarks = ({ row, detail: { flags, second, adjustment } }: RemarksProps) => {
  const waiting = row.adjustWaits === 1 ? adjustment : null;
  return (
    <>
      {second && <SecondPersonRequest row={row} second={second} />}
      {(waiting !== null || flags.length > 0) && (
        <ul className="ch-flags">
          {waiting && <Difference row={row} due={waiting} />}
          {flags.map(({ name, text, isBlocking }) => (
            <li key={name} className={`co-code co-code-${isBlocking ? 'bad' : 'warn'}`}>
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

const Difference = ({ row, due: { difference } }: { readonly row: OrderRow; readonly due: DueAdjustment }) => {
  const say = useSay();
  return (
    <li className="co-code co-code-warn">
      {say(pageWords.adjustWaits)} {difference !== null && <MoneyCell value={difference} currency={row.currency} />}
    </li>
  );
};

const changes = [chargingOrder, refundOrder];
const fees = ['elecAmount', 'srvAmount', 'other1Amount', 'other2Amount', 'orderAmount'] as const satisfies readonly (keyof SecondAmounts)[];

const questions = {
  end: { confirm: chargingOrderApi.manualEndConfirm, asks: pageWords.waitingEnd, amounts: fees },
  settle: { confirm: chargingOrderApi.manualSettleConfirm, asks: pageWords.waitingSettle, amounts: fees },
  refund: { confirm: refundOrderApi.goodwillConfirm, asks: pageWords.waitingRefund, amounts: ['orderAmount'] },
} as const satisfies Readonly<Record<PendingQuestion['verb'], object>>;

/** A request that waits for a second person. The person who made it can only withdraw it. */
const SecondPersonRequest = ({ row, second }: { readonly row: OrderRow; readonly second: PendingQuestion }) => {
  const say = useSay();
  const { confirm, asks, amounts } = questions[second.verb];
  const { send, sending } = useSend(confirm, { changes });
  const answer = (agree: 0 | 1) => void send({ chargingOrderNo: row.chargingOrderNo, agree });
  return (
    <section className="ch-second">
      <div>
        <strong>{say(asks, { name: second.askedBy })}</strong>
        <p>
          {second.reason}
          <span className="co-unit">
            <InstantCell value={second.askedAt} zone={row.stationTimezone} />
          </span>
        </p>
        {second.amounts && (
          <p className="ch-notes">
            {amounts.map((name) => (
              <span key={name}>
                {say(second.verb === 'refund' ? pageWords.goodwill : orderLabels.fields[name])}{' '}
                <MoneyCell value={second.amounts?.[name]} currency={row.currency} />
              </span>
            ))}
          </p>
        )}
      </div>
      <div className="ch-buttons">
        {!second.isMine && (
          <ActButton type="primary" allow={confirm.allow} loading={sending} onClick={() => answer(1)}>
            {say(pageWords.agree)}
          </ActButton>
        )}
        <ActButton allow={confirm.allow} disabled={sending} onClick={() => answer(0)}>
          {say(second.isMine ? pageWords.withdraw : pageWords.decline)}
        </ActButton>
      </div>
    </section>
  );
};
