import { day, choice, readOnly, id, image, instant, optional, phone, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { sex } from '#domains/system/resources.ts';

/** An active session: user, origin and times. The token is never shown. */
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
    /** The same number under the name that clients of the product family send back. */
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

/** A session of the user. */
export interface OwnSession {
  readonly id: string;
  readonly device: string;
  readonly ip: string;
  readonly since: string;
  readonly lastSeenAt: string;
  /** The session of this request. */
  readonly here: boolean;
}

const { list } = crud(online);

export const onlineApi = {
  list,
  /** Ends a session; its browser shows the reason. `token` is the number that the list contains under that name. */
  forceLogout: endpoint({ method: 'POST', path: `${online.path}/forceLogout`, allow: 'online:forceLogout', input: { token: id() }, output: words() }),
  /** The sessions of the user, the latest first. */
  mine: endpoint({
    method: 'GET',
    path: `${online.path}/mine`,
    allow: 'signedIn',
    noTransaction: true,
    input: {},
    output: opaque<readonly OwnSession[]>(),
  }),
  /** Ends one of the user's sessions, such as on a lost device. */
  endMine: endpoint({ method: 'POST', path: `${online.path}/endMine`, allow: 'signedIn', noTransaction: true, input: { id: id() }, output: words() }),
  /** The same with the noun's key, for several sessions at once. */
  end: endpoint({ method: 'POST', path: `${online.path}/end`, allow: 'online:forceLogout', input: { id: id() }, output: words() }),
};
