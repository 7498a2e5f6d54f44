import { phoneProblem, plainPhone } from '#kit/fields/phone-number.ts';

const CODE = /^[1-9]\d{0,2}$/;
const COUNTRIES_MAX = 20;
/** E.164: the country and at most fifteen digits in all. */
const INTERNATIONAL = /^[1-9]\d{6,14}$/;
const CHINA = '86';

/** The country codes of a setting, such as `86,852`. The first one is meant where a number names none. */
export const countriesOf = (text: string): readonly string[] =>
  [
    ...new Set(
      text
        .split(/[,，\s]+/)
        .map((part) => part.replace(/^\+/, ''))
        .filter((part) => CODE.test(part)),
    ),
  ].slice(0, COUNTRIES_MAX);

export type PhoneVerdict =
  | { readonly ok: true; /** A mobile number of China has eleven digits, every other number `+` and its country. */ readonly phone: string }
  | { readonly ok: false; readonly refusal: 'driver.phoneInvalid' | 'driver.phoneCountry' };

/** One form for each number, so that limits and accounts know it again, however it was typed. Numbers of other countries than these get no message. */
export const mobileOf = (typed: string, countries: readonly string[]): PhoneVerdict => {
  const plain = plainPhone(typed);
  const international = internationalOf(plain, countries);
  if (international === undefined || !INTERNATIONAL.test(international)) return { ok: false, refusal: 'driver.phoneInvalid' };
  if (!countries.some((country) => international.startsWith(country))) return { ok: false, refusal: 'driver.phoneCountry' };
  if (!international.startsWith(CHINA)) return { ok: true, phone: `+${international}` };
  const domestic = international.slice(CHINA.length);
  return phoneProblem(domestic, 'mobile') === undefined ? { ok: true, phone: domestic } : { ok: false, refusal: 'driver.phoneInvalid' };
};

const internationalOf = (plain: string, [first]: readonly string[]): string | undefined => {
  if (plain.startsWith('+')) return plain.slice(1);
  if (plain.startsWith('00')) return plain.slice(2);
  if (first === undefined) return undefined;
  // A zero before a domestic number is dialled within the country only.
  return `${first}${plain.replace(/^0/, '')}`;
};

const SHOWN_HEAD = 3;
const SHOWN_TAIL = 4;

/** A number of which only the ends are seen. */
export const maskedPhone = (phone: string): string => `${phone.slice(0, SHOWN_HEAD)}****${phone.slice(-SHOWN_TAIL)}`;
