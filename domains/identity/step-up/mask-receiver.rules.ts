import { maskOf } from '#kit/fields/personal.ts';
import type { Receiver } from '../code/receiver.rules.ts';

/** As much of a phone or mailbox as its owner needs to know it again. */
export const maskReceiver = ({ channel, to }: Receiver): string => maskOf(channel === 'sms' ? 'phone' : 'mailbox', to);
