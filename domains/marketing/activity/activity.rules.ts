import { valuesOf } from '#kit/fields/codes.ts';
import { commaList } from '#kit/fields/comma-list.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import { activityKind, activityLevel, activityState } from '../marketing.codes.ts';

const states = valuesOf(activityState);
const levels = valuesOf(activityLevel);
const kinds = valuesOf(activityKind);

/** What is checked of an activity whenever it is written. */
export interface ActivityDraft {
  readonly level: number;
  readonly agentId?: string | null;
  readonly agentIds?: readonly { readonly agentId: string }[] | null;
  readonly stationIds?: readonly { readonly stationId: string }[] | null;
  readonly startTime: Date;
  readonly endTime: Date;
  readonly displayTime: Date;
  readonly linkUrl?: string | null;
}

type DraftRefusal = 'activity.period' | 'activity.scope' | 'activity.linkNotAllowed';

/** `linkHosts`: the hosts of the setting, separated by commas. */
export const checkActivity = (draft: ActivityDraft, linkHosts: string): Verdict<ActivityDraft, DraftRefusal> => {
  const { startTime, endTime, displayTime } = draft;
  if (startTime >= endTime || displayTime > startTime) return deny('activity.period');
  if (!hasPlaces(draft)) return deny('activity.scope');
  if (draft.linkUrl && !isLinkAllowed(draft.linkUrl, linkHosts)) return deny('activity.linkNotAllowed');
  return allow(draft);
};

/** An activity of an agent holds for that agent, or for its stations. */
const hasPlaces = ({ level, agentId, agentIds, stationIds }: ActivityDraft): boolean => {
  if (level === levels.station) return (stationIds ?? []).length > 0;
  const agents = agentIds ?? [];
  return agents.length > 0 && (!agentId || agents.every((place) => place.agentId === agentId));
};

/** A page of the mini-program, or an https address whose host is in the list. */
const isLinkAllowed = (link: string, hosts: string): boolean => {
  if (/^\/pages\/[\w\-/?=&.%]+$/u.test(link)) return true;
  if (!URL.canParse(link)) return false;
  const { protocol, hostname, username, password } = new URL(link);
  return protocol === 'https:' && username === '' && password === '' && commaList(hosts).includes(hostname);
};

/** What publishing is judged by. */
interface ActivityToPublish {
  readonly state: number;
  readonly kind: number;
  readonly image: string | null;
  readonly banner: string | null;
  readonly endTime: Date;
  readonly couponNum: number;
}

type PublishRefusal = 'activity.revoked' | 'activity.imageMissing' | 'activity.over' | 'activity.noCoupon';

/** A revoked activity is not published again; a copy of it can be. */
export const publish = (row: ActivityToPublish, now: Date): Verdict<'done' | 'publish', PublishRefusal> => {
  if (row.state === states.published) return allow('done');
  if (row.state === states.revoked) return deny('activity.revoked');
  if (!row.image && !row.banner) return deny('activity.imageMissing');
  if (row.endTime <= now) return deny('activity.over');
  if (row.kind === kinds.discount && row.couponNum === 0) return deny('activity.noCoupon');
  return allow('publish');
};

export const revoke = (state: number, reason: string): Verdict<'done' | 'revoke', 'activity.reasonMissing' | 'activity.notPublished'> => {
  if (reason.trim().length < REASON_MIN) return deny('activity.reasonMissing');
  if (state === states.pending) return deny('activity.notPublished');
  return allow(state === states.revoked ? 'done' : 'revoke');
};
const REASON_MIN = 2;

/** What is published has been read by people: only its place in the list and a later end can change. */
const changeable: ReadonlySet<string> = new Set(['weight', 'endTime']);

/** `changed`: the names of the fields whose values an edit changes. */
export const mayEdit = (
  row: { readonly state: number; readonly endTime: Date },
  changed: readonly string[],
  endTime: Date,
): Verdict<number, 'activity.published'> => {
  if (row.state === states.pending) return allow(row.state);
  const isAllowed = changed.every((name) => changeable.has(name)) && endTime >= row.endTime && row.state === states.published;
  return isAllowed || changed.length === 0 ? allow(row.state) : deny('activity.published');
};

export const mayDelete = (state: number): Verdict<number, 'activity.published'> =>
  state === states.published ? deny('activity.published') : allow(state);
