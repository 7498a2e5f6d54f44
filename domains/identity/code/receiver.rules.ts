/** A phone or a mailbox, in the one form in which it is compared. */
export interface Receiver {
  readonly channel: 'sms' | 'mail';
  readonly to: string;
}

export const receiverOf = ({ phone, email }: { readonly phone?: string | null; readonly email?: string | null }): Receiver | undefined => {
  if (phone) return { channel: 'sms', to: plainPhone(phone) };
  return email ? { channel: 'mail', to: email.trim().toLowerCase() } : undefined;
};

/** Digits, and no +86 before a mobile of eleven; the database's `plain_phone` says the same. */
const plainPhone = (phone: string): string => phone.replaceAll(/[^0-9+]/g, '').replace(/^(?:\+|00)?86(1\d{10})$/, '$1');
