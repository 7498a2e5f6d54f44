import { Button, Table } from 'antd';
import { useState } from 'react';
import type { ProofState } from '#engines/dispatch/safety/explain.ts';
import { EmptyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { useIsPhone } from '#kit/web/screen.ts';
import { Kilowatts } from './kilowatts.web.tsx';
import type { LiveSiteGun } from './power-site.ts';
import { proofWords, reasonText, siteWords } from './site-page.labels.ts';

const nameOf = ({ cpCode, gunNumber }: LiveSiteGun): string => `${cpCode} #${gunNumber}`;

/** What each gun gets, draws and wants, and why it does not get more. Guns without a car, of which nothing is wrong, are shown on request. */
export const SiteGuns = ({ guns }: { readonly guns: readonly LiveSiteGun[] }) => {
  const say = useSay();
  const phone = useIsPhone();
  const [showsAll, setShowsAll] = useState(false);
  const title = say(siteWords.guns);
  const isOfInterest = ({ wantedHw, proof, worstHw }: LiveSiteGun): boolean => wantedHw > 0 || worstHw > 0 || proof !== 'proven';
  const sorted = guns.toSorted((one, other) => Number(isOfInterest(other)) - Number(isOfInterest(one)) || nameOf(one).localeCompare(nameOf(other)));
  const shown = showsAll ? sorted : sorted.filter(isOfInterest);
  const idleCount = guns.filter((gun) => !isOfInterest(gun)).length;
  return (
    <section className="co-card cp-panel" aria-label={title}>
      <header className="cp-panel-head">
        <h2>{title}</h2>
        {idleCount > 0 && (
          <Button type="link" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
            {say(showsAll ? siteWords.hideIdle : siteWords.showIdle, { n: idleCount })}
          </Button>
        )}
      </header>
      {phone ? <GunCards guns={shown} none={say(noneWords(guns))} /> : <GunTable guns={shown} none={say(noneWords(guns))} />}
    </section>
  );
};

const noneWords = (guns: readonly LiveSiteGun[]) => (guns.length === 0 ? siteWords.noGuns : siteWords.noneCharges);

interface GunsProps {
  readonly guns: readonly LiveSiteGun[];
  /** Said in place of guns. */
  readonly none: string;
}

const GunTable = ({ guns, none }: GunsProps) => {
  const say = useSay();
  const power = (key: 'drawnHw' | 'wantedHw' | 'worstHw', title: string) => ({
    key,
    title,
    width: 110,
    align: 'right' as const,
    className: 'co-right',
    render: (_value: unknown, gun: LiveSiteGun) => <Kilowatts hw={shownHw(gun, key)} />,
  });
  return (
    <Table<LiveSiteGun>
      className="co-table"
      size="small"
      rowKey={nameOf}
      pagination={guns.length > PAGE_SIZE && { pageSize: PAGE_SIZE, showSizeChanger: false }}
      scroll={{ x: 900 }}
      dataSource={[...guns]}
      locale={{ emptyText: none }}
      columns={[
        { key: 'gun', title: say(siteWords.gun), width: 160, render: (_value, gun) => <span className="co-num">{nameOf(gun)}</span> },
        { key: 'share', title: say(siteWords.share), width: 210, render: (_value, gun) => <Share gun={gun} /> },
        power('drawnHw', say(siteWords.drawn)),
        power('wantedHw', say(siteWords.wanted)),
        power('worstHw', say(siteWords.worst)),
        { key: 'proof', title: say(siteWords.proof), width: 130, render: (_value, { proof }) => <Proof proof={proof} /> },
        { key: 'reason', title: say(siteWords.reason), render: (_value, gun) => <Reason gun={gun} /> },
      ]}
    />
  );
};
const PAGE_SIZE = 50;

/** A gun without a car wants nothing, which is no figure. */
const shownHw = (gun: LiveSiteGun, key: 'drawnHw' | 'wantedHw' | 'worstHw'): number | null =>
  key === 'wantedHw' && gun.wantedHw === 0 ? null : gun[key];

const GunCards = ({ guns, none }: GunsProps) => {
  const say = useSay();
  if (guns.length === 0) return <p className="co-hint">{none}</p>;
  return (
    <ul className="co-row-cards">
      {guns.map((gun) => (
        <li key={nameOf(gun)} className="co-row-card">
          <div className="co-row-card-head">
            <span className="co-num">{nameOf(gun)}</span>
            <Proof proof={gun.proof} />
          </div>
          <Share gun={gun} />
          <p className="cp-why">
            <Reason gun={gun} />
          </p>
          <dl>
            {(['drawn', 'wanted', 'worst'] as const).map((key) => (
              <div key={key}>
                <dt>{say(siteWords[key])}</dt>
                <dd>
                  <Kilowatts hw={shownHw(gun, `${key}Hw`)} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
};

/** The limit of a gun as a part of its rating, and in it what it draws. */
const Share = ({ gun: { limitHw, ratedHw, drawnHw } }: { readonly gun: LiveSiteGun }) => {
  const say = useSay();
  if (limitHw === null) return <EmptyCell />;
  const part = (hw: number) => `${Math.min(100, (100 * hw) / Math.max(1, ratedHw))}%`;
  return (
    <span className="cp-share">
      <span className="co-num">{say(siteWords.ofRated, { limit: (limitHw / 10).toFixed(1), rated: (ratedHw / 10).toFixed(1) })}</span>
      <span className="cp-bar" aria-hidden>
        <span className="cp-bar-limit" style={{ width: part(limitHw) }} />
        <span className="cp-bar-drawn" style={{ width: part(drawnHw ?? 0) }} />
      </span>
    </span>
  );
};

const tones: Readonly<Record<ProofState, string>> = { proven: 'good', waiting: 'busy', unproven: 'warn', silent: 'warn', disobeying: 'bad' };

const Proof = ({ proof }: { readonly proof: ProofState }) => {
  const say = useSay();
  return <span className={`co-code co-code-${tones[proof]}`}>{say(proofWords[proof])}</span>;
};

const Reason = ({ gun: { reason } }: { readonly gun: LiveSiteGun }) => {
  const say = useSay();
  const { words, args } = reasonText(reason);
  return <span className={reason.kind === 'idle' ? 'co-hint' : undefined}>{say(words, args)}</span>;
};
