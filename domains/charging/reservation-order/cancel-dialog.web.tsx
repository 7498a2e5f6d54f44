import { Modal, Skeleton } from 'antd';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { chargingOrder } from '../order/order.ts';
import { reservationWords } from './reservation-order.labels.ts';
import { reservationOrder, reservationOrderApi } from './reservation-order.ts';
import './reservation.css';

const changes = [reservationOrder, chargingOrder];

interface CancelDialogProps {
  readonly croId: string;
  readonly no: string;
  readonly onClose: () => void;
}

/** Cancels a reservation, after what that costs now has been shown. */
export const CancelDialog = ({ croId, no, onClose }: CancelDialogProps) => {
  const say = useSay();
  const { data: offer, error, refetch } = useCall(reservationOrderApi.cancelOffer, { id: croId });
  const { send, sending } = useSend(reservationOrderApi.cancel, { changes, onDone: onClose });
  return (
    <Modal
      open
      title={say(reservationWords.askCancel, { no })}
      okText={say(reservationWords.cancelIt)}
      cancelText={say(reservationWords.keep)}
      okButtonProps={{ danger: true, disabled: offer === undefined }}
      cancelButtonProps={{ autoFocus: true }}
      confirmLoading={sending}
      onOk={() => void send({ id: croId })}
      onCancel={onClose}
      destroyOnHidden
    >
      {error && offer === undefined && <LoadError because={error.message} retry={() => void refetch()} />}
      {!error && offer === undefined && <Skeleton active paragraph={{ rows: 2 }} />}
      {offer && (
        <dl className="ch-figures cr-costs">
          <div>
            <dt>{say(reservationWords.feeNow)}</dt>
            <dd>
              <MoneyCell value={offer.feeAmount} currency={offer.currency} />
            </dd>
            <dd className="co-hint">{say(reservationWords.keptMinutes, { n: offer.occupyMinutes })}</dd>
          </div>
          <div>
            <dt>{say(offer.isPrepaid ? reservationWords.back : reservationWords.freed)}</dt>
            <dd>
              <MoneyCell value={offer.backAmount} currency={offer.currency} />
            </dd>
          </div>
        </dl>
      )}
    </Modal>
  );
};
