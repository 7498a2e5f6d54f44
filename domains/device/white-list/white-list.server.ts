import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { accountType, commandResult } from '#engines/protocol/codes.ts';
import { reportOf } from '#engines/protocol/white-list.ts';
import type { ListReport } from '#engines/protocol/white-list.ts';
import { pile, pileProtocol } from '#domains/network/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { commandStat } from '../command/command.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { mobilesOf, sendPart, sha256 } from './station-list.server.ts';
import { whiteListStateOf } from './white-list.rules.ts';
import { whiteListApi, whiteListRefusals } from './white-list.ts';
import type { PileWhiteList } from './white-list.ts';

const { native } = valuesOf(pileProtocol);

export const whiteListRoutes = implement(whiteListApi, {
  whiteListStates: async (ctx, input) => {
    const piles = await pilesOf(ctx, input.cpCodes);
    const mobilesByStation = await listsOf(ctx, piles);
    const keptByCode = await keptLists(
      ctx.db,
      piles.map(({ cpCode }) => cpCode),
    );
    return piles.map(({ cpCode, cpName, stationId, protocol }): PileWhiteList => {
      const wanted = reportOf(mobilesByStation.get(stationId) ?? [], sha256);
      const { reported = null, reportedAt = null, lastCommand = null, remark = null } = keptByCode.get(cpCode) ?? {};
      return {
        cpCode,
        cpName,
        stationCount: wanted.count,
        pileCount: reported?.count ?? null,
        reportedAt: reportedAt?.toISOString() ?? null,
        state: whiteListStateOf({ isNative: protocol === native, wanted, reported, lastCommand }),
        remark: lastCommand === 'failed' ? remark : null,
      };
    });
  },
  pushWhiteList: async (ctx, input) => {
    const piles = await idlePiles(ctx, input.cpCodes);
    const mobilesByStation = await listsOf(ctx, piles);
    for (const { cpCode, stationId } of piles)
      await sendPart(ctx.db, { cpCode, mobiles: mobilesByStation.get(stationId) ?? [], offset: 0, requestedBy: ctx.viewer.username });
    return ctx.say(kitWords.changed);
  },
  pullWhiteList: async (ctx, input) => {
    const command = { cmd: 'readWhiteList', accountType: accountType.phoneUser } as const;
    for (const { cpCode } of await idlePiles(ctx, input.cpCodes))
      await enqueueCommand(ctx.db, { cpCode, command, requestedBy: ctx.viewer.username, because: 'operator' });
    return ctx.say(kitWords.changed);
  },
});

const pilesOf = async (ctx: Context, cpCodes: string) => {
  const codes = splitIds(cpCodes);
  const piles = await ctx.rows(pile).findMany(codes);
  if (piles.length !== codes.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  return piles.toSorted((a, b) => codes.indexOf(a.cpCode) - codes.indexOf(b.cpCode));
};

/** The native piles of a request, without those whose last command with a list is still open. */
const idlePiles = async (ctx: Context, cpCodes: string) => {
  const piles = await pilesOf(ctx, cpCodes);
  const disused = piles.find((row) => row.cpStat === entityState.disused);
  if (disused) throwRefusal(deviceRefusals, 'device.disused', { name: disused.cpName });
  const nativePiles = piles.filter((row) => row.protocol === native);
  if (nativePiles.length === 0) throwRefusal(whiteListRefusals, 'whiteList.unsupported');
  const keptByCode = await keptLists(
    ctx.db,
    nativePiles.map(({ cpCode }) => cpCode),
  );
  return nativePiles.filter(({ cpCode }) => keptByCode.get(cpCode)?.lastCommand !== 'open');
};

const listsOf = async (ctx: Context, piles: readonly { readonly stationId: string }[]): Promise<ReadonlyMap<string, readonly string[]>> => {
  const lists = new Map<string, readonly string[]>();
  for (const stationId of new Set(piles.map((row) => row.stationId))) lists.set(stationId, await mobilesOf(ctx.db, stationId));
  return lists;
};

interface KeptList {
  readonly reported: ListReport | null;
  readonly reportedAt: Date | null;
  readonly lastCommand: 'open' | 'failed' | null;
  readonly remark: string | null;
}

/** What each pile reported last, and the result of the last command with a list. */
const keptLists = async (tx: Tx, cpCodes: readonly string[]): Promise<ReadonlyMap<string, KeptList>> => {
  const { rows } = await sql<{
    cpCode: string;
    accountCount: number | null;
    digest: string | null;
    reportedAt: Date | null;
    stat: number | null;
    result: number | null;
    remark: string | null;
  }>`select s.cp_code, w.account_count, w.digest, w.reported_at, c.stat, c.result, c.remark
    from pile_state s left join pile_white_list w on w.cp_code = s.cp_code
      left join lateral (select stat, result, remark from device_command d where d.cp_code = s.cp_code and d.cmd in ('setWhiteList', 'readWhiteList')
        order by d.create_time desc limit 1) c on true where s.cp_code = any(${cpCodes}::text[])`.execute(tx);
  return new Map(
    rows.map(({ cpCode, accountCount: count, digest, reportedAt, stat, result, remark }) => {
      const reported = count === null || digest === null ? null : { count, digest };
      const ended = result === commandResult.success ? null : 'failed';
      const lastCommand = stat === null ? null : stat < commandStat.items.completed.value ? 'open' : ended;
      return [cpCode, { reported, reportedAt, lastCommand, remark }];
    }),
  );
};
