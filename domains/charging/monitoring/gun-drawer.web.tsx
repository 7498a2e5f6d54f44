import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { gunState } from '#engines/pile/codes.ts';
import { orderState } from '#engines/order/codes.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { EmptyCell, InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { LiveBadge } from '#kit/web/live/live.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { chargingOrderApi } from '../order/order-api.ts';
import type { OrderAction } from '../order/order-detail.ts';
import { orderWords } from '../order/order.labels.ts';
import { obstacleWords } from '../order/order-refusals.labels.ts';
import { chargingOrder } from '../order/order.ts';
import { Elapsed } from '../order/page/charging-progress.web.tsx';
import { CancelDialog } from '../reservation-order/cancel-dialog.web.tsx';
import { useGunReservations } from '../reservation-order/gun-reservations.web.tsx';
import { reservationWords } from '../reservation-order/reservation-order.labels.ts';
import { Amount, Energy, PlainNumber, Power, Tenths } from './figures.web.tsx';
import { GunState } from './gun-card.web.tsx';
import { Figure } from './figure.web.tsx';
import { GunTabs } from './gun-tabs.web.tsx';
import { startObstacle } from './gun-state.rules.ts';
import { useGunReports, useLiveGun } from './live-guns.web.tsx';
import { monitor } from './monitor.ts';
import type { LiveGun, LivePile } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';
import { SocRing } from './soc-ring.web.tsx';
import { StartDialog } from './start-dialog.web.tsx';

interface GunDrawerProps {
  readonly gun: LiveGun;
  /** Undefined until it is loaded. */
  readonly pile: LivePile | undefined;
  readonly tenantId: string | undefined;
  readonly zone: string | undefined;
  readonly onClose: () => void;
}

const WIDTH = 820;

/** One gun with its measurements and the remote controls. */
export const GunDrawer = ({ gun, pile, tenantId, zone, onClose }: GunDrawerProps) => {
  const say = useSay();
  const phone = useIsPhone();
  useGunReports(gun);
  const liveGun = useLiveGun(gun);
  const may = usePermission()(chargingOrderApi.detail.allow);
  const orderId = liveGun.order?.chargingOrderId;
  const detail = useCall(chargingOrderApi.detail, { id: orderId ?? '' }, { enabled: may.ok && orderId !== undefined });
  return (
    <Drawer
      open
      onClose={onClose}
      size={phone ? '100%' : WIDTH}
      title={
        <span className="ch-title">
          <span>
            {liveGun.cpCode} · {say(monitorWords.gunNo, { n: liveGun.gunNumber })}
          </span>
          <GunState gun={liveGun} />
        </span>
      }
      extra={<LiveBadge />}
      classNames={{ body: 'ch-drawer' }}
    >
      <Controls gun={liveGun} tenantId={tenantId} because={(action) => detail.data?.may.find((entry) => entry.action === action)?.because} />
      {isRunning(liveGun) && <Measures gun={liveGun} zone={zone} />}
      <GunTabs gun={liveGun} pile={pile} zone={zone} isRunning={isRunning(liveGun)} />
    </Drawer>
  );
};

const RUNNING: readonly number[] = [orderState.charging, orderState.starting];
const isRunning = ({ order }: LiveGun): boolean => order !== null && RUNNING.includes(order.orderState);

/** The gun charges, but no order says who pays. */
const chargesWithoutOrder = ({ isOnline, gunWorkStat, order }: LiveGun): boolean => isOnline && gunWorkStat === gunState.charging && order === null;

interface ControlsProps {
  readonly gun: LiveGun;
  readonly tenantId: string | undefined;
  /** What prevents an action on the gun's order; undefined while that is unknown. */
  readonly because: (action: OrderAction) => string | null | undefined;
}

const changes = [monitor, chargingOrder];
const RESERVED: readonly number[] = [orderState.initial, orderState.reserving];

