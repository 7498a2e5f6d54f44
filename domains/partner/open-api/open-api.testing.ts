import { nounTesting } from '#kit/test/nouns/noun-testing.ts';

const isProven = 'A partner has no session; the keys and the signature of its account are the proof';
const isUnsigned = 'These calls are not signed';
const now = Date.now();

export const testing = nounTesting({
  name: 'openApi',
  namesNoRow: ['openApi.guns stationId', 'openApi.gun cpCode', 'openApi.prices cpCode', 'openApi.start cpCode'],
  isPublic: {
    stations: isProven,
    guns: isProven,
    gun: isProven,
    prices: isProven,
    start: isProven,
    charge: isProven,
    stop: isProven,
    orders: isProven,
  },
  samples: {
    stations: async () => [{}],
    guns: async () => [{ stationId: '1' }],
    gun: async () => [{ cpCode: 'A', gunNumber: 1 }],
    prices: async () => [{ cpCode: 'A', gunNumber: 1 }],
    start: async () => [{ requestId: 'r1', cpCode: 'A', gunNumber: 1 }],
    charge: async () => [{ requestId: 'r1' }],
    stop: async () => [{ requestId: 'r1' }],
    orders: async () => [{ from: new Date(now - 86_400_000).toISOString(), to: new Date(now).toISOString() }],
  },
  neverSucceeds: {
    stations: isUnsigned,
    guns: isUnsigned,
    gun: isUnsigned,
    prices: isUnsigned,
    start: isUnsigned,
    charge: isUnsigned,
    stop: isUnsigned,
    orders: isUnsigned,
  },
});
