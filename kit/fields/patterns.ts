import type { ProblemCode } from './problems.ts';

interface Pattern {
  readonly source: string;
  readonly problem: ProblemCode;
}

/** A number below 256, and a group of hexadecimal digits of an IPv6 address. */
const [BYTE, HEX] = ['(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)', '[0-9A-Fa-f]{1,4}'];
/** Eight groups, or fewer with one `::` in place of zeros; one alternative for each number of groups before it. */
const ip6 = [
  `(${HEX}:){7}${HEX}`,
  `(${HEX}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((before) => `(${HEX}:){${before}}(:${HEX}){1,${7 - before}}`),
  `:((:${HEX}){1,7}|:)`,
].join('|');
/** The last byte of a netmask that is not 255: ones followed by zeros. */
const ONES = '(254|252|248|240|224|192|128|0)';

/** Patterns of common text formats with their problems: `text({ pattern: patterns.url })`. Each takes linear time. */
export const patterns = {
  /** In the specification, the check allows 4 characters and the message says 6; the check here follows the message. */
  username: { source: '^[A-Za-z0-9_]{6,18}$', problem: 'notUsername' },
  /** A user name that an administrator or a directory assigns; mail addresses and dotted names are common there. */
  account: { source: '^[A-Za-z0-9][\\w.@-]{1,31}$', problem: 'notAccount' },
  /** Prefixes of mobile numbers that are in use today; the specification's pattern lacks 16 and 19. */
  mobile: { source: '^1[3-9]\\d{9}$', problem: 'notMobile' },
  email: { source: '^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(\\.[A-Za-z0-9-]{1,63}){1,8}$', problem: 'notEmail' },
  naturalNumber: { source: '^(0|[1-9]\\d*)$', problem: 'notNatural' },
  letters: { source: '^[A-Za-z]+$', problem: 'notLetters' },
  landline: { source: '^(0\\d{2,3}-?)?[1-9]\\d{6,7}(-\\d{1,6})?$', problem: 'notLandline' },
  bankCard: { source: '^\\d{10,20}$', problem: 'notBankCard' },
  idNumber: { source: '^[A-Za-z0-9]{1,50}$', problem: 'notIdNumber' },
  mainlandId: {
    source: '^[1-9]\\d{5}(19|20)\\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])\\d{3}[0-9Xx]$',
    problem: 'notMainlandId',
  },
  qq: { source: '^[1-9]\\d{4,11}$', problem: 'notQq' },
  url: { source: '^[Hh][Tt][Tt][Pp][Ss]?:\\/\\/[^\\s\\/$.?#][^\\s]*$', problem: 'notUrl' },
  ip: { source: `^((${BYTE}\\.){3}${BYTE}|${ip6})$`, problem: 'notIp' },
  netmask: {
    source: `^((255\\.){3}(255|${ONES})|(255\\.){2}${ONES}\\.0|255\\.${ONES}(\\.0){2}|${ONES}(\\.0){3})$`,
    problem: 'notNetmask',
  },
  /** As printed on devices, with colons or hyphens. */
  mac: { source: '^[0-9A-Fa-f]{2}((:[0-9A-Fa-f]{2}){5}|(-[0-9A-Fa-f]{2}){5})$', problem: 'notMac' },
  /** The name of a tenant, agent or station. The specification requires two to four letters at the start; this accepts two. */
  placeName: { source: '^\\p{L}{2}[\\p{L}\\p{M}\\p{N} ]{0,58}$', problem: 'badName' },
  shortCode: { source: '^[A-Za-z0-9]{1,20}$', problem: 'notShortCode' },
  name: { source: '^[A-Za-z\\p{Script=Han} ]{2,100}$', problem: 'notName' },
  digitLines: { source: '^[\\d\\r\\n]+$', problem: 'notDigitLines' },
  upTo255: { source: '^[\\s\\S]{0,255}$', problem: 'notUpTo255' },
  digits6to16: { source: '^\\d{6,16}$', problem: 'notDigits6to16' },
  any6to16: { source: '^[\\s\\S]{6,16}$', problem: 'notAny6to16' },
  letters6to18: { source: '^[A-Za-z]{6,18}$', problem: 'notLetters6to18' },
  postalCode: { source: '^[1-9]\\d{5}$', problem: 'notPostalCode' },
  number: { source: '^-?\\d+(\\.\\d+)?$', problem: 'notNumberText' },
  integer: { source: '^-?\\d+$', problem: 'notInteger' },
  money: { source: '^(0|[1-9]\\d*)(\\.\\d{1,2})?$', problem: 'notMoney' },
} as const satisfies Readonly<Record<string, Pattern>>;
