import { optional, text } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** The operator's own text on personal data by language, Markdown; null where none is set. */
export interface PrivacyText {
  readonly zh_CN: string | null;
  readonly zh_TW: string | null;
  readonly en_US: string | null;
}

export interface PrivacyNotice {
  /** Differs as soon as a text does, so that those who agreed to another one are asked again. */
  readonly version: string;
  readonly text: PrivacyText;
}

/** Of the text that the program brings; a change of its meaning changes this. */
export const PROGRAM_PRIVACY = '1';

/** Which version this browser was shown and agreed to: for the log alone. */
export const agreedPrivacy = () => optional(text({ max: 20, pattern: patterns.shortCode }));

export const privacyApi = {
  /** Of the platform: before the sign-in nobody has a tenant. */
  privacy: endpoint({ method: 'GET', path: '/sys/privacy', allow: 'public', noTransaction: true, input: {}, output: opaque<PrivacyNotice>() }),
  /** Of one's own tenant. */
  ownPrivacy: endpoint({
    method: 'GET',
    path: '/sys/privacy/own',
    allow: 'signedIn',
    noTransaction: true,
    input: {},
    output: opaque<PrivacyNotice>(),
  }),
};
