import { Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { BmsPanel } from '#domains/device/web.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useSay } from '#kit/web/language.ts';
import { useLive } from '#kit/web/live/live.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { GunReservations } from '../reservation-order/gun-reservations.web.tsx';
import { reservationWords } from '../reservation-order/reservation-order.labels.ts';
import { reservationOrderApi } from '../reservation-order/reservation-order.ts';
import { useBmsCourse } from '../live/bms-course.web.ts';
import { useDebouncedRefetch } from '../live/debounced-refetch.web.ts';
import { gunTopic } from '../live/topics.ts';
import type { GunMessage } from '../live/topics.ts';
import { GunCurves } from './gun-curves.web.tsx';
import { GunFacts } from './gun-facts.web.tsx';
import { keyOfGun } from './live-guns.web.tsx';
import { gunCharge, monitorApi } from './monitor.ts';
import type { GunCharge, LiveGun, LivePile } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';
import { PileFacts } from './pile-facts.web.tsx';

interface GunTabsProps {
  readonly gun: LiveGun;
  readonly pile: LivePile | undefined;
  readonly zone: string | undefined;
  readonly isRunning: boolean;
}

interface ChosenTab {
  readonly key: string;
  /** Whether a charge ran when the tab was chosen. */
  readonly isRunning: boolean;
}

/** A new charge begins with its curves; at its end the battery stays shown. */
const isStillShown = ({ key, isRunning: wasRunning }: ChosenTab, isRunning: boolean): boolean =>
  wasRunning === isRunning || (!isRunning && key !== 'curves');

/** The curves of a gun's charge, the reports of the car's battery, and what gun and pile report of themselves. */
export const GunTabs = ({ gun, pile, zone, isRunning }: GunTabsProps) => {
  const say = useSay();
  const [chosen, setChosen] = useState<ChosenTab>();
  const { charge, error, isPending, refetch } = useGunCharge(gun);
  const wait = isPending ? <Skeleton active /> : error && charge === undefined ? <LoadError because={error.message} retry={refetch} /> : undefined;
  const curves = {
    key: 'curves',
    label: say(monitorWords.curvesTab),
    children: wait ?? <GunCurves key={charge?.chargingOrderNo} gun={gun} curve={charge?.curve} />,
  };
  const battery = {
    key: 'battery',
    label: say(monitorWords.batteryTab),
    children: wait ?? <Battery charge={charge ?? null} zone={zone} isRunning={isRunning} />,
  };
  const device = {
    key: 'device',
    label: say(monitorWords.gunTab),
    children: (
      <>
        <GunFacts gun={gun} zone={zone} />
        {pile && <PileFacts pile={pile} zone={zone} />}
      </>
    ),
  };
  const mayReserve = usePermission()(reservationOrderApi.list.allow).ok;
  const reservations = { key: 'reservations', label: say(reservationWords.next), children: <GunReservations gun={gun} zone={zone} /> };
  return (
    <Tabs
      items={[...(isRunning ? [curves, battery, device] : [device, battery]), ...(mayReserve ? [reservations] : [])]}
      activeKey={chosen && isStillShown(chosen, isRunning) ? chosen.key : (isRunning ? curves : device).key}
      onChange={(key) => setChosen({ key, isRunning })}
    />
  );
};

/** The charge as it was loaded and with what was pushed since; news of the gun's order load it again. */
const useGunCharge = (gun: LiveGun) => {
  const refetch = useDebouncedRefetch(gunCharge);
  const query = useCall(monitorApi.charge, { cpCode: gun.cpCode, gunNumber: gun.gunNumber });
  const onMessage = (message: GunMessage): void => {
    if ('changed' in message || ('bmsStage' in message && message.bmsStage === 'end')) refetch();
  };
  // Another charge may have begun after this one was read and before the server watched the gun.
  useLive(gunTopic, keyOfGun(gun), { onMessage, onWatching: refetch });
  const { data } = query;
  const bms = useBmsCourse({ gunKey: keyOfGun(gun), chargingOrderNo: data?.chargingOrderNo, loaded: data?.bms, onOther: refetch });
  return { ...query, charge: data && bms ? { ...data, bms } : data };
};

type BatteryProps = Pick<GunTabsProps, 'zone' | 'isRunning'> & { readonly charge: GunCharge | null };

const Battery = ({ charge, zone, isRunning }: BatteryProps) => {
  const say = useSay();
  if (charge === null) return <p className="co-hint">{say(monitorWords.noCharge)}</p>;
  return (
    <>
      {!isRunning && <p className="co-hint">{say(monitorWords.lastCharge, { no: charge.chargingOrderNo })}</p>}
      <BmsPanel course={charge.bms} zone={zone} />
    </>
  );
};
