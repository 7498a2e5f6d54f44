import { plainPhone } from '#kit/fields/phone-number.ts';

/** A phone number or mail address in normalised form. */
export interface Receiver {
  readonly channel: 'sms' | 'mail';
  readonly to: string;
}

export const receiverOf = ({ phone, email }: { readonly phone?: string | null; readonly email?: string | null }): Receiver | undefined => {
  if (phone) return { channel: 'sms', to: plainPhone(phone) };
  return email ? { channel: 'mail', to: email.trim().toLowerCase() } : undefined;
};
