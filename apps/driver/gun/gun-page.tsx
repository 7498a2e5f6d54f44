import { useEffect, useState } from 'react';
import type { DriverGunView, DriverOrderMade, DriverPayWay } from '#domains/driver/resources.ts';
import { Frame } from '../frame.tsx';
import type { FrameFacts } from '../frame.tsx';
import { clockText } from '../format.ts';
import { Icon } from '../icons.tsx';
import type { GunStart } from '../rendering.ts';
import { useSay } from '../say.tsx';
import type { Say } from '../say.tsx';
import type { PageWord } from '../words/words.ts';
import { Offers } from '../offers/offers.tsx';
import { PayForm } from './pay-form.tsx';
import { PriceCard } from './price.tsx';
import { useGun } from './use-gun.ts';
import { StationComments } from '../comment/station-comments.tsx';
import { ReserveCard } from '../reservation/reserve-card.tsx';
import { ownAt, useReservations } from '../reservation/reservations.ts';
import { surroundingsOf, waysHere } from './ways.ts';

interface GunPageProps {
  readonly place: Omit<FrameFacts, 'gun' | 'tel'>;
  readonly start: GunStart;
  readonly nowMs: number;
  readonly onOrdered: (made: DriverOrderMade, ways: readonly DriverPayWay[]) => void;
}

/** The page behind the QR code of a gun: what it is, what it costs, and paying for it. */
export const GunPage = ({ place, start, nowMs, onOrdered }: GunPageProps) => {
  const { language } = useSay();
  const gun = useGun({ api: place.api, start, language });
  const named = { label: start.label, gunNo: start.gunNo };
  if (!gun.view)
    return (
      <Frame place={{ ...place, tel: null, gun: start.gunNo > 0 ? named : undefined }}>
        <NoGun code={start.code} />
      </Frame>
    );
  return (
    <Frame place={{ ...place, tel: gun.view.station.tel, gun: named }}>
      <KnownGun gun={{ ...gun, view: gun.view }} label={start.label} api={place.api} nowMs={nowMs} onOrdered={onOrdered} />
    </Frame>
  );
};

/** A label that is not valid, or a server that cannot say. */
const NoGun = ({ code }: { readonly code: string | null }) => {
  const { say } = useSay();
  // A number that no gun can have is refused as an input.
  const isInvalid = code === null || code.startsWith('driver.label') || code === 'badInput';
  return (
    <>
      <h1>{say('problemTitle')}</h1>
      <output className="notice bad lead">{say(isInvalid ? 'labelInvalid' : 'failed')}</output>
      {!isInvalid && (
        <button type="button" className="main" onClick={() => window.location.reload()}>
          {say('again')}
        </button>
      )}
    </>
  );
};

interface KnownGunProps {
  readonly gun: Omit<ReturnType<typeof useGun>, 'view'> & { readonly view: DriverGunView };
  readonly api: string;
  readonly label: string;
  readonly nowMs: number;
  readonly onOrdered: (made: DriverOrderMade, ways: readonly DriverPayWay[]) => void;
}

const KnownGun = ({ gun, api, label, nowMs, onOrdered }: KnownGunProps) => {
  const { say } = useSay();
  const { view, openOrder, walletCents, isOffline, refresh, begin } = gun;
  const ways = useWays(view.pay.ways);
  const { reservations, read } = useReservations(api, walletCents !== null);
  const own = ownAt(reservations, view);
  const [received, setReceived] = useState(0);
  return (
    <>
      <div>
        <p className="station">{view.station.name}</p>
        <h1 className="place">
          {view.pile.no} · {view.gun.no}
        </h1>
      </div>
      <GunState view={view} isMine={openOrder !== null || own.length > 0} />
      {isOffline && <output className="notice">{say('noNetwork')}</output>}
      {openOrder !== null && (
        <a className="button main" href={`/o/${encodeURIComponent(openOrder)}`}>
          {say('goToOrder')}
        </a>
      )}
      <ReservedNote view={view} isMine={own.length > 0} />
      {view.otherGunNo !== null && <Siblings view={view} label={label} />}
      {view.price ? <PriceCard price={view.price} zone={view.station.zone} nowMs={nowMs} /> : <p className="notice">{say('noPrice')}</p>}
      {view.otherGunNo === null && <Siblings view={view} label={label} />}
      <noscript>
        <p className="notice">{say('noScript')}</p>
      </noscript>
      {openOrder === null && view.price && view.step === 'gun' && (
        <PayForm
          api={api}
          view={view}
          price={view.price}
          ways={ways}
          walletCents={walletCents}
          refresh={refresh}
          begin={begin}
          onOrdered={onOrdered}
          received={received}
        />
      )}
      {openOrder === null && (
        <Offers
          api={api}
          label={label}
          gunNo={view.gun.no}
          zone={view.station.zone}
          isSignedIn={walletCents !== null}
          onReceived={() => setReceived((count) => count + 1)}
        />
      )}
      {openOrder === null && walletCents !== null && view.price && (
        <ReserveCard
          api={api}
          view={view}
          own={own}
          ways={ways}
          walletCents={walletCents}
          returnPath={`/q/${encodeURIComponent(label)}/${view.gun.no}`}
          read={read}
        />
      )}
      <StationComments api={api} label={label} gunNo={view.gun.no} zone={view.station.zone} />
    </>
  );
};

