import { valuesOf } from '#kit/fields/codes.ts';
import { personalFieldsOf } from '#kit/fields/personal.ts';
import { textAt } from '#kit/test/nouns/ask.ts';
import type { Input } from '#kit/test/nouns/ask.ts';
import { userApi } from '#domains/identity/resources.ts';
import { noticeApi } from '#domains/system/resources.ts';
import type { Corner } from '#kit/test/nouns/corner.ts';
import { monthFees, nouns, PASSWORD } from './nouns.ts';
import { fundedCard, readyPile } from './order-nouns.ts';
import { namesOf } from './positions.ts';
import type { Names, NamedEndpoint } from './positions.ts';
import { fail } from './world.ts';
import type { World } from './world.ts';
import { configApi, dictApi } from '#domains/system/resources.ts';
import { columnOf } from '#kit/server/values/column-name.ts';

/** What is asked of one endpoint, how, and with what. */
interface Maker {
  readonly world: World;
  readonly corner: Corner;
  /** Makes rows of its own for whatever the request will change or delete. */
  readonly fresh: boolean;
}
type Sample = (maker: Maker) => Promise<readonly Input[]>;

const own = ({ world, corner, fresh }: Maker, noun: string): Promise<string> | string => (fresh ? world.make(noun, corner) : world.key(noun, corner));

const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Another field than the key of a row, as it is stored. */
const valueAt = async ({ world }: Maker, key: string, names: Names): Promise<string> => {
  const noun = world.server.registry.resource(names.noun);
  if (names.field === undefined) return key;
  const [row] = await world.database.asSuperuser<{ value: string }>(
    `select ${columnOf(names.field)} as value from ${noun.table} where ${columnOf(noun.key)}::text = $1`,
    [key],
  );
  return String(row?.value);
};

/** A notice that has reached everybody at the corner. */
const releasedNotice = async (maker: Maker): Promise<string> => {
  const id = await own(maker, 'notice');
  if (maker.fresh) await maker.world.okAsStaff(maker.corner, noticeApi.doReleaseData, { id });
  return id;
};

const bareRule = async ({ world, corner }: Maker): Promise<string> => {
  const draft = await nouns['rateRule']?.draft?.(world, corner);
  const add = world.server.registry.feature('rateRule')?.api['add'] ?? fail('rules are not added');
  return textAt(await world.ok(add, draft ?? {}), 'rateRuleId');
};

const bound = async (maker: Maker, noun: 'card' | 'car'): Promise<Input> => ({
  [noun === 'card' ? 'icCardIds' : 'carIds']: await own(maker, noun),
  stationIds: await own(maker, 'station'),
});

/** A card or car follows the agent of its customer; without one it is given an agent of its own. */
const withAndWithoutOwner = async ({ world, corner }: Maker, noun: 'card' | 'car'): Promise<readonly Input[]> => {
  const draft = async () => (await nouns[noun]?.draft?.(world, corner)) ?? {};
  const [{ agentId: _followed, ...owned }, { custId: _none, ...ownerless }] = [await draft(), await draft()];
  return [owned, ownerless];
};

const ownerless = async (maker: Maker, noun: 'card' | 'car'): Promise<string> => {
  const [, draft = {}] = await withAndWithoutOwner(maker, noun);
  const feature = maker.world.server.registry.feature(noun);
  return textAt(await maker.world.ok(feature?.api['add'] ?? fail(`no ${noun}`), draft), feature?.resource?.key ?? '');
};

const parties: Sample = async ({ world, corner }) => [
  { mainPartType: 2, mainPartId: world.key('card', corner) },
  { mainPartType: 3, mainPartId: world.key('customer', corner) },
  { mainPartType: 4, mainPartId: world.key('car', corner) },
];

/** Somebody of the recycle bin, when they are to be brought back. */
const deletedUser = async (maker: Maker): Promise<string> => {
  const id = await own(maker, 'user');
  if (maker.fresh) await maker.world.okAsStaff(maker.corner, userApi.delete, { id });
  return id;
};

/** One of the recycle bin, when it is to be brought back. */
const deletedDict = async (maker: Maker): Promise<string> => {
  const id = await own(maker, 'dict');
  if (maker.fresh) await maker.world.okAsStaff(maker.corner, dictApi.delete, { id });
  return id;
};

