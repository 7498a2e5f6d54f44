import { say } from '#kit/fields/words.ts';
import type { Language, Words } from '#kit/fields/words.ts';

/** How a name is kept: the own name of a kind, in whatever language it was written, by its first words. */
export const storedJobName = (name: string, title: Words | undefined): string => (title?.includes(name) ? title[0] : name);

/** How a name is read: a job that nobody has renamed bears the name of its kind in every language. */
export const displayedJobName = (language: Language, name: string, title: Words | undefined): string =>
  title && name === title[0] ? say(title, language) : name;
