import type { ProblemCode } from './problems.ts';

interface Pattern {
  readonly source: string;
  readonly problem: ProblemCode;
}

/** A number below 256, and four letters of an address of version 6. */
const [BYTE, HEX] = ['(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)', '[0-9A-Fa-f]{1,4}'];
/** Eight groups, or fewer with one `::` where the zeros were, after each number of groups before it. */
const ip6 = [
  `(${HEX}:){7}${HEX}`,
  `(${HEX}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((before) => `(${HEX}:){${before}}(:${HEX}){1,${7 - before}}`),
  `:((:${HEX}){1,7}|:)`,
].join('|');
/** The last byte of a mask that is not full: ones, then zeros. */
const ONES = '(254|252|248|240|224|192|128|0)';

/** Texts of known shapes with what is said when one is not: `text({ pattern: patterns.url })`. None takes longer than its text is long. */
export const patterns = {
  /** The specification tells a check of 4 and a message of 6; what is said is what holds. */
  username: { source: '^[A-Za-z0-9_]{6,18}$', problem: 'notUsername' },
  /** A name that an administrator or a directory gives: mail addresses and dotted names are usual there. */
  account: { source: '^[A-Za-z0-9][\\w.@-]{1,31}$', problem: 'notAccount' },
  /** Numbers that are given out today; the specification's form lacks 16 and 19. */
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
  /** As it is printed on devices of either kind. */
  mac: { source: '^[0-9A-Fa-f]{2}((:[0-9A-Fa-f]{2}){5}|(-[0-9A-Fa-f]{2}){5})$', problem: 'notMac' },
  /** What a tenant, an agent or a station is called. Two letters at the start are the least of the two to four that are told. */
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
