import type { Row } from '#kit/fields/field.ts';
import type { Context } from '#kit/server/context/context.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { implement } from '#kit/server/context/route.ts';
import type { card } from '../card/card.ts';
import type { Operation } from '../card/card.rules.ts';
import { cardOperate, cardOperateApi } from './card-operate.ts';

const { list, exportXls } = crudHandlers(cardOperate);

export const cardOperateRoutes = implement(cardOperateApi, { list, exportXls });

type Card = Pick<Row<typeof card.fields>, 'icCardId' | 'icCardNo' | 'tenantId' | 'agentId'>;

/** Records an operation on a card in the same transaction. `replaced`: the card it replaces. */
export const recordOperation = async (
  ctx: Context,
  operationFacts: { readonly card: Card; readonly operation: Operation; readonly reason?: string | null | undefined; readonly replaced?: Card },
): Promise<string> => {
  const { card, operation, reason, replaced } = operationFacts;
  const { icCardOperateId } = await ctx.rows(cardOperate).insert({
    tenantId: card.tenantId,
    agentId: card.agentId,
    icCardId: card.icCardId,
    icCardNo: card.icCardNo,
    csrFlag: operation,
    csrReason: reason ?? null,
    oldCardId: replaced?.icCardId ?? null,
    oldCardNumber: replaced?.icCardNo ?? null,
  });
  return icCardOperateId;
};