/** Requests that the shape of the input does not tell. Each is answered with yes when all that it names is the asker's own. */
const told: Readonly<Record<string, Sample>> = {
  'dict.getDictItems': async () => [{ dictCode: 'sex' }],
  'area.queryNodesByParentId': async () => [{ parentId: '330000' }],
  'area.queryAreaPaths': async () => [{ ids: '330106' }],
  'area.searchArea': async () => [{ keyword: 'Hangzhou' }],
  'checkRule.checkByCode': async (maker) => {
    const ruleCode = await valueAt(maker, await own(maker, 'checkRule'), { noun: 'checkRule', field: 'ruleCode' });
    return [{ ruleCode, value: '1' }];
  },
  'permission.getSystemSubmenuBatch': async (maker) => [{ parentIds: await own(maker, 'permission') }],
  'permission.saveRolePermission': async (maker) => [{ roleId: await own(maker, 'role'), permissionIds: '', lastpermissionIds: '' }],
  'permission.saveDepartPermission': async (maker) => [{ departId: await own(maker, 'depart'), permissionIds: '', lastpermissionIds: '' }],
  'role.checkRoleCode': async () => [{ roleCode: 'nobody-has-this' }],
  'permission.givers': async () => [{ perms: 'station:edit' }],
  'config.edit': async () => [{ key: 'upload.filesPerDay', value: 250 }],
  'config.reset': async (maker) => {
    if (maker.fresh) await maker.world.okAsStaff(maker.corner, configApi.edit, { key: 'upload.megabytesPerDay', value: 250 });
    return [{ key: 'upload.megabytesPerDay' }];
  },
  'config.restore': async ({ world, corner }) => {
    const key = 'upload.filesPerDay';
    await world.okAsStaff(corner, configApi.edit, { key, value: 200 + (world.next() % 100) });
    const [change] = asList(await world.okAsStaff(corner, configApi.history, { key }));
    return [{ key, id: textAt(change, 'id') }];
  },
  'config.history': async () => [{ key: 'upload.filesPerDay' }],
  'lookup.check': async () => [{ tableName: 'sys_dict', fieldName: 'dict_code', fieldVal: 'nobody_has_this' }],
  'lookup.loadDict': async () => [{ dict: 'sys_dict,dict_name,id', pageSize: '50' }],
  'lookup.loadDictItem': async (maker) => [{ dict: 'sys_dict,dict_name,id', key: await own(maker, 'dict') }],
  'lookup.loadTreeData': async () => [{ pid: '0', tableName: 'sys_category', text: 'name', code: 'id', pidField: 'pid' }],
  'lookup.loadTreePath': async (maker) => [
    { key: await own(maker, 'category'), tableName: 'sys_category', text: 'name', code: 'id', pidField: 'pid' },
  ],
  'category.loadTreeData': async (maker) => [{ pid: await own(maker, 'category') }],
  'category.loadOne': async (maker) => [{ field: 'id', val: await own(maker, 'category') }],
  'category.move': async (maker) => [{ id: await own(maker, 'category'), pid: await own({ ...maker, fresh: true }, 'category') }],
  'category.checkCode': async () => [{ pid: '0', code: 'A01' }],
  'dict.back': async (maker) => [{ id: await deletedDict(maker) }],
  'dict.deletePhysic': async (maker) => [{ id: await deletedDict(maker) }],
  'bulk.run': async (maker) => [{ noun: 'vipLevel', verb: 'delete', rowIds: await own(maker, 'vipLevel'), preview: maker.fresh ? 0 : 1 }],
  // The beginning of every mark there is: who is shown a foreign one is told on.
  'search.all': async () => [{ keyword: 'ZQ' }],
  'preference.save': async () => [{ name: 'list.station', value: { columns: ['stationName'] } }],
  'savedView.list': async () => [{ noun: 'station' }],
  'savedView.save': async ({ world }) => [{ noun: 'station', title: `View ${world.next()}`, share: 'tenant', state: { filters: {} } }],
  'savedView.delete': async () => [{ viewId: '1' }],
  'upload.static': async () => [{ '*': 'temp/20260101/none.png' }],
  'upload.names': async () => [{ paths: 'temp/20260101/none.png' }],
  'upload.made': async () => [{ name: 'none' }],
  'code.sms': async () => [{ mobile: '13900000000', smsmode: '0' }],
  'account.phoneLogin': async () => [{ mobile: '13900000000', captcha: '123456' }],
  'account.register': async () => [{ phone: '13900000000', smscode: '123456', username: 'nobody_here' }],
  'account.phoneVerification': async () => [{ phone: '13900000000', smscode: '123456' }],
  'account.passwordChange': async () => [{ username: 'nobody-here', password: 'Other-Horse-77', smscode: 'none' }],
  'thirdParty.begin': async () => [{ source: 'oauth2' }],
  'thirdParty.finish': async () => [{ search: '?code=1&state=2', bind: 'none' }],
  'thirdParty.getLoginUser': async () => [{ token: 'none', thirdType: 'oauth2' }],
  'thirdParty.connect': async () => [{ token: 'none', username: 'nobody-here', password: 'Wrong-Horse-77' }],
  'thirdParty.disconnect': async () => [{ issuer: 'https://nowhere.example', subject: 'nobody' }],
  'thirdParty.validateLogin': async () => [{ ticket: 'none', service: 'https://nowhere.example/' }],
  'totp.verify': async () => [{ ticket: 'none', code: '123456' }],
  'totp.enrol': async () => [{ password: 'Wrong-Horse-77' }],
  'totp.confirm': async () => [{ code: '123456' }],
  'totp.remove': async () => [{ password: 'Wrong-Horse-77', code: '123456' }],
  'stepUp.prove': async () => [{ password: PASSWORD }],
  'totp.demand': async () => [{ demanded: 0 }],
  'captcha.verify': async () => [{ checkKey: 'none', subject: 'nobody-here', position: 100, track: [{ x: 100, ms: 500 }] }],
  'session.login': async () => [{ username: 'nobody-here', password: 'Wrong-Horse-77' }],
  'session.updatePassword': async () => [
    { username: 'viewer-tenant', oldpassword: 'Wrong-Horse-77', password: 'Other-Horse-77', confirmpassword: 'Other-Horse-77' },
  ],
  'session.selectTenant': async ({ world, corner }) => [{ tenantId: world.key('tenant', corner) }],
  'session.selectDepart': async () => [{ username: 'viewer-tenant', orgCode: 'A01' }],
  'departRole.deptRoleUserAdd': async (maker) => [{ userId: await own(maker, 'user'), newRoleId: await own(maker, 'departRole'), oldRoleId: '' }],
  'departRole.saveDeptRolePermission': async (maker) => [{ roleId: await own(maker, 'departRole'), permissionIds: '', lastpermissionIds: '' }],
  'depart.searchBy': async () => [{ keyWord: 'Q' }],
  'user.add': async (maker) => {
    const draft = (await nouns['user']?.draft?.(maker.world, maker.corner)) ?? {};
    const { world, corner } = maker;
    // Two people have neither a name nor a phone in common.
    const more = (end: string, network: string) => ({
      username: `${String(draft['username'])}${end}`,
      phone: `${network}${String(draft['phone']).slice(3)}`,
    });
    return [
      draft,
      { ...draft, ...more('s', '138'), roleId: world.builtInRole('stationManager'), stationIds: [{ stationId: world.key('station', corner) }] },
      { ...draft, ...more('c', '137'), roleId: world.builtInRole('bigCustomer'), custId: world.key('customer', corner) },
    ];
  },
  'notice.doReovkeData': async (maker) => [{ id: await releasedNotice(maker) }],
  'received.editByAnntIdAndUserId': async (maker) => [{ anntId: await releasedNotice(maker) }],
  'user.userEdit': async () => [{ realname: 'Viewer' }],
  'user.changeContact': async () => [{ phone: '13900000000', smscode: '123456' }],
  'user.getMultiUser': async (maker) => [{ id: `${await own(maker, 'user')},` }],
  'user.frozenBatch': async (maker) => [{ ids: await own(maker, 'user'), status: 2 }],
  'user.changeState': async (maker) => [{ entityId: await own(maker, 'user'), setState: 2 }],
  'user.changeStatBatch': async (maker) => [{ ids: await own(maker, 'user'), stat: 2 }],
  'user.checkOnlyUser': async ({ world }) => [{ username: `nobody-${world.next()}`, phone: '13900001111' }],
  'user.putRecycleBin': async (maker) => [{ userIds: await deletedUser(maker) }],
  'user.deleteRecycleBin': async (maker) => [{ userIds: await deletedUser(maker) }],
  'user.resetSecondStep': async (maker) => [{ username: await valueAt(maker, await own(maker, 'user'), { noun: 'user', field: 'username' }) }],
  'user.changePassword': async (maker) => {
    const username = await valueAt(maker, await own(maker, 'user'), { noun: 'user', field: 'username' });
    return [{ username, password: 'Other-Horse-77', confirmpassword: 'Other-Horse-77' }];
  },
  'gun.changeState': async (maker) => [{ entityId: await own(maker, 'gun'), setState: 0 }],
  'card.add': (maker) => withAndWithoutOwner(maker, 'card'),
  'card.edit': async (maker) => [{ icCardId: await ownerless(maker, 'card') }],
  'car.add': (maker) => withAndWithoutOwner(maker, 'car'),
  'car.edit': async (maker) => [{ carId: await ownerless(maker, 'car') }],
  'cardStation.bind': async (maker) => [await bound(maker, 'card')],
  'carStation.bind': async (maker) => [await bound(maker, 'car')],
  'pileBinding.bind': async (maker) => [
    { cpCode: await own(maker, 'pile'), icCardIds: await own(maker, 'card') },
    { cpCode: await own(maker, 'pile'), carIds: await own(maker, 'car') },
  ],
  'vipDiscount.add': async (maker) => [{ vipLevelId: await own(maker, 'vipLevel'), rateType: 2, vipDiscount: 80 }],
  'rateRule.changeRuleState': async (maker) => [{ rateRuleId: await own(maker, 'rateRule'), opCode: 2 }],
  'rateRule.copyRule': async (maker) => [{ rateRuleId: await own(maker, 'rateRule'), rateRuleName: `Copy ${maker.world.next()}` }],
  'rateMonth.saveMonth': async (maker) => [{ rateRuleId: await own(maker, 'rateRule'), month: 2, fees: monthFees }],
  'rateMonth.copyMonth': async (maker) => [{ rateRuleId: await own(maker, 'rateRule'), month: 1, months: '2,3' }],
  'rateMonth.deleteMonth': async (maker) => [{ rateRuleId: maker.fresh ? await bareRule(maker) : await own(maker, 'rateRule'), month: 3 }],
  'rateRule.delete': async (maker) => [{ id: maker.fresh ? await bareRule(maker) : await own(maker, 'rateRule') }],
  'rateRule.deleteBatch': async (maker) => [{ ids: maker.fresh ? await bareRule(maker) : await own(maker, 'rateRule') }],
  'pile.changeState': async (maker) => [{ entityId: await own(maker, 'pile'), setState: 0 }],
  'pile.changeStatBatch': async (maker) => [{ ids: await own(maker, 'pile'), stat: 0 }],
  'recharge.add': async (maker) => {
    const { world, corner } = maker;
    const draft = (await nouns['recharge']?.draft?.(world, corner)) ?? {};
    const mainPartNo = await valueAt(maker, world.key('card', corner), { noun: 'card', field: 'icCardNo' });
    const { mainPartId: _named, ...byNumber } = draft;
    return [
      draft,
      { ...byNumber, mainPartNo },
      { ...draft, mainPartType: 3, mainPartId: world.key('customer', corner) },
      { ...draft, mainPartType: 4, mainPartId: world.key('car', corner) },
    ];
  },
  'recharge.reverse': async (maker) => [{ rechargRecordId: await own(maker, 'recharge'), reason: 'a slip' }],
  'wallet.balance': parties,
  'wallet.statement': parties,
  'wallet.parties': async () => [{ mainPartType: 2 }],
  'cardReapply.reapply': async (maker) => [{ icCardId: await own(maker, 'card'), newIcCardNo: `R${maker.world.next()}`, csrReason: 'lost' }],
  'chargingOrder.remoteStart': async (maker) => {
    const { world, corner, fresh } = maker;
    const cpCode = await (fresh ? readyPile(world, corner) : world.key('pile', corner));
    const begin = { cpCode, gunNumber: 1, chargingStrategyType: 1 };
    const mainPartId = await (fresh ? fundedCard(world, corner) : world.key('card', corner));
    return [{ ...begin, mainPartType: 2, mainPartId }];
  },
  'chargingOrder.stopGun': async (maker) => {
    const cpCode = await valueAt(maker, await own(maker, 'chargingOrder'), { noun: 'chargingOrder', field: 'cpCode' });
    return [{ cpCode, gunNumber: 1 }];
  },
  'reservationOrder.make': async (maker) => {
    const { world, corner, fresh } = maker;
    const cpCode = await (fresh ? readyPile(world, corner) : world.key('pile', corner));
    const mainPartId = await (fresh ? fundedCard(world, corner) : world.key('card', corner));
    return [{ cpCode, gunNum: 1, mainPartType: 2, mainPartId, minutes: 30 }];
  },
  'chargingOrder.manualSettle': async (maker) => {
    const chargingOrderNo = await valueAt(maker, await own(maker, 'chargingOrder'), { noun: 'chargingOrder', field: 'chargingOrderNo' });
    return [
      { chargingOrderNo, elecAmount: '1.00', srvAmount: '1.00', other1Amount: '0.00', other2Amount: '0.00', orderAmount: '2.00', reason: 'by hand' },
    ];
  },
  'chargingOrder.assignParty': async (maker) => {
    const chargingOrderNo = await valueAt(maker, await own(maker, 'chargingOrder'), { noun: 'chargingOrder', field: 'chargingOrderNo' });
    return [{ chargingOrderNo, mainPartType: 2, mainPartId: await own(maker, 'card'), reason: 'seen on camera' }];
  },
  'chargingOrder.adjust': async (maker) => {
    const chargingOrderNo = await valueAt(maker, await own(maker, 'chargingOrder'), { noun: 'chargingOrder', field: 'chargingOrderNo' });
    return [{ chargingOrderNo, digest: 'a'.repeat(64), book: 1, reason: 'the driver agreed' }];
  },
  'chargingOrder.adoptRecord': async (maker) => {
    const chargingOrderNo = await valueAt(maker, await own(maker, 'chargingOrder'), { noun: 'chargingOrder', field: 'chargingOrderNo' });
    return [{ chargingOrderNo, digest: 'a'.repeat(64), reason: 'the meter says so' }];
  },
  'plain.allowPlain': async (maker) => [{ cpCodes: await own(maker, 'pile'), addresses: '10.0.0.0/8', reason: 'an old pile' }],
  'rates.syncRateRule': async ({ world, corner }) => [{ cpCodes: await readyPile(world, corner) }],
  'payQr.setPayQrCode': async (maker) => [{ cpCodes: await own(maker, 'pile'), payQrCode: 'https://pay.example/1' }],
  'messageLog.list': async (maker) => [{ cpCode: await own(maker, 'pile'), day: new Date().toISOString().slice(0, 10) }],
};

