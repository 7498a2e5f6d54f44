import { Skeleton } from 'antd';
import { BmsPanel } from '#domains/device/web.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useBmsCourse } from '../../live/bms-course.web.ts';
import { chargingOrderApi } from '../order-api.ts';
import { isLive } from './live-order.web.tsx';
import type { OrderRow } from './live-order.web.tsx';

/** What the battery reported during the charge; while it runs, reports appear as they arrive. */
export const BatteryTab = ({ row }: { readonly row: OrderRow }) => {
  const { data, error, refetch } = useCall(chargingOrderApi.bmsReports, { id: row.chargingOrderId });
  const gunKey = isLive(row) ? `${row.cpCode}:${row.gunNumber}` : undefined;
  const course = useBmsCourse({ gunKey, chargingOrderNo: row.chargingOrderNo, loaded: data });
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  return course ? <BmsPanel course={course} zone={row.stationTimezone ?? undefined} /> : <Skeleton active />;
};
