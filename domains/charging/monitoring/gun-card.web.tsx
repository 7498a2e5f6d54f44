import { gunState } from '#engines/pile/codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { gunFault, gunWorkState } from '#domains/network/resources.ts';
import { Elapsed } from '../order/page/charging-progress.web.tsx';
import { Amount, Energy, PlainNumber, Power } from './figures.web.tsx';
import { groupOf, shownState } from './gun-state.rules.ts';
import { useLiveGun } from './live-guns.web.tsx';
import type { LiveGun } from './monitor.ts';
import { monitorWords } from './monitor-page.labels.ts';
import { SocRing } from './soc-ring.web.tsx';

/** One gun in short; a click opens it. */
export const GunCard = ({ gun, onOpen }: { readonly gun: LiveGun; readonly onOpen: () => void }) => {
  const say = useSay();
  const liveGun = useLiveGun(gun);
  const group = groupOf(shownState(liveGun));
  const charging = liveGun.gunWorkStat === gunState.charging && liveGun.order !== null;
  return (
    <button type="button" className={`co-card cm-gun cm-gun-${group}`} onClick={onOpen}>
      <span className="cm-gun-head">
        <span className="co-clip">
          <b>{liveGun.cpCode}</b> {say(monitorWords.gunNo, { n: liveGun.gunNumber })}
        </span>
        <GunState gun={liveGun} />
      </span>
      {charging ? <ChargingBody gun={liveGun} /> : <IdleBody gun={liveGun} />}
    </button>
  );
};

/** The state of a gun, or that its pile is offline, and its fault. */
export const GunState = ({ gun }: { readonly gun: LiveGun }) => {
  const say = useSay();
  if (!gun.isOnline) return <span className="co-code co-code-quiet">{say(monitorWords.offline)}</span>;
  if (gun.isAwaitingPlug) return <span className="co-code co-code-busy">{say(monitorWords.awaitingPlug)}</span>;
  return (
    <span className={gun.gunWorkStat === gunState.charging ? 'ch-charging' : ''}>
      <CodeTag item={itemOf(gunWorkState, gun.gunWorkStat)} fallback={String(gun.gunWorkStat)} />
    </span>
  );
};

const ChargingBody = ({ gun: { sample, order, currency } }: { readonly gun: LiveGun }) => {
  const say = useSay();
  const user = order?.carNum ?? order?.userName ?? order?.userMobile ?? order?.icCardNo;
  return (
    <>
      <span className="cm-gun-body">
        <SocRing soc={sample.soc} />
        <span className="cm-gun-figures">
          <strong>
            <Power value={sample.powerW} />
          </strong>
          <Energy value={sample.energyDwh} />
          <Amount value={sample.amountCents} currency={currency} />
        </span>
      </span>
      <span className="cm-gun-foot">
        <Elapsed from={order?.startTime ?? null} until={null} />
        {sample.remainingMin !== null && sample.remainingMin > 0 && (
          <span>
            {say(monitorWords.remaining)} <PlainNumber value={sample.remainingMin} unit="min" />
          </span>
        )}
        {user != null && <span className="co-clip cm-who">{user}</span>}
      </span>
    </>
  );
};

const IdleBody = ({ gun }: { readonly gun: LiveGun }) => {
  const say = useSay();
  const fault = gun.gunFaultType === null || gun.gunFaultType === gunFault.items.normal.value ? undefined : itemOf(gunFault, gun.gunFaultType);
  return (
    <>
      <span className="cm-gun-body cm-gun-rest co-clip">{fault ? <CodeTag item={fault} /> : gun.cpName}</span>
      <span className="cm-gun-foot">
        <span>
          {say(monitorWords.rated)} <Power value={gun.ratedPowerW} />
        </span>
        {gun.stateChangedAt !== null && (
          <span className="cm-who">
            {say(monitorWords.lasts)} <Elapsed from={gun.stateChangedAt} until={null} />
          </span>
        )}
      </span>
    </>
  );
};
