import { id, optional } from '#kit/fields/field.ts';
import type { Words } from '#kit/fields/words.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { pile, pileCode } from '#domains/network/resources.ts';
import { powerControlRefusals } from '../power-control/power-control.labels.ts';

/** The power control that piles follow. */
export const pilePowerApi = {
  /** Without a power control, the pile is released from the one that it follows. */
  setPowerControl: endpoint({
    method: 'POST',
    path: `${pile.path}/setPowerControl`,
    allow: 'pile:power',
    bulk: { of: 'pile', row: 'cpCode', shared: ['powerControlId'] },
    input: { cpCode: pileCode, powerControlId: optional(id()) },
    output: words(),
  }),
};

export const pilePowerRefusals = {
  ...powerControlRefusals,
  'pilePower.disused': ['电桩“{name}”已废弃，不能再变更', '電樁「{name}」已廢棄，不能再變更', 'Pile {name} is disused and stays so'],
  'pilePower.notEnabled': ['功率控制“{name}”未启用', '功率控制「{name}」未啟用', 'Power control {name} is not enabled'],
} as const;

/** Texts of the dialog. */
export const pilePowerWords = {
  set: ['设置功率控制', '設定功率控制', 'Set power control'],
  power: ['功率', '功率', 'Power'],
  next: ['下一步', '下一步', 'Next'],
  none: ['不选则解除绑定', '不選則解除綁定', 'Choose none to release the piles'],
  release: ['解除功率控制', '解除功率控制', 'Release from power control'],
} as const satisfies Readonly<Record<string, Words>>;
