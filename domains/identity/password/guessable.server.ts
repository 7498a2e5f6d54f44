import { throwRefusal } from '#kit/resource/refusal.ts';
import { checkPassword } from './password.rules.ts';
import { passwordRefusals } from '../session/session.labels.ts';

/** The minimum strength: the logarithm, to base ten, of the attempts that an informed attacker needs. */
const GUESSES_LOG10_MIN = 8;
/** Only so many characters are rated; more do not make a password easier to guess. */
const LETTERS_MAX = 64;

const load = async () => {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  return new ZxcvbnFactory({ dictionary: { ...dictionary }, graphs: adjacencyGraphs });
};
/** Loads fifty thousand leaked passwords when the first new password is checked. */
let guesser: ReturnType<typeof load> | undefined;

interface PasswordCandidate {
  readonly password: string;
  readonly username: string;
  readonly minLength: number;
}

/** Refuses a new password that breaks the rule, or that resembles a leaked one. */
export const requireStrongPassword = async ({ password, username, minLength }: PasswordCandidate): Promise<void> => {
  const verdict = checkPassword(password, username, minLength);
  if (!verdict.ok) throwRefusal(passwordRefusals, verdict.refusal, verdict.args);
  guesser ??= load();
  const { guessesLog10 } = (await guesser).check([...password].slice(0, LETTERS_MAX).join(''), [username]);
  if (guessesLog10 < GUESSES_LOG10_MIN) throwRefusal(passwordRefusals, 'password.common');
};
