import { languageTag } from '#domains/system/resources.ts';
import { choice, count, id, longText, onAdd, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { withInitial } from '#kit/resource/setting.ts';
import { switchState, warningSwitch } from '../channel/channel.codes.ts';
import { exceptionLevel } from '../exception-conf/exception-conf.ts';

/** A template has at most this length. */
export const TEMPLATE_MAX = 500;
const COUNT_MAX = 99;

/**
 * The text of the warnings of one exception configuration in one language; without a configuration, of all that have no text of their own. A row of a
 * tenant counts before the platform's, which has no tenant.
 */
export const warningConf = resource({
  name: 'warningConf',
  path: '/alarm/warningConf',
  table: 'warning_conf',
  key: 'warningConfId',
  title: 'warningConfName',
  picker: '/alarm/warningConf/queryWarningConfList',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared' },
  usable: { field: 'warningConfStat', is: switchState.enabled },
  fields: {
    warningConfId: readOnly(id()),
    tenantId: readOnly(optional(ref('tenant', { filter: 'equals' }))),
    exceptionConfId: onAdd(optional(ref('exceptionConf', { filter: 'equals' }))),
    warningLang: onAdd(choice(languageTag, { filter: 'equals', unique: ['tenantId', 'exceptionConfId'] })),
    warningConfName: text({ min: 1, max: 60, filter: 'contains' }),
    warningConfStat: readOnly(choice(warningSwitch, { filter: 'equals', initial: switchState.enabled })),
    /** The level at which the warnings are sent; the exception's own when it is absent. */
    warningLevel: optional(choice(exceptionLevel, { filter: 'equals' })),
    warningMsgTempl: longText({ min: 1, max: TEMPLATE_MAX }),
    /** How often the warning is sent while the exception is open. */
    warningCount: withInitial(count({ min: 1, max: COUNT_MAX }), 1),
  },
});

const { exportTemplate: _template, importExcel: _import, ...standardEndpoints } = crud(warningConf);

export const warningConfApi = {
  ...standardEndpoints,
  ...stateApi(warningConf, choice(warningSwitch)),
  /** Sends the text of a template with example values to an account. */
  sendSample: endpoint({
    method: 'POST',
    path: `${warningConf.path}/sendSample`,
    allow: 'warningConf:edit',
    input: { warningMsgTempl: warningConf.fields.warningMsgTempl, warningLang: choice(languageTag), warningAccountId: ref('warningAccount') },
    output: words(),
  }),
};
