import { sql } from 'kysely';
import type { Database, Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { endpointTitle, isAudited, featureTitle } from '#kit/resource/log-titles.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import type { JournalEntry, Journal } from '#kit/server/http/journal.ts';
import type { Registry } from '#kit/server/context/registry.ts';
import { singleId } from '#kit/server/context/viewer.ts';
import { deviceOf, linesOf, operateTypeOf } from './act.rules.ts';
import { actorOf } from './actor.server.ts';
import type { Actor } from './actor.server.ts';
import { createAllowance } from './allowance.rules.ts';
import { changedRows, nameOf, tenantOf } from './changes.server.ts';
import { logOutcome, logType } from './sys-log.codes.ts';
import { logWords } from './sys-log.labels.ts';
import { maskedInput, boundedJson } from './mask-input.rules.ts';

/** The number of refused calls that may wait to be written; further ones are only counted. */
const QUEUED_MAX = 1_000;

export interface SysLogJournal extends Journal {
  /** Resolves when all refused calls so far are written. */
  readonly settled: () => Promise<void>;
}

export interface JournalOptions {
  readonly database: Database;
  readonly registry: Registry;
  readonly clock?: () => Date;
  readonly onError?: (error: unknown) => void;
}

/** Writes the log: a successful call in its transaction, a refused one after its answer. */
export const createJournal = ({ database, registry, clock = () => new Date(), onError = () => undefined }: JournalOptions): SysLogJournal => {
  const allowance = createAllowance();
  const queue: JournalEntry[] = [];
  let writing: Promise<void> | undefined;

  const write = async (act: JournalEntry, db: Tx | undefined): Promise<void> => {
    const actor = await actorOf(act, { database, registry });
    await insertRow(db?.withoutPlugins() ?? database.system.withoutPlugins(), rowOf(act, actor));
  };
  const drain = async (): Promise<void> => {
    for (let act = queue.shift(); act; act = queue.shift()) await write(act, undefined).catch(onError);
    writing = undefined;
  };
  const settled = async (): Promise<void> => {
    while (writing) await writing;
  };
  return {
    recordSuccess: write,
    recordFailure: (act) => {
      const { isAllowed, skipped } = allowance.take(act.viewer ? `user ${act.viewer.userId}` : `ip ${act.client.ip}`, clock().getTime());
      if (skipped > 0 && queue.length < QUEUED_MAX) queue.push(summaryOf(act, skipped));
      if (!isAllowed || queue.length >= QUEUED_MAX) return;
      queue.push(act);
      writing ??= drain();
    },
    settled,
  };
};

/** A row with the number of calls that were not logged one by one. */
const summaryOf = (act: JournalEntry, skipped: number): JournalEntry => ({
  ...act,
  name: SKIPPED,
  input: { skipped },
  reason: [`${logWords.skipped[0]} ${skipped}`, `${logWords.skipped[1]} ${skipped}`, `${skipped} ${logWords.skipped[2]}`],
});
const SKIPPED = 'skipped';

const outcomes = valuesOf(logOutcome);
const kinds = valuesOf(logType);

const rowOf = (act: JournalEntry, actor: Actor) => {
  const { feature, endpoint, name, client, trail, input } = act;
  const changes = trail?.changes ?? [];
  const mainChange = changes.find(({ noun }) => noun === feature.resource) ?? changes[0];
  const objectId = mainChange?.key ?? inputNamed(feature.resource?.key, input);
  return {
    tenant_id: tenantOf(changes) ?? actor.tenantId ?? singleId(act.viewer?.sees.tenant ?? []) ?? '0',
    create_time: act.at,
    log_type: endpoint.signs === undefined ? kinds.operation : kinds.login,
    operate_type: operateTypeOf(endpoint, name),
    outcome: outcomes[act.outcome],
    user_id: actor.userId,
    username: actor.username,
    realname: actor.realname,
    noun: feature.name,
    act: name,
    log_content: linesOf(contentOf(act)),
    reason: act.reason ? linesOf(act.reason) : null,
    object_id: objectId === undefined ? null : String(boundedJson(objectId)),
    object_name: mainChange ? nameOf(mainChange.noun, mainChange.after ?? mainChange.before) : null,
    object_count: trail?.count() ?? 0,
    ip: client.ip,
    device: deviceOf(client.userAgent),
    user_agent: String(boundedJson(client.userAgent)),
    method: act.method,
    request_url: BASE_PATH + endpoint.path,
    request_param: JSON.stringify(maskedInput({ ...endpoint.listOf?.fields, ...endpoint.input }, input)),
    changes: changes.length === 0 ? null : JSON.stringify(changedRows(changes)),
    cost_time: Math.round(act.tookMs),
  };
};

/** The object that a call names when it wrote no row of it. */
const inputNamed = (key: string | undefined, input: Readonly<Record<string, unknown>>): unknown =>
  [key, 'id', 'ids', 'entityId']
    .map((name) => (name === undefined ? undefined : input[name]))
    .find((value) => typeof value === 'string' && value !== '');

const contentOf = ({ feature, endpoint, name }: JournalEntry): Words => {
  const title = featureTitle(feature) ?? [feature.name, feature.name, feature.name];
  const act: Words =
    name === SKIPPED ? logWords.skipped : (endpointTitle(feature, name) ?? (isAudited(endpoint) ? [name, name, name] : logWords.read));
  return [`${title[0]}：${act[0]}`, `${title[1]}：${act[1]}`, `${title[2]}: ${act[2]}`];
};

const insertRow = async (db: Tx | Database['system'], row: ReturnType<typeof rowOf>): Promise<void> => {
  const names = Object.keys(row).map((name) => sql.ref(name));
  await sql`insert into sys_log (${sql.join(names)}) values (${sql.join(Object.values(row))})`.execute(db);
};
