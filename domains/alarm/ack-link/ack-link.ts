import { text } from '#kit/fields/field.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** What a link in a message leads to. Whoever has the link learns the title of its message, and nothing else. */
export interface AckLinkState {
  /** Null where the link is none of ours. */
  readonly title: string | null;
  readonly state: 'open' | 'acknowledged' | 'over' | 'used' | 'expired' | 'invalid';
}

const TOKEN_MAX = 300;
const publicEndpoint = {
  allow: 'public',
  noTransaction: true,
  input: { token: text({ min: 1, max: TOKEN_MAX }) },
  output: opaque<AckLinkState>(),
} as const;

export const ackLinkApi = {
  /** Says what the link is for. It changes nothing, because programs that show previews open links too. */
  info: endpoint({ method: 'GET', path: '/alarm/ackLink/info', ...publicEndpoint }),
  /** Acknowledges the exception or incident of the link, once. */
  confirm: endpoint({ method: 'POST', path: '/alarm/ackLink/confirm', ...publicEndpoint }),
};
