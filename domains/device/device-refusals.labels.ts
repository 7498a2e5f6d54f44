import type { RefusalTable } from '#kit/resource/refusal.ts';

/** Why a pile takes no request of an operator, whatever the request. `name` is the name of the pile. */
export const deviceRefusals = {
  'device.disused': ['电桩“{name}”已废弃，不能再操作', '電樁「{name}」已廢棄，不能再操作', 'Pile {name} is disused and cannot be operated'],
  'device.noSuchGun': ['电桩“{name}”没有{n}号枪', '電樁「{name}」沒有{n}號槍', 'Pile {name} has no gun {n}'],
} as const satisfies RefusalTable;
