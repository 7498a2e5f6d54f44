import { receiverOf } from '../code/receiver.rules.ts';
import type { Receiver } from '../code/receiver.rules.ts';

/** As much of a phone or mailbox as its owner needs to know it again. */
export const maskedReceiver = ({ channel, to }: Receiver): string => {
  if (channel === 'sms') return `${to.slice(0, -8)}****${to.slice(-4)}`;
  const at = to.lastIndexOf('@');
  return `${to.slice(0, Math.min(2, at - 1))}***${to.slice(at)}`;
};

/** As much of somebody's phone as tells two people of one name apart. */
export const maskedPhone = (phone: string | null): string | null => {
  const receiver = receiverOf({ phone });
  return receiver ? maskedReceiver(receiver) : null;
};
