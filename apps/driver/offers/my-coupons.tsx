import { useEffect, useState } from 'react';
import type { DriverOwnCoupon } from '#domains/driver/resources.ts';
import { callDriver } from '../calls.ts';
import { dayText } from '../format.ts';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import type { PageWord } from '../words/words.ts';
import { couponText } from './coupon-text.ts';

const STATE_WORDS = {
  reserved: 'couponReserved',
  used: 'couponUsed',
  expired: 'couponExpired',
  void: 'couponVoid',
} as const satisfies Readonly<Record<Exclude<DriverOwnCoupon['state'], 'usable'>, PageWord>>;

/** The coupons of the account; nothing is drawn for an account without any. */
export const MyCoupons = ({ api }: { readonly api: string }) => {
  const { say, language } = useSay();
  const [coupons, setCoupons] = useState<readonly DriverOwnCoupon[]>([]);
  useEffect(() => {
    void callDriver<{ coupons: readonly DriverOwnCoupon[] }>(`${api}/me/coupons`, { language: languages[language] }).then(
      (result) => result.ok && setCoupons(result.value.coupons),
    );
  }, [api, language]);
  if (coupons.length === 0) return null;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <section className="card stack" aria-labelledby="coupons-title">
      <h2 id="coupons-title">{say('myCoupons')}</h2>
      {coupons.map((coupon) => (
        <div key={coupon.receiveId} className="offer-coupon">
          <span>
            <strong>{coupon.name}</strong>
            <span className="soft">
              {couponText(say, language, coupon)} · {say('offerUntil', { day: dayText(coupon.until, timeZone) })}
            </span>
          </span>
          {coupon.state !== 'usable' && <span className="chip">{say(STATE_WORDS[coupon.state])}</span>}
        </div>
      ))}
    </section>
  );
};
