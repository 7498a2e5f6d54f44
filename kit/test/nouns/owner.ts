/** The owner of a row in the test data: a tenant, one of its agents, or one of the agent's stations, each by its number. */
export interface Owner {
  readonly tenant: 1 | 2;
  readonly agent?: 1 | 2;
  readonly station?: 1 | 2;
}

export type Level = 'tenant' | 'agent' | 'station';

const both = [1, 2] as const;
/** All owners of a level, the nearest first. */
export const ownersOf = (level: Level): readonly Owner[] =>
  both.flatMap((tenant) => {
    if (level === 'tenant') return [{ tenant }];
    return both.flatMap((agent): Owner[] => (level === 'agent' ? [{ tenant, agent }] : both.map((station) => ({ tenant, agent, station }))));
  });

/** The owner of a wider level to which an owner belongs. A missing agent or station counts as the first. */
export const ownerAt = ({ tenant, agent = 1, station = 1 }: Owner, level: Level): Owner =>
  level === 'tenant' ? { tenant } : level === 'agent' ? { tenant, agent } : { tenant, agent, station };

/** A text that occurs in every row of an owner and nowhere else: `ZQ121QZ` for the first station of the second agent. */
export const markOf = ({ tenant, agent, station }: Owner): string => `ZQ${tenant}${agent ?? ''}${station ?? ''}QZ`;

/** All marks in a text. */
export const marksIn = (text: string): readonly string[] => [...new Set(text.match(/ZQ\d{1,3}QZ/gi) ?? [])].map((mark) => mark.toUpperCase());

/** Whether a mark belongs to an owner, to a wider one that contains it, or to a narrower one inside it. */
export const isNear = (mark: string, owner: Owner): boolean => {
  const theirs = mark.slice(2, -2);
  const ours = markOf(owner).slice(2, -2);
  return theirs.startsWith(ours) || ours.startsWith(theirs);
};
