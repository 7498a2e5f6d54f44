import { choice, id, instant, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { privilegeCardPaymentState } from '../privilege-card/privilege-card.codes.ts';

/** A payment of a driver whose money buys a privilege card as soon as it is in the wallet, and what became of it. */
export const privilegeCardPayment = resource({
  name: 'privilegeCardPayment',
  sensitivity: 'money',
  path: '/op/privilegeCardPayment',
  table: 'privilege_card_payment',
  view: 'privilege_card_payment_view',
  key: 'prePayOrderId',
  title: 'billId',
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden', customer: 'hidden' },
  softDelete: false,
  fields: {
    prePayOrderId: readOnly(id()),
    /** The number by which the provider knows the payment. */
    billId: readOnly(text({ max: 24 })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    privilegeCardId: readOnly(ref('privilegeCard', { filter: 'equals' })),
    cardName: readOnly(text({ max: 30 })),
    /** The driver's phone number. */
    mainPartNo: readOnly(personal(text({ max: 20, filter: 'equals' }), { kind: 'phone' })),
    /** The price that the driver was shown. */
    price: readOnly(money()),
    currency: readOnly(text({ max: 3 })),
    state: readOnly(choice(privilegeCardPaymentState, { filter: 'equals' })),
    /** Why the card was not sold: the code of a refusal. The money is in the wallet. */
    refusal: readOnly(optional(text({ max: 60 }))),
    privilegeCardHoldId: readOnly(optional(id())),
    doneTime: readOnly(optional(instant())),
  },
});

const { list, queryById, exportXls } = crud(privilegeCardPayment);

export const privilegeCardPaymentApi = { list, queryById, ...personalApi(privilegeCardPayment), exportXls };
