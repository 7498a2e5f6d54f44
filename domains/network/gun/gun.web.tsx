import { gunState } from '#engines/pile/codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { CodeTag, InstantCell, MoneyCell, EmptyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { FollowStations, LiveGun } from './live-gun.web.tsx';
import type { GunRow } from './live-gun.web.tsx';
import { gunFault, gunWorkState } from './gun.codes.ts';
import { stopReason } from './stop-reason.codes.ts';
import { gunLabels } from './gun.labels.ts';
import { gun, gunApi } from './gun.ts';
import { useGunActions } from './gun-actions.web.ts';
import { SocBar } from './soc-bar.web.tsx';
import '../network.css';

/** All guns with their current states and measured values. */
export const GunList = () => {
  const actions = useGunActions();
  return (
    <ListPage of={gun} api={gunApi} labels={gunLabels} columns={columns} filters={filters} render={gunDraw} rowActions={actions} extra={follow} />
  );
};

const columns = [
  ...(['cpCode', 'gunNumber', 'gunWorkStat', 'chargingSoc', 'chargingPower', 'chargingVoltage', 'chargingCurrent', 'chargingElec'] as const),
  ...(['chargingAmount', 'chargingRemainingMin', 'chargingOrderNo', 'gunFaultType', 'stationId', 'reportedAt'] as const),
];
const filters = ['stationId', 'gunWorkStat', 'cpCode', 'gunFaultType', 'agentId', 'tenantId'] as const;

const nouns = [gun];
const follow = (rows: Rows<GunRow>) => <FollowStations stationIds={rows.rows.map(({ stationId }) => stationId)} nouns={nouns} />;

type Measured = 'chargingPower' | 'chargingVoltage' | 'chargingCurrent' | 'chargingElec' | 'chargingRemainingMin' | 'bmsVoltage' | 'bmsCurrent';

/** Measured values are shown only while the gun charges; those of a finished charge would look current. */
const isCharging = (row: GunRow): boolean => row.gunWorkStat === gunState.charging;

const drawMeasured = (name: Measured) => (_value: unknown, row: GunRow) => (
  <LiveGun row={row}>
    {(liveRow) =>
      liveRow[name] === null || !isCharging(liveRow) ? <EmptyCell /> : <NumberCell value={liveRow[name]} unit={gun.fields[name].unit} />
    }
  </LiveGun>
);

/** Draws single values of a gun, in the list and in its details. */
export const gunDraw = {
  gunNumber: (value: number) => <span className="nw-gun-no">{value}</span>,
  gunWorkStat: (value: number, row: GunRow) => <GunState row={row} value={value} />,
  chargingSoc: (_value: unknown, row: GunRow) => (
    <LiveGun row={row}>
      {(liveRow) => (liveRow.chargingSoc === null || !isCharging(liveRow) ? <EmptyCell /> : <SocBar soc={liveRow.chargingSoc} />)}
    </LiveGun>
  ),
  chargingPower: drawMeasured('chargingPower'),
  chargingVoltage: drawMeasured('chargingVoltage'),
  chargingCurrent: drawMeasured('chargingCurrent'),
  chargingElec: drawMeasured('chargingElec'),
  chargingRemainingMin: drawMeasured('chargingRemainingMin'),
  bmsVoltage: drawMeasured('bmsVoltage'),
  bmsCurrent: drawMeasured('bmsCurrent'),
  chargingAmount: (_value: unknown, row: GunRow) => (
    <LiveGun row={row}>
      {(liveRow) =>
        liveRow.chargingAmount === null || !isCharging(liveRow) ? (
          <EmptyCell />
        ) : (
          <MoneyCell value={liveRow.chargingAmount} currency={liveRow.currency} />
        )
      }
    </LiveGun>
  ),
  gunFaultType: (value: number | null) =>
    value === null || value === 0 ? <EmptyCell /> : <CodeTag item={itemOf(gunFault, value)} fallback={String(value)} />,
  gunStopType: (value: string | number | null) =>
    value === null || value === 0 ? <EmptyCell /> : <CodeTag item={itemOf(stopReason, value)} fallback={String(value)} />,
  chargingOrderNo: (value: string | null) =>
    value === null ? <EmptyCell /> : <a href={`#/order/charging-order?chargingOrderNo=${encodeURIComponent(value)}`}>{value}</a>,
  reportedAt: (_value: unknown, row: GunRow) => (
    <LiveGun row={row}>
      {(liveRow) => (liveRow.reportedAt === null ? <EmptyCell /> : <InstantCell value={liveRow.reportedAt} zone={liveRow.timezone} />)}
    </LiveGun>
  ),
};

const GunState = ({ row, value }: { readonly row: GunRow; readonly value: number }) => (
  <span className={isCharging(row) ? 'nw-charging' : ''}>
    <CodeTag item={itemOf(gunWorkState, value)} fallback={String(value)} />
  </span>
);