/** Whoever charges here is told when the next reservation ends the charge. */
const ReservedNote = ({ view, isMine }: { readonly view: DriverGunView; readonly isMine: boolean }) => {
  const { say } = useSay();
  const { reservation, station } = view;
  if (reservation === null || isMine) return null;
  const from = clockText(reservation.from, station.zone);
  return (
    <p className="notice">
      {reservation.endBy === null
        ? say('reservedFromOnly', { from })
        : say('reservedFrom', { from, end: clockText(reservation.endBy, station.zone) })}
    </p>
  );
};

/** The server cannot know where the page opens, so the first HTML has the ways of a phone. */
const useWays = (offered: readonly DriverPayWay[]): readonly DriverPayWay[] => {
  const [surroundings, setSurroundings] = useState<ReturnType<typeof surroundingsOf>>('phone');
  // oxlint-disable-next-line react/set-state-in-effect -- what is drawn first must be what the server has drawn
  useEffect(() => setSurroundings(surroundingsOf(navigator.userAgent)), []);
  return waysHere(offered, surroundings);
};

const CHIPS: Readonly<
  Record<DriverGunView['gun']['use'], { readonly word: PageWord; readonly tone: string; readonly icon: Parameters<typeof Icon>[0]['name'] }>
> = {
  idle: { word: 'free', tone: 'good', icon: 'free' },
  plugged: { word: 'pluggedIn', tone: 'good', icon: 'plugged' },
  left: { word: 'pluggedIn', tone: 'warn', icon: 'plugged' },
  busy: { word: 'inUse', tone: 'warn', icon: 'busy' },
  outOfService: { word: 'fault', tone: 'bad', icon: 'bad' },
};

/** The driver of the order at this gun is not told that somebody uses it. */
const GunState = ({ view, isMine }: { readonly view: DriverGunView; readonly isMine: boolean }) => {
  const { say, language } = useSay();
  const list = nearbyText(view, { say, language });
  const { use, powerW, current } = view.gun;
  const chip = view.code === 'pileOffline' ? ({ word: 'offlineState', tone: 'bad', icon: 'bad' } as const) : CHIPS[use];
  return (
    <output className="stack">
      <span className={`chip ${chip.tone}`}>
        <Icon name={chip.icon} />
        {say(chip.word)}
      </span>
      <span className="soft">
        {Math.round(powerW / 1_000)} kW{current === null ? '' : ` ${current}`} · {say('asOf', { time: clockText(view.asOf, view.station.zone) })}
      </span>
      {view.code !== null && !isMine && (
        <span className={`notice lead ${view.step === 'problem' ? 'bad' : ''}`}>{gunSentence(view, { code: view.code, list, say })}</span>
      )}
      {view.code !== null && view.code !== 'pileOffline' && !isMine && list !== '' && <span className="notice">{say('freeNearby', { list })}</span>}
      {view.code === null && use === 'left' && <span className="notice lead">{say('leftPlugged')}</span>}
    </output>
  );
};

const OUT_WORDS = { fault: 'outFault', disabled: 'outDisabled', upgrading: 'outUpgrading' } as const satisfies Readonly<
  Record<NonNullable<DriverGunView['reason']>, PageWord>
>;

interface GunText {
  readonly code: NonNullable<DriverGunView['code']>;
  /** The free guns nearby; empty for none. */
  readonly list: string;
  readonly say: Say;
}

const gunSentence = ({ otherGunNo, reason }: DriverGunView, { code, list, say }: GunText): string =>
  code === 'pileOffline' && list !== ''
    ? say('pileOfflineNearby', { list })
    : say(code, { n: otherGunNo ?? '', reason: reason === null ? '' : say(OUT_WORDS[reason]) });

const M_OF_KM = 1_000;

const nearbyText = ({ nearby }: DriverGunView, { say, language }: Pick<ReturnType<typeof useSay>, 'say' | 'language'>): string =>
  nearby
    .map(({ stationName, pileNo, gunNo, distanceM }) => {
      const place = `${pileNo} · ${gunNo}`;
      return stationName === null ? place : `${say('away', { station: stationName, km: (distanceM / M_OF_KM).toFixed(1) })} ${place}`;
    })
    .join(language === 'en_US' ? ', ' : '、');

const Siblings = ({ view, label }: { readonly view: DriverGunView; readonly label: string }) => {
  const { say } = useSay();
  const { siblings } = view.gun;
  if (siblings.length === 0) return null;
  const isNeeded = view.step === 'problem' || view.otherGunNo !== null;
  const shown = siblings.filter(({ no, use }) => no === view.otherGunNo || use === 'idle' || use === 'plugged');
  if (!isNeeded || shown.length === 0 || view.code === 'pileOffline') return null;
  return (
    <section className="card" aria-labelledby="siblings-title">
      <h2 id="siblings-title">{say('otherConnectors')}</h2>
      {shown.map(({ no, use }) => (
        <a key={no} className="button" href={`/q/${encodeURIComponent(label)}/${no}`}>
          {say('useIt', { n: no })} · {say(CHIPS[use].word)}
        </a>
      ))}
    </section>
  );
};