const Controls = ({ gun, tenantId, because }: ControlsProps) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const [isStarting, setIsStarting] = useState(false);
  const stop = useSend(chargingOrderApi.remoteStop, { changes, doneText: orderWords.stopping });
  const stopGun = useSend(chargingOrderApi.stopGun, { changes, doneText: orderWords.stopping });
  const { order } = gun;
  const obstacle = startObstacle(gun);
  const name = { cp: gun.cpCode, n: gun.gunNumber };
  const running = isRunning(gun);
  const isReserved = order !== null && RESERVED.includes(order.orderState);
  const stopNow = async (chargingOrderNo: string) => {
    if (await confirm({ title: say(monitorWords.askStop, name), danger: true })) await stop.send({ chargingOrderNo });
  };
  const stopGunNow = async () => {
    if (await confirm({ title: say(monitorWords.askStop, name), danger: true })) await stopGun.send({ cpCode: gun.cpCode, gunNumber: gun.gunNumber });
  };
  return (
    <div className="ch-buttons cm-controls">
      {running && order && (
        <ActButton
          danger
          allow={chargingOrderApi.remoteStop.allow}
          because={because('remoteStop') ?? undefined}
          loading={stop.sending}
          onClick={() => void stopNow(order.chargingOrderNo)}
        >
          {say(monitorWords.stop)}
        </ActButton>
      )}
      {chargesWithoutOrder(gun) && (
        <ActButton danger allow={chargingOrderApi.stopGun.allow} loading={stopGun.sending} onClick={() => void stopGunNow()}>
          {say(monitorWords.stop)}
        </ActButton>
      )}
      {isReserved && <CancelReservation gun={gun} chargingOrderNo={order.chargingOrderNo} because={because('cancelReservation') ?? undefined} />}
      {!running && (
        <ActButton
          type="primary"
          allow={chargingOrderApi.remoteStart.allow}
          because={obstacle && say(obstacleWords[obstacle])}
          onClick={() => setIsStarting(true)}
        >
          {say(monitorWords.start)}
        </ActButton>
      )}
      {order && (
        <Button type="link" href={`#/order/charging-order?view=${order.chargingOrderId}`}>
          {say(monitorWords.openOrder)} {order.chargingOrderNo}
        </Button>
      )}
      {isStarting && <StartDialog gun={gun} tenantId={tenantId} onClose={() => setIsStarting(false)} />}
    </div>
  );
};

interface CancelReservationProps {
  readonly gun: LiveGun;
  readonly chargingOrderNo: string;
  readonly because: string | undefined;
}

/** Cancels the reservation of the gun. Whoever may see reservations is shown the fee before. */
const CancelReservation = ({ gun, chargingOrderNo, because }: CancelReservationProps) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const [isAsking, setIsAsking] = useState(false);
  const { send, sending } = useSend(chargingOrderApi.cancelReservation, { changes, doneText: orderWords.cancelled });
  const reservation = useGunReservations(gun).rows?.find((row) => row.chargingOrderNo === chargingOrderNo);
  const cancel = async () => {
    if (reservation) return setIsAsking(true);
    const title = say(monitorWords.askCancel, { cp: gun.cpCode, n: gun.gunNumber });
    if (await confirm({ title, okText: monitorWords.cancelReservation, cancelText: reservationWords.keep })) await send({ chargingOrderNo });
  };
  return (
    <>
      <ActButton allow={chargingOrderApi.cancelReservation.allow} because={because} loading={sending} onClick={() => void cancel()}>
        {say(monitorWords.cancelReservation)}
      </ActButton>
      {isAsking && reservation && <CancelDialog croId={reservation.croId} no={reservation.reservationOrderNo} onClose={() => setIsAsking(false)} />}
    </>
  );
};

const Measures = ({ gun, zone }: { readonly gun: LiveGun; readonly zone: string | undefined }) => {
  const say = useSay();
  const { sample, order, currency } = gun;
  const user = order && [order.carNum, order.userName, order.userMobile, order.icCardNo].filter((name) => name !== null).join(' · ');
  return (
    <div className="cm-measures">
      <SocRing soc={sample.soc} size={96} />
      <dl className="ch-figures">
        <Figure label={say(monitorWords.power)}>
          <Power value={sample.powerW} />
        </Figure>
        <Figure label={say(monitorWords.voltage)}>
          <Tenths value={sample.voltageDv} unit="V" />
        </Figure>
        <Figure label={say(monitorWords.current)}>
          <Tenths value={sample.currentDa} unit="A" />
        </Figure>
        <Figure label={say(monitorWords.energy)}>
          <Energy value={sample.energyDwh} digits={4} />
        </Figure>
        <Figure label={say(monitorWords.amount)}>
          <Amount value={sample.amountCents} currency={currency} />
        </Figure>
        <Figure label={say(monitorWords.elapsed)}>
          <Elapsed from={order?.startTime ?? null} until={null} />
        </Figure>
        <Figure label={say(monitorWords.remaining)}>
          <PlainNumber value={sample.remainingMin} unit="min" />
        </Figure>
        <Figure label={say(monitorWords.bmsVoltage)}>
          <Tenths value={sample.bmsVoltageDv} unit="V" />
        </Figure>
        <Figure label={say(monitorWords.bmsCurrent)}>
          <Tenths value={sample.bmsCurrentDa} unit="A" />
        </Figure>
        {user !== null && user !== '' && <Figure label={say(monitorWords.user)}>{user}</Figure>}
        <Figure label={say(monitorWords.lastHeard)}>
          {gun.reportedAt === null ? <EmptyCell /> : <InstantCell value={gun.reportedAt} zone={zone} />}
        </Figure>
      </dl>
    </div>
  );
};
