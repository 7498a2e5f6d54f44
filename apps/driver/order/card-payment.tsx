import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { languages } from '../language.ts';
import { useSay } from '../say.tsx';

/** What is used of the card provider's own script, which must come from its own host. */
interface StripeElements {
  create(kind: 'payment'): { mount(at: HTMLElement): void };
}
interface StripeClient {
  elements(options: { readonly clientSecret: string; readonly locale: string }): StripeElements;
  confirmPayment(options: {
    readonly elements: StripeElements;
    readonly confirmParams: { readonly return_url: string };
  }): Promise<{ readonly error?: { readonly message?: string } }>;
}
declare global {
  var Stripe: ((publishableKey: string) => StripeClient) | undefined;
}

const SCRIPT = 'https://js.stripe.com/v3/';

const loadStripe = (): Promise<void> =>
  new Promise((resolve, reject) => {
    if (globalThis.Stripe) return resolve();
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error('the script of the card provider did not load')));
    document.head.append(script);
  });

interface CardPaymentProps {
  readonly data: Readonly<Record<string, string>>;
  readonly returnPath: string;
}

/** The card form of the provider. Its script is loaded only at this step. */
export const CardPayment = ({ data, returnPath }: CardPaymentProps) => {
  const { say, language } = useSay();
  const place = useRef<HTMLDivElement>(null);
  const [stripe, setStripe] = useState<{ readonly client: StripeClient; readonly elements: StripeElements }>();
  const [problem, setProblem] = useState<string>();
  const { clientSecret = '', publishableKey = '' } = data;
  useEffect(() => {
    void loadStripe().then(
      () => {
        const client = globalThis.Stripe?.(publishableKey);
        const elements = client?.elements({ clientSecret, locale: languages[language] });
        if (!client || !elements || !place.current) return;
        elements.create('payment').mount(place.current);
        setStripe({ client, elements });
      },
      () => setProblem(say('failed')),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the form keeps what was typed when the language changes
  }, [clientSecret, publishableKey]);
  const pay = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!stripe) return;
    const { client, elements } = stripe;
    const { error } = await client.confirmPayment({
      elements,
      confirmParams: { return_url: `${window.location.origin}${returnPath}?back=stripe` },
    });
    setProblem(error?.message ?? (error ? say('failed') : undefined));
  };
  return (
    <form className="stack" onSubmit={(event) => void pay(event)}>
      <div ref={place} />
      {problem !== undefined && (
        <p className="notice bad" role="alert">
          {problem}
        </p>
      )}
      <button type="submit" className="main" aria-disabled={!stripe}>
        {say('payNow')}
      </button>
    </form>
  );
};
