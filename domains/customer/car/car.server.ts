import { sql } from 'kysely';
import type { Draft, Row } from '#kit/fields/field.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { Context } from '#kit/server/context/context.ts';
import { addHandlers, crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { ownerOf, recruiterOf, tenantCurrency } from '../customer/owner.server.ts';
import { keepPoolFlag } from '../balance/funds-pool.server.ts';
import type { CustomerBooks } from '../balance/customer-books.server.ts';
import { carRefusals } from './car.labels.ts';
import type { CarRefusal } from './car.labels.ts';
import { changeState, checkEmpty, checkOwners, checkUsable, normalizeVin } from './car.rules.ts';
import { car, carApi } from './car.ts';

type Car = Row<typeof car.fields>;

const standardHandlers = crudHandlers(car);

export const carRoutes = ({ books }: { readonly books: CustomerBooks }): readonly Route[] =>
  implement(carApi, {
    ...standardHandlers,
    ...revealHandlers(car),
    ...addHandlers(car, (ctx, draft) => addCar(ctx, draft)),
    edit: async (ctx, input, extras) => {
      const isPooled = await keepPoolFlag(ctx, input.custId ?? input.phoneUserId);
      const before = await lockCar(ctx, input.carId ?? '0');
      orRefuse(checkUsable(before));
      const { custId = before.custId, phoneUserId = before.phoneUserId, carVin } = input;
      const changesOwner = ['custId', 'phoneUserId', 'agentId'].some((name) => name in input);
      const owner = changesOwner ? await ownerOfCar(ctx, { custId, phoneUserId }) : undefined;
      const row = await standardHandlers.edit(
        ctx,
        { ...input, ...(owner && { agentId: owner.agentId }), ...(typeof carVin === 'string' && { carVin: normalizeVin(carVin) }) },
        extras,
      );
      const payer = custId ?? phoneUserId;
      if (!isPooled || !payer || payer === (before.custId ?? before.phoneUserId)) return row;
      const member = { owner: { ownerType: 'car', ownerId: row.carId }, no: row.carNum, tenantId: row.tenantId, currency: row.currency } as const;
      await books.joinPool(ctx, { custId: payer, members: [member] });
      return ctx.rows(car).get(row.carId);
    },
    ...deleteHandlers(car, async (ctx, { carId }) => void orRefuse(checkEmpty(await lockCarWithDebt(ctx, books, carId)))),
    ...stateHandlers(car, async (ctx, { carId }, wantedState: -1 | 0 | 1) => {
      const state = orRefuse(changeState(await lockCarWithDebt(ctx, books, carId), wantedState));
      return ctx.rows(car).change(carId, { state });
    }),
  });

const addCar = async (ctx: Context, draft: Draft<typeof car.fields>) => {
  const owner = await ownerOfCar(ctx, draft);
  return ctx.rows(car).insert({
    ...draft,
    carVin: normalizeVin(draft.carVin),
    agentId: owner ? owner.agentId : recruiterOf(ctx.viewer, draft.agentId),
    currency: await tenantCurrency(ctx, draft.tenantId),
  });
};

/** Locks the car's row and reads it. */
const lockCar = async (ctx: Context, carId: string) => {
  await ctx.rows(car).get(carId);
  await sql`select 1 from car where car_id = ${carId} for update`.execute(ctx.db);
  return ctx.rows(car).get(carId);
};

/** Locks and reads the car with its debt. A recharge waits for the same lock, so that no money is booked to a car that is becoming disused. */
const lockCarWithDebt = async (ctx: Context, books: CustomerBooks, carId: string) => {
  const row = await lockCar(ctx, carId);
  const { tenantId, currency } = row;
  return { ...row, owedCents: await books.owedBy(ctx, { tenantId, currency, owner: { ownerType: 'car', ownerId: carId } }) };
};

const ownerOfCar = async (ctx: Context, ids: Partial<Pick<Car, 'custId' | 'phoneUserId'>>) => {
  const [company, person] = [await ownerOf(ctx, ids.custId), await ownerOf(ctx, ids.phoneUserId)];
  orRefuse(checkOwners({ company, person }));
  return company ?? person;
};

const orRefuse = <S>(verdict: Verdict<S, CarRefusal>): S => (verdict.ok ? verdict.next : throwRefusal(carRefusals, verdict.refusal, verdict.args));
