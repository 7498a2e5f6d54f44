import { say } from '#kit/fields/words.ts';
import type { Language, Words } from '#kit/fields/words.ts';

/** The stored form of a name: the name of a kind, in whatever language, is stored in Simplified Chinese. */
export const storedJobName = (name: string, title: Words | undefined): string => (title?.includes(name) ? title[0] : name);

/** The displayed form of a name: a job with the name of its kind shows it in the viewer's language. */
export const displayedJobName = (language: Language, name: string, title: Words | undefined): string =>
  title && name === title[0] ? say(title, language) : name;
