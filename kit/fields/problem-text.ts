import { problems } from './problems.ts';
import type { Problem } from './problems.ts';
import { say } from './words.ts';
import type { Language } from './words.ts';

/** The text of a problem in a language. */
export const problemText = (problem: Problem, context: { readonly label: string; readonly language: Language }): string => {
  const within = problem.within;
  const inner = within ? { row: within.row, problem: problemText(within.problem, { label: within.field, language: context.language }) } : {};
  return say(problems[problem.code], context.language, { ...problem.args, ...inner, label: context.label });
};
