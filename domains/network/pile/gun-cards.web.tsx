import { Empty, Skeleton } from 'antd';
import { faultType, gunState } from '#engines/pile/codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { CodeTag, InstantCell, MoneyCell, EmptyCell, NumberCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { RowActions } from '#kit/web/list/actions/row-actions.tsx';
import { useRows } from '#kit/web/list/rows/use-rows.ts';
import { useGunActions } from '../gun/gun-actions.web.ts';
import { useLiveGun } from '../gun/live-gun.web.tsx';
import type { GunRow } from '../gun/live-gun.web.tsx';
import { gunFault, gunWorkState } from '../gun/gun.codes.ts';
import { gunLabels, gunWords } from '../gun/gun.labels.ts';
import { gun, gunApi } from '../gun/gun.ts';
import { SocBar } from '../gun/soc-bar.web.tsx';

/** The guns of a pile with their live measured values. */
export const GunCards = ({ cpCode }: { readonly cpCode: string }) => {
  const say = useSay();
  const { rows, query } = useRows(gun, gunApi, { fixedFilters: { cpCode }, stateIn: 'local' });
  if (query.isError && !query.data) return <LoadError because={query.error.message} retry={query.refetch} />;
  if (query.isPending) return <Skeleton active />;
  if (rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(gunWords.none)} />;
  return (
    <div className="nw-guns">
      {rows
        .toSorted((left, right) => left.gunNumber - right.gunNumber)
        .map((row) => (
          <GunCard key={row.gunId} row={row} />
        ))}
    </div>
  );
};

const figures = ['chargingPower', 'chargingVoltage', 'chargingCurrent', 'chargingElec'] as const;
const facts = [
  ...(['bmsVoltage', 'bmsCurrent', 'gunDcPositiveTemp', 'gunDcNegativeTemp', 'cpVoltage', 'insulationVal', 'onlineGunMaxPower'] as const),
];

const GunCard = ({ row }: { readonly row: GunRow }) => {
  const say = useSay();
  const liveRow = useLiveGun(row);
  const charging = liveRow.gunWorkStat === gunState.charging;
  const fault = liveRow.gunFaultType === null || liveRow.gunFaultType === faultType.none ? undefined : itemOf(gunFault, liveRow.gunFaultType);
  return (
    <article className={charging ? 'co-card nw-gun nw-gun-live' : 'co-card nw-gun'}>
      <header>
        <b>{say(gunWords.gunNo, { n: liveRow.gunNumber })}</b>
        <CodeTag item={itemOf(gunWorkState, liveRow.gunWorkStat)} fallback={String(liveRow.gunWorkStat)} />
        {fault && <CodeTag item={fault} />}
        <GunSwitch row={row} />
      </header>
      {charging && liveRow.chargingSoc !== null && <SocBar soc={liveRow.chargingSoc} />}
      {charging && (
        <div className="nw-figures">
          {figures.map((name) => (
            <span key={name}>
              <small>{say(gunLabels.fields[name])}</small>
              {liveRow[name] === null ? <EmptyCell /> : <NumberCell value={liveRow[name]} unit={gun.fields[name].unit} />}
            </span>
          ))}
          <span>
            <small>{say(gunLabels.fields.chargingAmount)}</small>
            {liveRow.chargingAmount === null ? <EmptyCell /> : <MoneyCell value={liveRow.chargingAmount} currency={liveRow.currency} />}
          </span>
          <span>
            <small>{say(gunLabels.fields.chargingRemainingMin)}</small>
            {liveRow.chargingRemainingMin === null ? <EmptyCell /> : <NumberCell value={liveRow.chargingRemainingMin} unit="min" />}
          </span>
        </div>
      )}
      <dl>
        {liveRow.chargingOrderNo !== null && (
          <div>
            <dt>{say(gunLabels.fields.chargingOrderNo)}</dt>
            <dd>
              <a href={`#/order/charging-order?chargingOrderNo=${encodeURIComponent(liveRow.chargingOrderNo)}`}>{liveRow.chargingOrderNo}</a>
            </dd>
          </div>
        )}
        {facts
          .filter((name) => liveRow[name] !== null)
          .map((name) => (
            <div key={name}>
              <dt>{say(gunLabels.fields[name])}</dt>
              <dd>
                <NumberCell value={liveRow[name]} unit={gun.fields[name].unit} />
              </dd>
            </div>
          ))}
      </dl>
      <footer className="co-hint">
        {say(gunLabels.fields.reportedAt)}{' '}
        {liveRow.reportedAt === null ? <EmptyCell /> : <InstantCell value={liveRow.reportedAt} zone={liveRow.timezone} />}
      </footer>
    </article>
  );
};

const GunSwitch = ({ row }: { readonly row: GunRow }) => {
  const say = useSay();
  const actions = useGunActions().flatMap((action) => {
    if (typeof action === 'string') return [];
    const availability = action.when(row);
    if (availability === false) return [];
    const disabledReason = availability === true ? undefined : say(availability);
    return [
      {
        key: action.key,
        label: say(action.label),
        allow: action.allow,
        because: disabledReason,
        danger: false,
        inMenu: false,
        run: () => void action.run(row),
      },
    ];
  });
  return <RowActions actions={actions} />;
};
