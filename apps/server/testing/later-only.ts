/** Verbs that want a pile on its line, or an order that has gone further than a world without piles can bring it: what they say here. */
export const laterOnly: Readonly<Record<string, string>> = {
  'parameter.setParameter': 'The pile is offline; this cannot wait for it',
  'chargingOrder.manualEnd': 'Give a reason',
  'chargingOrder.manualEndConfirm': 'Nothing waits for a second person',
  'chargingOrder.manualSettle': 'The order has not ended',
  'chargingOrder.manualSettleConfirm': 'Nothing waits for a second person',
  'chargingOrder.clearFlag': 'Give a reason',
  'chargingOrder.assignParty': 'The order has a payer already',
  'chargingOrder.adjust': 'No adjustment is due',
  'chargingOrder.adoptRecord': 'There is no such end record',
  'chargingOrder.delete': 'The order is not in a state for this',
  'chargingOrder.cancelReservation': 'The order is not a reservation that waits',
};
