import type { ScreenLive, ScreenSums } from '#domains/insight/resources.ts';
import { countShown, energyShown, percentText, powerShown, shortCode, shortTime, textOf } from '../format.ts';
import { StationMap } from '../map/station-map.tsx';
import { Alarms } from '../parts/alarms.tsx';
import { Figure } from '../parts/figure.tsx';
import { Panel } from '../parts/panel.tsx';
import { useSpeech } from '../say.tsx';
import { GunsRing } from './guns-ring.tsx';
import { HoursPanel } from './hours-panel.tsx';

export interface ViewProps {
  readonly live: ScreenLive;
  readonly sums: ScreenSums;
}

/** What charges now, and where. */
export const ChargingView = ({ live, sums }: ViewProps) => {
  const { say, tag } = useSpeech();
  const [yesterday, today] = sums.days.slice(-2);
  const share = live.ratedPowerW === 0 ? undefined : live.powerW / live.ratedPowerW;
  return (
    <div className="view view-charging">
      <div className="figures">
        <Figure
          name={say('powerNow')}
          shown={powerShown(live.powerW, tag)}
          note={share === undefined ? ' ' : say('ofRated', { percent: percentText(share, tag) })}
        />
        <Figure
          name={say('energyToday')}
          shown={energyShown(today?.energyDwh ?? 0, tag)}
          note={say('yesterday', { value: textOf(energyShown(yesterday?.energyDwh ?? 0, tag)) })}
        />
        <Figure
          name={say('chargesToday')}
          shown={countShown(today?.charges ?? 0, tag)}
          note={say('yesterday', { value: textOf(countShown(yesterday?.charges ?? 0, tag)) })}
        />
      </div>
      <GunsRing live={live} />
      <HoursPanel sums={sums} />
      <Panel title={say('stations')} hint={textOf(countShown(live.stationCount, tag))} className="middle">
        <StationMap stations={live.stations} count={live.stationCount} />
      </Panel>
      <ChargingNow live={live} />
      <Alarms live={live} />
    </div>
  );
};

const ChargingNow = ({ live }: Pick<ViewProps, 'live'>) => {
  const { say, tag } = useSpeech();
  const nowMs = Date.parse(live.now);
  return (
    <Panel title={say('chargingNow')} isEmpty={live.charges.length === 0} emptyText={say('nobodyCharges')}>
      <ul className="list charges">
        {live.charges.map(({ station, cpCode, gunNumber, powerW, energyDwh, soc, since }) => (
          <li key={`${cpCode} ${gunNumber}`}>
            <span className="list-name">
              {shortCode(cpCode)} · {gunNumber}
            </span>
            <span className="list-note">{station}</span>
            <b>{textOf(powerShown(powerW, tag))}</b>
            <span>{textOf(energyShown(energyDwh, tag))}</span>
            <span>{soc === null ? '' : `${soc} %`}</span>
            <span>{since === null ? '' : shortTime(since, nowMs, { tag, timeZone: live.timeZone })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
};
