import type { Draft, Row } from '#kit/fields/field.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { Context } from '#kit/server/context.ts';
import { adding, crudHandlers, removing, stateHandlers } from '#kit/server/crud.ts';
import { revealHandlers } from '#kit/server/personal.ts';
import { implement } from '#kit/server/route.ts';
import { ownerOf, recruiterOf, tenantCurrency } from '../owner.server.ts';
import { carRefusals } from './car.labels.ts';
import type { CarRefusal } from './car.labels.ts';
import { changeState, checkEmpty, checkOwners, checkUsable, plainVin } from './car.rules.ts';
import { car, carApi } from './car.ts';

type Car = Row<typeof car.fields>;

const plain = crudHandlers(car);

export const carRoutes = implement(carApi, {
  ...plain,
  ...revealHandlers(car),
  ...adding(car, (ctx, draft) => addCar(ctx, draft)),
  edit: async (ctx, input, extras) => {
    const before = await ctx.rows(car).get(input.carId ?? '0');
    orRefuse(checkUsable(before));
    const { custId = before.custId, phoneUserId = before.phoneUserId, carVin } = input;
    const touched = ['custId', 'phoneUserId', 'agentId'].some((name) => name in input);
    const owner = touched ? await ownerOfCar(ctx, { custId, phoneUserId }) : undefined;
    return plain.edit(
      ctx,
      { ...input, ...(owner && { agentId: owner.agentId }), ...(typeof carVin === 'string' && { carVin: plainVin(carVin) }) },
      extras,
    );
  },
  ...removing(car, (_ctx, row) => Promise.resolve(void orRefuse(checkEmpty(row)))),
  ...stateHandlers(car, async (ctx, row, wanted: -1 | 0 | 1) => ctx.rows(car).change(row.carId, { state: orRefuse(changeState(row, wanted)) })),
});

const addCar = async (ctx: Context, draft: Draft<typeof car.fields>) => {
  const owner = await ownerOfCar(ctx, draft);
  return ctx.rows(car).insert({
    ...draft,
    carVin: plainVin(draft.carVin),
    agentId: owner ? owner.agentId : recruiterOf(ctx.viewer, draft.agentId),
    currency: await tenantCurrency(ctx, draft.tenantId),
  });
};

const ownerOfCar = async (ctx: Context, ids: Partial<Pick<Car, 'custId' | 'phoneUserId'>>) => {
  const [company, person] = [await ownerOf(ctx, ids.custId), await ownerOf(ctx, ids.phoneUserId)];
  orRefuse(checkOwners({ company, person }));
  return company ?? person;
};

const orRefuse = <S>(verdict: Verdict<S, CarRefusal>): S => (verdict.ok ? verdict.next : refuse(carRefusals, verdict.refusal, verdict.args));
