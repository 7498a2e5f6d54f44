import { maskOf } from '#kit/fields/personal.ts';
import type { Receiver } from '../code/receiver.rules.ts';

/** A phone number or mail address, masked so that its owner recognises it. */
export const maskReceiver = ({ channel, to }: Receiver): string => maskOf(channel === 'sms' ? 'phone' : 'mailbox', to);
