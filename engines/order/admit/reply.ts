import type { OrderFact } from '../facts.ts';
import { factOf, type OrderFacts } from '../merge.ts';
import type { Situation } from '../situation.ts';
import { exception, refused, type Verdict } from '../verdict.ts';
import { project } from '../view.ts';
import { resolve } from './resolve.ts';

/** Platform-to-pile reply results: 0 success, 1 failure, 2 exists, 3 not exist. */
const replyResult = { success: 0, failure: 1, exists: 2, notExist: 3 } as const;

/** The pile answered a start command. An acceptance after the deadline is revoked by a stop. */
export const admitStartReply = (
  facts: OrderFacts,
  { commandId, result }: { readonly commandId: string; readonly result: number },
  situation: Situation,
): Verdict => {
  const command = factOf(facts, 'startCommand');
  if (command?.commandId !== commandId) return refused('command.unknown', { effects: [{ do: 'count', counter: 'unknownReply' }] });
  const { nowMs: atMs } = situation;
  const accepted = result === replyResult.success || result === replyResult.exists;
  const view = project(facts);
  const reply: OrderFact = { kind: 'startReply', accepted, atMs };
  const isLate = accepted && atMs > command.deadlineMs && view.start === null && view.end === null && !facts.later.has('startReply:ok');
  if (!isLate) return resolve(facts, [reply], { situation });
  const added: OrderFact[] = [
    reply,
    { kind: 'flagOpened', flag: 'startTimeout', sinceMs: command.deadlineMs, detail: { says: 'lateReply' }, atMs },
    { kind: 'stopRequested', cause: 'lateStart', by: null, atMs },
  ];
  return resolve(facts, added, {
    situation,
    extra: [exception('lateStart', { says: 'lateReply' }, true)],
  });
};

/**
 * The pile answered a stop. "Not exist" means that it is not charging this order: the stop counts as confirmed until current is
 * seen, and the record is requested once.
 */
export const admitStopReply = (facts: OrderFacts, { result }: { readonly result: number }, situation: Situation): Verdict => {
  if (result === replyResult.failure) return resolve(facts, [], { situation });
  const isUnknownThere = result === replyResult.notExist && project(facts).end === null && !facts.later.has('stopConfirmed');
  return resolve(facts, [{ kind: 'stopConfirmed', atMs: situation.nowMs }], { situation, extra: isUnknownThere ? [{ do: 'recall' }] : [] });
};
