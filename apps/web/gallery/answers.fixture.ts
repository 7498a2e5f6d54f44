import { chargerRow } from '#kit/web/gallery/charger.ts';
import { pageOf, serveCalls } from '#kit/web/report/fake-server.fixture.ts';

const days = Array.from({ length: 7 }, (_none, at) => `2026-01-${25 + at}`);
const report = {
  cgRpConfigId: 'orderDay',
  cgRpConfigName: 'Orders of days',
  columns: [
    { title: 'Day', dataIndex: 'day', align: 'left', fieldType: 'day', sorter: 'true', sortOrder: 'descend' },
    { title: 'Station', dataIndex: 'stationId_dictText', align: 'left', fieldType: 'text' },
    { title: 'Orders', dataIndex: 'orderCount', align: 'right', fieldType: 'count' },
    { title: 'Paid', dataIndex: 'paid', align: 'right', fieldType: 'money' },
  ],
  dictOptions: {},
  sums: ['orderCount', 'paid'],
  chart: ['orderCount', 'paid'],
};
const rows = days.map((day, at) => ({
  day,
  stationId_dictText: 'North gate',
  orderCount: 30 + at * 4,
  paid: `${400 + at * 31}.20`,
  currency: 'CNY',
}));
const totals = { orderCount: '294', paid: '3451.40' };
const people = Array.from({ length: 7 }, (_none, at) => ({
  id: `u${at}`,
  username: `person${at}`,
  realname: `Person ${at}`,
  sex: 1,
  sex_dictText: 'Male',
  phone: '13800138000',
  orgCodeTxt: 'Night shift',
}));
const priority = ['High', 'Medium', 'Low'].map((text) => ({ value: text.slice(0, 1), text }));
const departs = [{ key: 'd1', title: 'Head office', tenantId: '1', children: [{ key: 'd2', title: 'Night shift', tenantId: '1' }] }];
const zhejiang = { id: '330000', name: 'Zhejiang', text: 'Zhejiang', pid: '86', hasChild: '1' };
const trees = [{ key: '1', title: 'Plugs', value: '1', leaf: false, isLeaf: false, parentId: '0' }];

/** The answers of a server to the widgets that call one, by the beginning of a path; all other calls fail like a broken connection. */
const answers: Readonly<Record<string, (query: Readonly<Record<string, string>>) => unknown>> = {
  '/online/cgreport/api/getRpColumns/orderDay': () => report,
  '/online/cgreport/api/getQueryInfo/orderDay': () => [
    { label: 'Day', field: 'day', view: 'day', mode: 'group', fieldType: 'day', usualDays: 7 },
    { label: 'Station', field: 'station', view: 'text', mode: 'single', fieldType: 'text' },
  ],
  '/online/cgreport/api/getData/orderDay': (query) => ({ ...pageOf(rows, query), totals, currency: 'CNY', byCurrency: [] }),
  '/online/cgreport/api/getChart/orderDay': () =>
    rows.map(({ day, orderCount, paid }) => ({ day, currency: 'CNY', figures: { orderCount: String(orderCount), paid } })),
  '/sys/dict/version': () => '1',
  '/sys/dict/queryAllDictItems': () => ({ priority, sex: [{ value: '1', text: 'Male' }], yn: [{ value: '1', text: 'Yes' }] }),
  '/sys/dict/loadDictItem/': ({ key = '' }) => key.split(',').map((one) => `Dictionary ${one}`),
  '/sys/dict/loadDict/': () => [{ value: '1', text: 'Dictionary 1' }],
  '/sys/dict/loadTreeData': () => trees,
  '/sys/dict/loadTreePath': () => [trees],
  '/sys/category/queryProvinceInfo': () => [zhejiang],
  '/sys/category/queryNodesByParentId': () => [],
  '/sys/category/queryAreaPaths': ({ ids = '' }) => ids.split(',').map((id) => ({ id, way: [zhejiang] })),
  '/sys/user/getMultiUser': () => people.slice(0, 1),
  '/sys/user/': (query) => pageOf(people, query),
  '/sys/sysDepart/queryTreeList': () => departs,
  '/gallery/charger/list': (query) => pageOf([chargerRow], query),
  '/sys/bulk/run': () => ({
    rows: [
      { id: '7', title: 'North gate', outcome: 'refused', reason: 'It is charging' },
      { id: '8', title: 'South gate', outcome: 'done', reason: '' },
    ],
  }),
  '/sys/savedView': () => [],
  '/sys/preference': () => ({}),
  '/sys/getEncryptedString': () => ({ needEncDec: false }),
};

/** Replaces the server for the whole gallery. */
export const serveGallery = (): void => {
  serveCalls((path, query) => {
    const answer = Object.entries(answers).find(([begin]) => path.startsWith(begin))?.[1];
    if (!answer) throw new Error('The network is gone');
    return answer(query);
  });
};
