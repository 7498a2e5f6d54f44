import { languageTag, yesNo } from '#domains/system/resources.ts';
import { choice, count, id, instant, longText, onAdd, optional, readOnly, ref, secret, text, timeOfDay, zone } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { withInitial } from '#kit/resource/setting.ts';
import { accountType, switchState, warningAccountType, warningSwitch } from '../channel/channel.codes.ts';
import { exceptionLevel, exceptionType } from '../exception-conf/exception-conf.ts';

const ADDRESS_MAX = 1_000;
const SECRET_MAX = 200;
const DELAY_MIN_MAX = 1_440;
export const CODE_DIGITS = 6;

/**
 * Where warnings are sent: to a person or to a robot. It gets the exceptions of its tenant, of one agent or of one station, of every kind or of one. It
 * counts once somebody has received its test message and has entered the code of the message.
 */
export const warningAccount = resource({
  name: 'warningAccount',
  sensitivity: 'personal',
  path: '/alarm/warningAccount',
  table: 'warning_account',
  key: 'warningAccountId',
  title: 'warningAccountName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    warningAccountId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    agentId: onAdd(optional(ref('agent', { filter: 'equals' }))),
    stationId: onAdd(optional(ref('station', { filter: 'equals' }))),
    warningAccountName: text({ min: 1, max: 60, filter: 'contains' }),
    warningAccountType: onAdd(choice(warningAccountType, { filter: 'equals' })),
    /** Of a telephone, without "+". */
    areaCode: optional(text({ max: 4, pattern: { source: '^[1-9]\\d{0,3}$', problem: 'badPattern' } })),
    /** A number, a mail address, or the address of a robot, of which only the host and the end are shown. */
    warningAccount: personal(text({ min: 1, max: ADDRESS_MAX }), {
      kind: 'contact',
      when: { field: 'warningAccountType', is: [accountType.sms, accountType.mail] },
    }),
    /** The whole address of a robot, sealed. */
    addressSealed: readOnly(secret(optional(longText({ max: 4_000 })))),
    /** Finds the same account twice. */
    addressHash: readOnly(secret(text({ max: 64 }))),
    /** Signs what is sent to a robot or a webhook; stored sealed. */
    accountSecret: secret(optional(text({ min: 1, max: SECRET_MAX }))),
    warningLang: choice(languageTag),
    warningAccountStat: readOnly(choice(warningSwitch, { filter: 'equals', initial: switchState.enabled })),
    /** Only the exceptions of this configuration, with its text. */
    warningConfId: optional(ref('warningConf', { filter: 'equals' })),
    exceptionType: optional(choice(exceptionType, { filter: 'equals' })),
    /** The least serious level that is sent. */
    minLevel: withInitial(choice(exceptionLevel), exceptionLevel.items.minor.value),
    /** Warned only when nobody has acknowledged the exception after this time: a later place in a roster. */
    delayMin: withInitial(count({ min: 0, max: DELAY_MIN_MAX, unit: 'min' }), 0),
    /** Quiet hours; both or none. Critical warnings pass always. */
    quietFrom: optional(timeOfDay()),
    quietTo: optional(timeOfDay()),
    quietZone: optional(zone()),
    /** Whether major warnings pass the quiet hours. */
    passesMajor: choice(yesNo, { initial: 0 }),
    verifiedAt: readOnly(optional(instant())),
    lastOk: readOnly(optional(instant())),
    failStreak: readOnly(count()),
    lastError: readOnly(optional(longText({ max: 300 }))),
    accountRemark: optional(text({ max: 255 })),
  },
});

const { exportTemplate: _template, importExcel: _import, ...standardEndpoints } = crud(warningAccount);

export const warningAccountApi = {
  ...standardEndpoints,
  ...personalApi(warningAccount),
  ...stateApi(warningAccount, choice(warningSwitch)),
  /** Sends a message with a code. */
  sendTest: endpoint({
    method: 'POST',
    path: `${warningAccount.path}/sendTest`,
    allow: 'warningAccount:edit',
    input: { id: id() },
    output: words(),
  }),
  /** Takes the code of the test message; from now on the account gets warnings. */
  confirmTest: endpoint({
    method: 'POST',
    path: `${warningAccount.path}/confirmTest`,
    allow: 'warningAccount:edit',
    input: { warningAccountId: id(), testCode: text({ min: CODE_DIGITS, max: CODE_DIGITS, pattern: { source: '^\\d+$', problem: 'notNatural' } }) },
    output: words(),
  }),
};
