import { itemOf } from '#kit/fields/codes.ts';
import { useSay } from '#kit/web/language.ts';
import type { GunGlimpse } from '../pile/pile.ts';
import { gunWorkState } from './gun.codes.ts';
import { gunWords } from './gun.labels.ts';

interface GunDotsProps {
  readonly guns: readonly GunGlimpse[];
  /** The pile is disabled or offline: its guns are shown in their last known states. */
  readonly muted?: boolean;
}

/** The guns of a pile as numbered dots in the colours of their states; one that charges fills with its SOC. */
export const GunDots = ({ guns, muted = false }: GunDotsProps) => (
  <span className={muted ? 'nw-dots nw-asleep' : 'nw-dots'}>
    {guns.map((gun) => (
      <GunDot key={gun.gunNumber} gun={gun} />
    ))}
  </span>
);

const GunDot = ({ gun }: { readonly gun: GunGlimpse }) => {
  const say = useSay();
  const item = itemOf(gunWorkState, gun.gunWorkStat);
  const soc = gun.chargingSoc === null ? '' : ` ${gun.chargingSoc}%`;
  const title = `${say(gunWords.gunNo, { n: gun.gunNumber })}: ${item ? say(item.words) : gun.gunWorkStat}${soc}`;
  return (
    <span className={`nw-dot nw-gun-${gun.gunWorkStat} co-code-${item?.tone ?? 'plain'}`} title={title}>
      {gun.chargingSoc !== null && <i style={{ height: `${gun.chargingSoc}%` }} />}
      <b aria-hidden="true">{gun.gunNumber}</b>
      <span className="co-sr">{title}</span>
    </span>
  );
};
