import type { AllocatedGun, PowerSite, QueuePlace } from './site.ts';

type GunWords = Partial<Omit<AllocatedGun, 'queue'>> & { readonly queue?: Partial<QueuePlace> };

/** A DC gun of 60 kW that wants everything; its efficiency is 1. */
export const gun = (id: string, { queue, ...words }: GunWords = {}): AllocatedGun => ({
  id,
  nodeId: 'site',
  supply: { kind: 'dc', efficiencyPermille: 1_000 },
  caps: [{ kind: 'rated', powerHw: 600 }],
  demandHw: 600,
  floorHw: 100,
  stepHw: 1,
  heldHw: 0,
  isBeyondControl: false,
  ...words,
  queue: { priority: 0, turns: 0, laxityMs: null, pluggedAtMs: 0, soc: null, weight: 1, mustRun: false, mustRest: false, ...queue },
});

export const siteOf = (limitHw: number, guns: readonly AllocatedGun[]): PowerSite => ({
  mode: 'fair',
  nodes: [{ id: 'site', parentId: null, limitHw }],
  guns,
});
