import { optional, text } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';

/** The operator's privacy notice by language, in Markdown; null where none is set. */
export interface PrivacyText {
  readonly zh_CN: string | null;
  readonly zh_TW: string | null;
  readonly en_US: string | null;
}

export interface PrivacyNotice {
  /** Changes whenever the text does, so that users who agreed to an earlier version are asked again. */
  readonly version: string;
  readonly text: PrivacyText;
}

/** The version of the program's own text; it changes with the meaning of that text. */
export const PROGRAM_PRIVACY = '1';

/** The version to which the user of this browser agreed; only for the log. */
export const agreedPrivacy = () => optional(text({ max: 20, pattern: patterns.shortCode }));

export const privacyApi = {
  /** The notice of the platform, because before the sign-in the tenant is not known. */
  privacy: endpoint({ method: 'GET', path: '/sys/privacy', allow: 'public', noTransaction: true, input: {}, output: opaque<PrivacyNotice>() }),
  /** The notice of the user's tenant. */
  ownPrivacy: endpoint({
    method: 'GET',
    path: '/sys/privacy/own',
    allow: 'signedIn',
    noTransaction: true,
    input: {},
    output: opaque<PrivacyNotice>(),
  }),
};