/** Whether a request may use up what it names, so that it needs rows of its own. */
export const isTaken = ({ endpoint }: NamedEndpoint): boolean => endpoint.method !== 'GET' || endpoint.changes === true;

/**
 * Requests to an endpoint in which every row named stands at the corner: said above, or told by the input's shape. Fails for an
 * endpoint that needs something else and is not named above.
 */
export const samplesOf = async (place: NamedEndpoint, maker: Maker): Promise<readonly Input[]> => {
  const written = told[place.name];
  if (written) return written(maker);
  const { endpoint, feature } = place;
  const fixture = feature.resource && nouns[feature.resource.name];
  if (place.name.endsWith('.add') && fixture?.draft) return [await fixture.draft(maker.world, maker.corner)];
  const input: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(endpoint.input)) {
    const isKey = name === feature.resource?.key;
    if (endpoint.sparse ? !isKey : field.optional) continue;
    const names = namesOf(maker.world.server.registry, place, [name, field]);
    if (names) input[name] = await valueAt(maker, await own(maker, names.noun), names);
    else if (place.name.endsWith('.reveal') && name === 'field') input[name] = personalFieldsOf(feature.resource?.fields ?? {})[0]?.[0];
    else if (field.codes) input[name] = Object.values(valuesOf(field.codes))[0];
    else fail(`say in apps/server/testing/samples.ts how ${place.name} is asked: it wants ${name}`);
  }
  return [input];
};
