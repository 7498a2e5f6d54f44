import { throwRefusal } from '#kit/resource/refusal.ts';
import { checkPassword } from './password.rules.ts';
import { passwordRefusals } from '../session/session.labels.ts';

/** Powers of ten of guesses after which somebody who knows what people choose has found a password. */
const GUESSES_LOG10_MIN = 8;
/** What comes after it makes no password easier to guess. */
const LETTERS_MAX = 64;

const load = async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  return new ZxcvbnFactory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
};
/** Fifty thousand passwords that have leaked are read when the first new one is judged. */
let guesser: ReturnType<typeof load> | undefined;

interface PasswordCandidate {
  readonly password: string;
  readonly username: string;
  readonly minLength: number;
}

/** Refuses a new password that breaks the rule, or that leaked lists and their usual variations lead to. */
export const requireStrongPassword = async ({ password, username, minLength }: PasswordCandidate): Promise<void> => {
  const verdict = checkPassword(password, username, minLength);
  if (!verdict.ok) throwRefusal(passwordRefusals, verdict.refusal, verdict.args);
  guesser ??= load();
  const { guessesLog10 } = (await guesser).check([...password].slice(0, LETTERS_MAX).join(''), [username]);
  if (guessesLog10 < GUESSES_LOG10_MIN) throwRefusal(passwordRefusals, 'password.common');
};
