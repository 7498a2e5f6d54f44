/** A position in the test data: a tenant, one of its agents, and one of the agent's stations. */
export interface Corner {
  readonly tenant: 1 | 2;
  readonly agent?: 1 | 2;
  readonly station?: 1 | 2;
}

export type Level = 'tenant' | 'agent' | 'station';

const both = [1, 2] as const;
/** All positions of a level, the nearest first. */
export const cornersOf = (level: Level): readonly Corner[] =>
  both.flatMap((tenant) => {
    if (level === 'tenant') return [{ tenant }];
    return both.flatMap((agent): Corner[] => (level === 'agent' ? [{ tenant, agent }] : both.map((station) => ({ tenant, agent, station }))));
  });

/** The same position at a wider level. */
export const cornerAt = ({ tenant, agent = 1, station = 1 }: Corner, level: Level): Corner =>
  level === 'tenant' ? { tenant } : level === 'agent' ? { tenant, agent } : { tenant, agent, station };

/** A text that occurs in every row of a position and nowhere else: `ZQ121QZ` for the first station of the second agent. */
export const markOf = ({ tenant, agent, station }: Corner): string => `ZQ${tenant}${agent ?? ''}${station ?? ''}QZ`;

/** All marks in a text. */
export const marksIn = (text: string): readonly string[] => [...new Set(text.match(/ZQ\d{1,3}QZ/gi) ?? [])].map((mark) => mark.toUpperCase());

/** Whether a mark belongs to a position, to a wider one that contains it, or to a narrower one inside it. */
export const isNear = (mark: string, corner: Corner): boolean => {
  const theirs = mark.slice(2, -2);
  const ours = markOf(corner).slice(2, -2);
  return theirs.startsWith(ours) || ours.startsWith(theirs);
};
