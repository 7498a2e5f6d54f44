import { problems } from './problems.ts';
import type { Problem } from './problems.ts';
import { say } from './words.ts';
import type { Language } from './words.ts';

/** What is wrong with a value, for people. */
export const problemText = (problem: Problem, about: { readonly label: string; readonly language: Language }): string => {
  const within = problem.within;
  const inner = within ? { row: within.row, problem: problemText(within.problem, { label: within.field, language: about.language }) } : {};
  return say(problems[problem.code], about.language, { ...problem.args, ...inner, label: about.label });
};
