import { pileProtocol, pileType } from '#domains/network/resources.ts';
import { yesNo } from '#domains/system/resources.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, id, instant, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';

export const partSource = codeTable({
  dictCode: 'pile_part_source',
  title: ['配件信息来源', '配件資訊來源', 'Source of part versions'],
  items: {
    login: { value: 1, words: ['电桩登录', '電樁登入', 'Login'] },
    boot: { value: 2, words: ['启动通知', '啟動通知', 'BootNotification'] },
    profile: { value: 3, words: ['人工录入', '人工輸入', 'Entered by hand'] },
  },
});

const version = () => readOnly(optional(text({ max: 64 })));

/**
 * The parts of a pile and their versions since one change until the next. The database writes a row when a login, a BootNotification or an edit of the
 * profile changes one of them; nobody writes it by hand.
 */
export const pilePart = resource({
  name: 'pilePart',
  path: '/device/ssePilePart',
  table: 'pile_part',
  key: 'pilePartId',
  title: 'cpCode',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'upgradeTime', order: 'desc' },
  fields: {
    pilePartId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    cpCode: readOnly(text({ max: 16, filter: 'equals' })),
    cpType: readOnly(choice(pileType, { filter: 'equals' })),
    commProtType: readOnly(choice(pileProtocol, { filter: 'equals' })),
    mainPcbHwVer: version(),
    mainPcbSwVer: readOnly(optional(text({ max: 64, filter: 'contains' }))),
    auxPcbHwVer: version(),
    auxPcbSwVer: version(),
    /** As an operator has entered it; the two fields of the main PCB are what the pile reports. */
    mainBoardVer: version(),
    funcBoardVer: version(),
    screenVersion: version(),
    moduleType: version(),
    gunlineType: version(),
    serialNumber: version(),
    meterType: version(),
    meterSerialNumber: version(),
    upgradeTime: readOnly(instant({ filter: 'between', sort: true })),
    source: readOnly(choice(partSource, { filter: 'equals' })),
    isCurrent: readOnly(choice(yesNo, { filter: 'equals' })),
    /** Later changes of the same day in this row; above 0 only for a pile that has reached its limit of rows. */
    mergedCount: readOnly(count()),
  },
});

const { list, queryById, exportXls } = crud(pilePart);

export const pilePartApi = { list, queryById, exportXls };

/** The fields that tell a version, in the order in which they are shown. */
export const versionFields = [
  'mainPcbHwVer',
  'mainPcbSwVer',
  'mainBoardVer',
  'auxPcbHwVer',
  'auxPcbSwVer',
  'funcBoardVer',
  'screenVersion',
  'moduleType',
  'gunlineType',
  'serialNumber',
  'meterType',
  'meterSerialNumber',
] as const satisfies readonly (keyof typeof pilePart.fields)[];
