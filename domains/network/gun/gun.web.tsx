import { faultType, gunState } from '#engines/pile/codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import { CodeTag, InstantCell, MoneyCell, EmptyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { Rows } from '#kit/web/list/rows/use-rows.ts';
import { FollowStations, LiveGun } from './live-gun.web.tsx';
import type { GunRow } from './live-gun.web.tsx';
import { gunFault, gunStatusInfo, gunWorkState } from './gun.codes.ts';
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

type Reported = 'gunDcPositiveTemp' | 'gunDcNegativeTemp' | 'cpVoltage' | 'insulationVal' | 'onlineGunMaxPower';

/** What a gun reports whether it charges or not. */
const drawReported = (name: Reported) => (_value: unknown, row: GunRow) => (
  <LiveGun row={row}>
    {(liveRow) => (liveRow[name] === null ? <EmptyCell /> : <NumberCell value={liveRow[name]} unit={gun.fields[name].unit} />)}
  </LiveGun>
);

const drawCode = (name: 'gunFaultType' | 'gunStopType' | 'gunStatusInfo', codes: CodeTable, none?: number) => (_value: unknown, row: GunRow) => (
  <LiveGun row={row}>
    {(liveRow) =>
      liveRow[name] === null || liveRow[name] === none ? (
        <EmptyCell />
      ) : (
        <CodeTag item={itemOf(codes, liveRow[name])} fallback={String(liveRow[name])} />
      )
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
  gunFaultType: drawCode('gunFaultType', gunFault, faultType.none),
  // 0: no charge has ended yet.
  gunStopType: drawCode('gunStopType', stopReason, 0),
  gunStatusInfo: drawCode('gunStatusInfo', gunStatusInfo),
  gunDcPositiveTemp: drawReported('gunDcPositiveTemp'),
  gunDcNegativeTemp: drawReported('gunDcNegativeTemp'),
  cpVoltage: drawReported('cpVoltage'),
  insulationVal: drawReported('insulationVal'),
  onlineGunMaxPower: drawReported('onlineGunMaxPower'),
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
