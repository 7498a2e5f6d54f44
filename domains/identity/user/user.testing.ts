import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { RowMaker, SampleMaker } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText, ownerIds, PASSWORD, phone } from '#kit/test/nouns/row-makers.ts';
import { BENCH_ROLES } from '../role/role.testing.ts';
import { userApi } from './user.ts';

const draft: NonNullable<RowMaker['draft']> = async (b, owner) => ({
  ...ownerIds(b, owner),
  username: `u${b.next()}-${markOf(ownerAt(owner, 'agent'))}`,
  realname: markedText(b, owner, 'agent'),
  phone: phone(b),
  roleId: b.builtInRole('agentManager'),
  selecteddeparts: b.key('depart', owner),
  post: b.key('position', owner),
  password: PASSWORD,
});

/** A user in the recycle bin, for the calls that restore users. */
const deletedUser = async ({ own, fresh, builder, owner }: SampleMaker): Promise<string> => {
  const id = await own('user');
  if (fresh) await builder.okAsStaff(owner, userApi.delete, { id });
  return id;
};
const nameOf = async ({ own, valueOf }: SampleMaker): Promise<string> => valueOf('user', await own('user'), 'username');

export const testing = nounTesting({
  name: 'user',
  rows: rowsByAdding('agent', { add: userApi.add, key: 'id', needs: ['depart', 'position'] }, draft),
  bench: {
    sql: [
      `insert into sys_user (id, username, password, realname, role_id, tenant_id, agent_id, phone, sex, create_time)
        select 10000 + n, 'user' || n, 'x', 'User ' || n, 1001 + n % ${BENCH_ROLES}, ${TENANT}, ${AGENT}, '13' || lpad(n::text, 9, '0'), 1 + n % 2, ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    add: async ({ builder, owner }) => {
      const person = await draft(builder, owner);
      // Two users must not have the same name or phone.
      const sample = (end: string, network: string) => ({
        username: `${String(person['username'])}${end}`,
        phone: `${network}${String(person['phone']).slice(3)}`,
      });
      const stationIds = [{ stationId: builder.key('station', owner) }];
      return [
        person,
        { ...person, ...sample('s', '138'), roleId: builder.builtInRole('stationManager'), stationIds },
        { ...person, ...sample('c', '137'), roleId: builder.builtInRole('bigCustomer'), custId: builder.key('customer', owner) },
      ];
    },
    userEdit: async () => [{ realname: 'Viewer' }],
    changeContact: async () => [{ phone: '13900000000', smscode: '123456' }],
    getMultiUser: async ({ own }) => [{ id: `${await own('user')},` }],
    frozenBatch: async ({ own }) => [{ ids: await own('user'), status: 2 }],
    changeState: async ({ own }) => [{ entityId: await own('user'), setState: 2 }],
    changeStatBatch: async ({ own }) => [{ ids: await own('user'), stat: 2 }],
    checkOnlyUser: async ({ builder }) => [{ username: `nobody-${builder.next()}`, phone: '13900001111' }],
    putRecycleBin: async (maker) => [{ userIds: await deletedUser(maker) }],
    deleteRecycleBin: async (maker) => [{ userIds: await deletedUser(maker) }],
    resetSecondStep: async (maker) => [{ username: await nameOf(maker) }],
    changePassword: async (maker) => [{ username: await nameOf(maker), password: 'Other-Horse-77', confirmpassword: 'Other-Horse-77' }],
  },
  aliases: { username: { field: 'username' }, userIds: {} },
  namesNoRow: ['workNo', 'smscode'],
  neverSucceeds: { changeContact: 'no code was sent' },
  mayRevealExistence: {
    'checkOnlyUser username': 'says what adding would say',
    'add username': 'people of all tenants sign in by name alone, so a name is taken for everybody',
  },
});
