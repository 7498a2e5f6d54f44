import { useEffect, useRef, useState } from 'react';
import type { DriverActivity, DriverOfferedCoupon } from '#domains/driver/resources.ts';
import { callDriver, newKey } from '../calls.ts';
import { dayText } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import { couponText } from './coupon-text.ts';

interface OffersProps {
  readonly api: string;
  readonly label: string;
  readonly gunNo: number;
  readonly zone: string;
  /** Only who has signed in can receive coupons. */
  readonly isSignedIn: boolean;
  /** A coupon was received. */
  readonly onReceived: () => void;
}

/** The activities of the station, and their coupons. Nothing is drawn where there are none. */
export const Offers = (props: OffersProps) => {
  const { api, label, gunNo, zone } = props;
  const { say, language } = useSay();
  const [activities, setActivities] = useState<readonly DriverActivity[]>([]);
  const [reads, setReads] = useState(0);
  const read = (): void => setReads((count) => count + 1);
  useEffect(() => {
    const url = `${api}/guns/${encodeURIComponent(label)}/${gunNo}/activities`;
    void callDriver<{ activities: readonly DriverActivity[] }>(url, { language: languages[language] }).then(
      (result) => result.ok && setActivities(result.value.activities),
    );
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is left changes with each coupon that was received
  }, [api, label, gunNo, language, reads]);
  return (
    <>
      {activities.map(({ activityId, title, subtitle, rules, hasPicture, until, coupons }) => (
        <section key={activityId} className="card stack" aria-labelledby={`activity-${activityId}`}>
          {hasPicture && <img className="offer-picture" src={`${api}/activities/${activityId}/picture`} alt="" loading="lazy" />}
          <h2 id={`activity-${activityId}`}>{title}</h2>
          {subtitle !== null && <p>{subtitle}</p>}
          {coupons.map((coupon) => (
            <Coupon key={coupon.couponId} coupon={coupon} {...props} read={read} />
          ))}
          <p className="soft">{say('offerUntil', { day: dayText(until, zone) })}</p>
          {rules.length > 0 && (
            <details>
              <summary>{say('offerRules')}</summary>
              {rules.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </details>
          )}
        </section>
      ))}
    </>
  );
};

interface CouponProps extends OffersProps {
  readonly coupon: DriverOfferedCoupon;
  readonly read: () => void;
}

const Coupon = ({ coupon, api, isSignedIn, onReceived, read }: CouponProps) => {
  const { say, language } = useSay();
  const { receive, isSending, problem } = useReceiving({ api, couponId: coupon.couponId, read, onReceived });
  return (
    <div className="offer-coupon">
      <span>
        <strong>{coupon.name}</strong>
        <span className="soft">
          {couponText(say, language, coupon)}
          {coupon.left !== null && coupon.state === 'open' && ` · ${say('couponLeft', { n: coupon.left })}`}
        </span>
        {problem && (
          <span className="notice bad" role="alert">
            {say(problem)}
          </span>
        )}
      </span>
      {coupon.state !== 'open' && <span className="chip">{say(coupon.state === 'taken' ? 'couponTaken' : 'couponGone')}</span>}
      {coupon.state === 'open' && !isSignedIn && (
        <a className="button" href="/me">
          {say('couponSignIn')}
        </a>
      )}
      {coupon.state === 'open' && isSignedIn && (
        <button type="button" aria-disabled={isSending} onClick={() => void receive()}>
          {say('couponReceive')}
        </button>
      )}
    </div>
  );
};

/** Receives once for each press; a repetition after a lost answer gets the same coupon. */
const useReceiving = ({ api, couponId, read, onReceived }: Pick<CouponProps, 'api' | 'read' | 'onReceived'> & { readonly couponId: string }) => {
  const { language } = useSay();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<'noNetwork' | 'couponGone' | 'couponTaken'>();
  const key = useRef<string>(undefined);
  const receive = async (): Promise<void> => {
    if (isSending) return;
    setSending(true);
    setProblem(undefined);
    key.current ??= newKey();
    const result = await callDriver(`${api}/me/coupons`, { body: { couponId }, key: key.current, language: languages[language] });
    setSending(false);
    if (!result.ok && result.httpStatus === null) return setProblem('noNetwork');
    key.current = undefined;
    if (!result.ok) setProblem(result.code === 'coupon.personLimit' ? 'couponTaken' : 'couponGone');
    else onReceived();
    read();
  };
  return { receive, isSending, problem };
};
