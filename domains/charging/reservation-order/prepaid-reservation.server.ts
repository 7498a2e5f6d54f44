import { mainPartType } from '#engines/order/codes.ts';
import type { Language } from '#kit/fields/words.ts';
import type { ReservedWindow } from '#engines/reservation/window.ts';
import { partyById } from '#domains/customer/server.ts';
import type { Party } from '#domains/customer/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { orderWork } from '../order/lifecycle/order-work.server.ts';
import type { OrderWork } from '../order/lifecycle/order-work.server.ts';
import { freeGun } from '../order/start/free-gun.server.ts';
import { tariffAt } from '../order/start/open-order.server.ts';
import type { StartSite } from '../order/start/start-site.server.ts';
import { refuseStart } from '../order/visible-order.server.ts';
import { createPrepaidOrder } from '../prepaid-order/create-prepaid.server.ts';
import type { CreatedPrepaidOrder, NewPrepaidOrder } from '../prepaid-order/create-prepaid.server.ts';
import { prepaidRefusals } from '../prepaid-order/prepaid-order.labels.ts';
import type { PaymentDeps } from '../prepaid-order/payment-services.server.ts';
import { dearestFeeCents, openReservation } from './open-reservation.server.ts';
import type { ReservationTerms } from './open-reservation.server.ts';
import { checkWindow, reservationRulesOf } from './reservation-offer.server.ts';
import { reservationRefusals } from './reservation-order.labels.ts';

/** What a driver wants to reserve and to pay for in advance. */
export interface NewPrepaidReservation extends Omit<NewPrepaidOrder, 'amountCents' | 'custId' | 'purpose' | 'alongside'> {
  /** For the charge; the dearest fee is paid on top of it, and what is not used goes back. */
  readonly chargeCents: bigint;
  /** The fee that the driver was told. */
  readonly feeCents: bigint;
  readonly custId: string;
  /** Null: now. */
  readonly fromMs: number | null;
  readonly minutes: number;
  readonly language: Language;
  /** Runs in the transaction that stores both; what it throws prevents them. */
  readonly alongside?: (tx: Tx, made: MadeReservation & Omit<CreatedPrepaidOrder, 'action'>) => Promise<void>;
}

export interface MadeReservation {
  readonly croId: string;
  readonly reservationOrderNo: string;
  readonly chargingOrderNo: string;
}
export type CreatedPrepaidReservation = CreatedPrepaidOrder & MadeReservation;

/** The last question about a payment is asked at the end of its window; the reservation waits for the answer for so long. */
const ANSWER_WAIT_MS = 30_000;

/**
 * Reserves a gun and asks the provider for its payment. The window belongs to nobody else from now on; without the money the reservation ends by itself
 * at the end of the payment window. The reservation and its payment are stored in one transaction.
 */
export const createPrepaidReservation = async (deps: PaymentDeps, input: NewPrepaidReservation): Promise<CreatedPrepaidReservation> => {
  const made: { checked?: CheckedReservation; reserved?: MadeReservation } = {};
  const payment = await createPrepaidOrder(deps, {
    ...input,
    amountCents: input.chargeCents + input.feeCents,
    purpose: {
      before: (tx) => freeGun(orderWork(deps, tx, 'driver'), input),
      check: async (tx, site, now) => {
        made.checked = await checkReservation(tx, { input, site, now });
        return tariffAt(tx, site, now.getTime());
      },
    },
    alongside: async (tx, order) => {
      if (!made.checked) throw new Error('a reservation was not checked');
      made.reserved = await openPaid(orderWork(deps, tx, 'driver'), { input, checked: made.checked, order });
      await input.alongside?.(tx, { ...order, ...made.reserved });
    },
  });
  if (!made.reserved) throw new Error('a payment was made without its reservation');
  return { ...payment, ...made.reserved };
};

interface CheckedReservation {
  readonly site: StartSite;
  readonly party: Party;
  readonly window: ReservedWindow;
  readonly terms: ReservationTerms;
}

const checkReservation = async (
  tx: Tx,
  { input, site, now }: { readonly input: NewPrepaidReservation; readonly site: StartSite; readonly now: Date },
): Promise<CheckedReservation> => {
  const party = await partyById(tx, mainPartType.phoneUser, input.custId);
  const rules = await reservationRulesOf(tx, site.cpCode, now);
  if (party?.tenantId !== site.tenantId || !rules) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const { fromMs, minutes } = input;
  const { window, terms } = await checkWindow(tx, { site, party, rules, fromMs, minutes, nowMs: now.getTime() });
  const minCents = site.accountMinAmountCents;
  if (input.chargeCents < minCents) throwRefusal(prepaidRefusals, 'prepaid.tooLittle', { minCents });
  if (dearestFeeCents(terms.details, window) !== input.feeCents) throwRefusal(reservationRefusals, 'reservation.otherFee', {}, { status: 409 });
  return { site, party, window, terms };
};

interface PaidOpening {
  readonly input: NewPrepaidReservation;
  readonly checked: CheckedReservation;
  readonly order: Pick<CreatedPrepaidOrder, 'prePayOrderId' | 'expiresAt'>;
}

const openPaid = async (work: OrderWork, { input, checked, order }: PaidOpening): Promise<MadeReservation> => {
  const reserved = await openReservation(work, {
    ...checked,
    canBeReservation: true,
    payment: {
      prePayOrderId: order.prePayOrderId,
      userMobile: input.userMobile,
      chargeCents: input.chargeCents,
      payByMs: order.expiresAt.getTime() + ANSWER_WAIT_MS,
      startSource: input.appType,
    },
  });
  if (!reserved.ok) return refuseStart(reserved.verdict, { language: input.language, currency: checked.site.currency, zone: checked.site.zone });
  const { croId, reservationOrderNo } = reserved;
  return { croId, reservationOrderNo, chargingOrderNo: reserved.order.row.orderNo };
};
