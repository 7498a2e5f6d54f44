import { problems } from '#kit/fields/problems.ts';
import type { Problem } from '#kit/fields/problems.ts';
import { say } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';

/** What is wrong with a value, for people. */
export const problemText = (problem: Problem, about: { readonly label: string; readonly language: Language }): string => {
  const within = problem.within;
  const inner = within ? { row: within.row, problem: problemText(within.problem, { label: within.field, language: about.language }) } : {};
  return say(problems[problem.code], about.language, { ...problem.args, ...inner, label: about.label });
};
