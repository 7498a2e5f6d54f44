import { day, choice, readOnly, id, image, instant, optional, phone, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { sex } from '#domains/system/resources.ts';

/** A session that is alive: who, from where, since when. The token itself is shown to nobody. */
export const online = resource({
  name: 'online',
  path: '/sys/online',
  table: 'sys_session',
  view: 'sys_online_view',
  key: 'id',
  title: 'username',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden' },
  sort: { column: 'lastSeenAt', order: 'desc' },
  softDelete: false,
  fields: {
    id: readOnly(id()),
    /** The same number once more, under the name by which clients of the family send it back. */
    token: readOnly(text({})),
    userId: readOnly(id()),
    username: readOnly(text({ filter: 'contains' })),
    realname: readOnly(text({})),
    avatar: readOnly(optional(image())),
    phone: readOnly(optional(phone())),
    sex: readOnly(optional(choice(sex))),
    birthday: readOnly(optional(day())),
    tenantId: readOnly(optional(ref('tenant', { filter: 'equals' }))),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    ip: readOnly(text({ filter: 'contains' })),
    device: readOnly(text({ filter: 'contains' })),
    lastSeenAt: readOnly(instant({ filter: 'between', sort: true })),
    expiresAt: readOnly(instant()),
  },
});

/** One of a person's own sessions. */
export interface OwnSession {
  readonly id: string;
  readonly device: string;
  readonly ip: string;
  readonly since: string;
  readonly lastSeenAt: string;
  /** The one that asks. */
  readonly here: boolean;
}

const { list } = crud(online);

export const onlineApi = {
  list,
  /** Ends one session; its browser tells its owner so. `token` is the number that the list shows under that name. */
  forceLogout: endpoint({ method: 'POST', path: `${online.path}/forceLogout`, allow: 'online:forceLogout', input: { token: id() }, output: words() }),
  /** The viewer's own sessions, the latest first. */
  mine: endpoint({
    method: 'GET',
    path: `${online.path}/mine`,
    allow: 'signedIn',
    noTransaction: true,
    input: {},
    output: opaque<readonly OwnSession[]>(),
  }),
  /** Ends one of the viewer's own, on a device they have left behind. */
  endMine: endpoint({ method: 'POST', path: `${online.path}/endMine`, allow: 'signedIn', noTransaction: true, input: { id: id() }, output: words() }),
  /** The same under the noun's own key, for several at once. */
  end: endpoint({ method: 'POST', path: `${online.path}/end`, allow: 'online:forceLogout', input: { id: id() }, output: words() }),
};
