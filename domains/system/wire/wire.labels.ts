import type { Words } from '#kit/fields/words.ts';

export const wireInputLabels = { publicKey: ['公钥', '公鑰', 'Public key'] } as const satisfies Readonly<Record<string, Words>>;
