import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

export const testing = nounTesting({
  name: 'operation',
  namesNoRow: ['operation.transferData vendorId', 'operation.transferData messageId'],
  samples: {
    unlockGun: async ({ own }) => [{ cpCode: await own('pile'), gunNumber: 1 }],
    triggerMessage: async ({ own }) => [{ cpCode: await own('pile'), message: 'Heartbeat' }],
    readKey: async ({ own }) => [{ cpCode: await own('pile'), key: 'HeartbeatInterval' }],
    setKey: async ({ own }) => [{ cpCode: await own('pile'), key: 'HeartbeatInterval', value: '60' }],
    transferData: async ({ own }) => [{ cpCode: await own('pile'), vendorId: 'acme' }],
    recallOrders: async ({ own }) => [{ cpCode: await own('pile'), chargingOrderNo: 'NONE', confirmed: 1 }],
  },
  refusedHere: {
    restart: 'The pile is offline and cannot be operated',
    unlockGun: 'The protocol of this pile has no such operation',
    clearCache: 'The protocol of this pile has no such operation',
    queryStatus: 'The pile is offline and cannot be operated',
    triggerMessage: 'The protocol of this pile has no such operation',
    readKey: 'The protocol of this pile has no such operation',
    setKey: 'The protocol of this pile has no such operation',
    transferData: 'The protocol of this pile has no such operation',
    recallOrders: 'The pile is offline and cannot be operated',
  },
});
