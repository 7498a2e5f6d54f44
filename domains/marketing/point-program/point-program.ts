import { choice, count, id, longText, money, onAdd, optional, percent, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '#domains/system/resources.ts';
import { pointLife } from '../point.codes.ts';

/** The most that one point is worth, in units of the currency. */
const WORTH_MAX = 100;
const STEP_MAX = 100_000;
const BALANCE_MAX = 10_000_000;
const LIFE_MAX = 120;
const LOCK_MAX = 90;

/** What points are worth, and how they are spent. A tenant has one programme, and each of its agents may have its own. */
export const pointProgram = resource({
  name: 'pointProgram',
  sensitivity: 'money',
  path: '/op/pointProgram',
  table: 'point_program',
  key: 'pointProgramId',
  title: 'programName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden' },
  fields: {
    pointProgramId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    /** Whose programme it is, and who bears the cost of its points; null: the tenant. */
    agentId: onAdd(optional(ref('agent', { filter: 'equals' }))),
    programName: text({ min: 2, max: 60, filter: 'contains' }),
    /** 1 while points are earned and spent. */
    feature: readOnly(choice(yesNo, { filter: 'equals' })),
    /** What one point is worth. It stays as it is once a customer has points. */
    pointAmount: money({ min: 0, max: WORTH_MAX }),
    /** Points are spent in multiples of this. */
    stepPoints: count({ min: 1, max: STEP_MAX }),
    /** Below this balance nothing is spent. */
    leastPoints: count({ max: BALANCE_MAX }),
    /** The most that points pay of what is due. */
    maxShare: percent({ min: 1 }),
    lifeMode: choice(pointLife),
    /** Months, or calendar years of which the first is the current one. */
    lifeCount: count({ min: 1, max: LIFE_MAX }),
    /** The most that a customer earns in a day; null: no limit. */
    dayMaxPoints: optional(count({ min: 1, max: BALANCE_MAX })),
    /** Earned points can be spent so many days later; null: at once. */
    lockDays: optional(count({ min: 1, max: LOCK_MAX })),
    remark: optional(longText({ max: 255 })),
    currency: readOnly(text({ max: 3 })),
  },
});

const { list: page, queryById, add, edit, exportXls, queryList } = crud(pointProgram);

export const pointProgramApi = {
  list: page,
  queryById,
  add,
  edit,
  exportXls,
  queryList,
  /** Switches a programme on or off; the wanted state is named, so a repetition changes nothing. What people hold stays. */
  toggleFeature: endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: `${pointProgram.path}/toggleFeature`,
    allow: 'pointProgram:edit',
    input: { id: id(), enable: choice(yesNo) },
    output: opaque<{ readonly feature: 0 | 1 }>(),
  }),
};
