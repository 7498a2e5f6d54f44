import { useEffect, useState } from 'react';
import type { DriverMe } from '#domains/driver/resources.ts';
import { callDriver } from '../calls.ts';
import { Frame } from '../frame.tsx';
import type { FrameFacts } from '../frame.tsx';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';
import { MyCards } from '../offers/my-cards.tsx';
import { MyCoupons } from '../offers/my-coupons.tsx';
import { MyPoints } from '../offers/my-points.tsx';
import { MyReservations } from '../reservation/my-reservations.tsx';
import { MyCharges } from './my-charges.tsx';
import { SignIn } from './sign-in.tsx';
import { Wallet } from './wallet.tsx';

/** A visit may still be beginning when a driver comes from the page of a gun at once. */
const [LOOK_MS, LOOKS_MAX] = [700, 5];

/** The account of a phone number: its charges and its wallet, after a code by SMS. */
export const AccountPage = ({ place }: { readonly place: Omit<FrameFacts, 'gun' | 'tel'> }) => {
  const { say, language } = useSay();
  const { api } = place;
  const [me, setMe] = useState<DriverMe>();
  const [hasFailed, setFailed] = useState(false);
  const look = async (): Promise<void> => {
    const result = await callDriver<DriverMe>(`${api}/me`, { language: languages[language] });
    setFailed(!result.ok);
    if (result.ok) setMe(result.value);
  };
  useEffect(() => {
    void look();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page is there
  }, []);
  const [looks, setLooks] = useState(0);
  const mayBegin = me?.hasVisit === false && looks < LOOKS_MAX;
  useEffect(() => {
    if (!mayBegin) return undefined;
    const timer = setTimeout(() => {
      setLooks(looks + 1);
      void look();
    }, LOOK_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each look
  }, [mayBegin, looks]);
  return (
    <Frame place={{ ...place, tel: null, gun: undefined, isAccount: true }}>
      <h1>{say('account')}</h1>
      {hasFailed && (
        <p className="notice bad" role="alert">
          {say('noNetwork')}
        </p>
      )}
      {!me && !hasFailed && <p className="soft">{say('loading')}</p>}
      {me && me.phone === null && <SignIn api={api} me={me} onSignedIn={look} />}
      {me && me.phone !== null && <SignedIn api={api} phone={me.phone} onSignedOut={look} />}
    </Frame>
  );
};

interface SignedInProps {
  readonly api: string;
  readonly phone: string;
  readonly onSignedOut: () => Promise<void>;
}

const SignedIn = ({ api, phone, onSignedOut }: SignedInProps) => {
  const { say, language } = useSay();
  const [bought, setBought] = useState(0);
  const signOut = async (): Promise<void> => {
    await callDriver(`${api}/me/sign-out`, { body: { everywhere: 0 }, language: languages[language] });
    await onSignedOut();
  };
  return (
    <>
      <p className="soft">{say('signedInAs', { phone })}</p>
      <Wallet key={bought} api={api} />
      <MyPoints api={api} />
      <MyCards api={api} onBought={() => setBought((count) => count + 1)} />
      <MyCoupons api={api} />
      <MyReservations api={api} />
      <MyCharges api={api} />
      <button type="button" className="plain" onClick={() => void signOut()}>
        {say('signOut')}
      </button>
    </>
  );
};
