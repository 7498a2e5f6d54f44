import { sql } from 'kysely';
import type { OrderFact } from '#engines/order/facts.ts';
import { laterFacts } from '#engines/order/merge.ts';
import { commandResult, startResult } from '#engines/protocol/codes.ts';
import { itemOf, valuesOf } from '#kit/fields/codes.ts';
import { say, wordsFor } from '#kit/fields/words.ts';
import { ledgerRefusals } from '#domains/money/server.ts';
import { commandStat } from '#domains/device/resources.ts';
import type { Context } from '#kit/server/context/context.ts';
import type { Handlers } from '#kit/server/context/route.ts';
import { readCommands } from './commands.server.ts';
import { decodeDetail } from '../lifecycle/event-detail.rules.ts';
import { factAtMs, factDetail } from './fact-detail.rules.ts';
import type { chargingOrderApi } from '../order-api.ts';
import { abnormalReason, softFlagWords } from '../order.codes.ts';
import type { LogEntry, OrderCommand } from '../order-detail.ts';
import { eventWords, factWords, logWords, sentenceWords } from './order-log.labels.ts';
import { orderRefusals } from '../order-refusals.labels.ts';
import { chargingOrder } from '../order.ts';
import { readOrder } from '../lifecycle/stored-order.server.ts';
import { refusalTexts } from '../display-text.rules.ts';
import type { TextContext } from '../display-text.rules.ts';
import { textContextOf } from '../visible-order.server.ts';

/** The most device events shown for one order. */
const EVENTS_MAX = 200;

/** The log of an order in order of time: facts, commands, device events, and questions to a second person. */
export const logHandlers: Pick<Handlers<typeof chargingOrderApi>, 'orderLog'> = {
  orderLog: async (ctx, { id }) => {
    const { chargingOrderNo } = await ctx.rows(chargingOrder).get(id);
    const order = await readOrder(ctx.db, { orderId: id });
    if (!order) throw new Error(`order ${id} has gone`);
    const textContext = textContextOf(ctx, order.row);
    const facts = [order.facts.created, ...laterFacts(order.facts)].map((fact): LogEntry => ({
      ...entryOfFact(ctx, fact),
      detail: factDetail(fact, textContext),
    }));
    const commands = (await readCommands(ctx, chargingOrderNo)).map((command) => entryOfCommand(ctx, command));
    const entries = [...facts, ...commands, ...(await readEvents(ctx, chargingOrderNo, textContext)), ...(await readQuestions(ctx, id))];
    return entries.sort((a, b) => a.at.localeCompare(b.at));
  },
};

const entryOfFact = (ctx: Context, fact: OrderFact): LogEntry => {
  const { title, tone } = factWords[fact.kind];
  const failed =
    (fact.kind === 'startResult' && fact.result !== startResult.success) ||
    (fact.kind === 'startReply' && !fact.accepted) ||
    (fact.kind === 'refundResult' && !fact.succeeded);
  return {
    at: new Date(factAtMs(fact)).toISOString(),
    source: 'fact',
    name: fact.kind,
    title: ctx.say(title),
    detail: '',
    by: 'by' in fact && fact.kind !== 'startCommand' ? fact.by : null,
    secondBy: 'secondBy' in fact ? fact.secondBy : null,
    reason: 'reason' in fact ? fact.reason : null,
    tone: failed ? 'bad' : tone,
  };
};

const { notExecuted, running, completed } = valuesOf(commandStat);

const entryOfCommand = (ctx: Context, command: OrderCommand): LogEntry => {
  const isCompleted = command.stat === completed;
  const failed = isCompleted && command.result !== commandResult.success;
  const ended = failed ? logWords.commandFailed : logWords.commandDone;
  const outcome = command.stat === notExecuted ? logWords.commandWaiting : command.stat === running ? logWords.commandSent : ended;
  return {
    at: command.createTime,
    source: 'command',
    name: command.cmd,
    title: command.cmd_dictText,
    detail: [ctx.say(outcome), command.remark ?? ''].filter(Boolean).join(' · '),
    by: command.requestedBy,
    secondBy: null,
    reason: null,
    tone: failed ? 'bad' : isCompleted ? 'good' : 'busy',
  };
};

const readEvents = async (ctx: Context, chargingOrderNo: string, textContext: TextContext): Promise<readonly LogEntry[]> => {
  const { rows } = await sql<{ kind: string; detail: string; at: Date; cpCode: string }>`select kind, detail, at, cp_code from device_event
    where charging_order_no = ${chargingOrderNo} order by at limit ${EVENTS_MAX}`.execute(ctx.db);
  return rows.map(({ kind, detail, at, cpCode }) => ({
    at: at.toISOString(),
    source: 'event',
    name: kind,
    title: eventTitle(ctx, kind),
    detail: eventDetail(detail, textContext),
    by: cpCode,
    secondBy: null,
    reason: null,
    tone: 'warn',
  }));
};

const eventTitle = (ctx: Context, kind: string): string => {
  const table = { ...orderRefusals, ...softFlagWords, ...eventWords };
  const words = itemOf(abnormalReason, kind)?.words ?? wordsFor(table, kind);
  return words ? ctx.say(words) : `${ctx.say(logWords.unknownEvent)}: ${kind}`;
};

/** A stored sentence with its values, in the viewer's language. Other details are a device's own text and are shown unchanged. */
const eventDetail = (detail: string, textContext: TextContext): string => {
  const { says, ...args } = decodeDetail(detail);
  const words = typeof says === 'string' ? wordsFor({ ...orderRefusals, ...ledgerRefusals, ...sentenceWords }, says) : undefined;
  return words ? say(words, textContext.language, refusalTexts(args, textContext)) : detail;
};

const readQuestions = async (ctx: Context, orderId: string): Promise<readonly LogEntry[]> => {
  const { rows } = await sql<{
    verb: string;
    reason: string;
    askedBy: string;
    askedAt: Date;
    agreed: boolean | null;
    answeredBy: string | null;
    answeredAt: Date | null;
  }>`
    select verb, reason, asked_by, asked_at, agreed, answered_by, answered_at from order_second where charging_order_id = ${orderId}`.execute(ctx.db);
  return rows.flatMap(({ verb, reason, askedBy, askedAt, agreed, answeredBy, answeredAt }): readonly LogEntry[] => {
    const common = { source: 'second', name: verb, detail: '', secondBy: null } as const;
    const question: LogEntry = {
      ...common,
      reason,
      at: askedAt.toISOString(),
      title: ctx.say(verb === 'end' ? logWords.askedEnd : logWords.askedSettle),
      by: askedBy,
      tone: 'warn',
    };
    if (agreed === null || answeredAt === null) return [question];
    const title = ctx.say(agreed ? logWords.agreed : logWords.declined);
    return [question, { ...common, reason: null, at: answeredAt.toISOString(), title, by: answeredBy, tone: agreed ? 'good' : 'quiet' }];
  });
};
