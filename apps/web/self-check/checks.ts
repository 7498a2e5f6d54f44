import type { Args, Words } from '#kit/fields/words.ts';
import { callWhole, CallError } from '#kit/web/calls/client.ts';
import { viewerZone } from '#kit/web/format.ts';
import { languageNames, languageStore } from '#kit/web/language.ts';
import { canConnect } from '#kit/web/live/live.tsx';
import { sessionStore } from '#kit/web/session/session.ts';
import { writeStored, readStored } from '#kit/web/storage.ts';
import { signingInfo } from '#kit/web/calls/request-signing.ts';
import { accountApi } from '#domains/identity/web.ts';
import { checkWords as words } from './check-words.ts';

/** The result of a check; `plain` is information that is neither right nor wrong. */
export interface Finding {
  readonly tone: 'good' | 'warn' | 'bad' | 'plain';
  readonly text: Words;
  readonly args?: Args;
}

export interface Check {
  readonly name: string;
  readonly label: Words;
  /** Never rejects: a failure is a result. */
  readonly run: () => Promise<Finding>;
}

/** A server that takes longer for its smallest answer makes every page slow. */
const SLOW_MS = 2_000;
const CLOCK_MS = 60_000;

interface Answer {
  readonly ms: number;
  /** How far the server's clock is ahead. */
  readonly aheadMs: number;
}

/** The smallest call that needs no session. How to sign requests is loaded before, so that it is not measured. */
const askServer = async (): Promise<Answer> => {
  await signingInfo();
  const [beganMs, startedMs] = [performance.now(), Date.now()];
  const { timestamp } = await callWhole(accountApi.options, {});
  const ms = Math.round(performance.now() - beganMs);
  return { ms, aheadMs: timestamp - (startedMs + ms / 2) };
};

export const judgeServer = ({ ms }: Answer): Finding =>
  ms > SLOW_MS ? { tone: 'warn', text: words.serverSlow, args: { ms } } : { tone: 'good', text: words.serverGood, args: { ms } };

export const judgeClock = ({ aheadMs }: Answer): Finding =>
  Math.abs(aheadMs) < CLOCK_MS
    ? { tone: 'good', text: words.clockGood }
    : { tone: 'warn', text: words.clockWrong, args: { minutes: Math.round(Math.abs(aheadMs) / 60_000) } };

const ENTRY = /assets\/index-[\w-]+\.js/;

/** Each build gives its first script another name. */
export const judgeProgram = (ownIndex: string, servedIndex: string): Finding => {
  const [ownEntry, servedEntry] = [ENTRY.exec(ownIndex)?.[0], ENTRY.exec(servedIndex)?.[0]];
  if (ownEntry === undefined || servedEntry === undefined) return { tone: 'plain', text: words.programUnknown };
  return ownEntry === servedEntry ? { tone: 'good', text: words.programGood } : { tone: 'warn', text: words.programOld };
};

const compareProgram = async (): Promise<Finding> => {
  try {
    const page = await fetch('./', { cache: 'no-store', credentials: 'omit' });
    return judgeProgram([...document.scripts].map(({ src }) => src).join(' '), await page.text());
  } catch {
    return { tone: 'plain', text: words.programUnknown };
  }
};

const checkLine = async (): Promise<Finding> => {
  if (sessionStore.get() === null) return { tone: 'plain', text: words.lineOut };
  const opens = await canConnect().catch(() => false);
  return opens ? { tone: 'good', text: words.lineGood } : { tone: 'warn', text: words.lineBad };
};

const PROBE = 'self-check';
const checkStorage = (): Finding => {
  writeStored(PROBE, 'here');
  const works = readStored(PROBE) === 'here';
  writeStored(PROBE, null);
  return works ? { tone: 'good', text: words.storageGood } : { tone: 'bad', text: words.storageBad };
};

const plainFinding = (text: string): Finding => ({ tone: 'plain', text: words.asIs, args: { text } });
const immediately = (find: () => Finding) => () => Promise.resolve(find());

/** All checks in order. The server is called once for all checks that read the same answer. */
export const checks = (): readonly Check[] => {
  let answer: Promise<Answer> | undefined;
  const judged = (judge: (answer: Answer) => Finding, failed: (problem: string) => Finding) => () =>
    (answer ??= askServer()).then(judge, (problem: unknown) => failed(problem instanceof CallError ? problem.message : String(problem)));
  return [
    { name: 'server', label: words.server, run: judged(judgeServer, (problem) => ({ tone: 'bad', text: words.serverBad, args: { problem } })) },
    { name: 'program', label: words.program, run: compareProgram },
    { name: 'line', label: words.line, run: checkLine },
    { name: 'clock', label: words.clock, run: judged(judgeClock, () => ({ tone: 'plain', text: words.clockUnknown })) },
    {
      name: 'safety',
      label: words.safety,
      run: immediately(() => (window.isSecureContext ? { tone: 'good', text: words.safetyGood } : { tone: 'warn', text: words.safetyBad })),
    },
    { name: 'storage', label: words.storage, run: immediately(checkStorage) },
    { name: 'browser', label: words.browser, run: immediately(() => plainFinding(navigator.userAgent)) },
    {
      name: 'language',
      label: words.language,
      run: immediately(() => plainFinding(`${languageNames[languageStore.get()]} (${navigator.languages.join(', ')})`)),
    },
    { name: 'zone', label: words.zone, run: immediately(() => plainFinding(viewerZone())) },
    {
      name: 'window',
      label: words.window,
      run: immediately(() => plainFinding(`${window.innerWidth} × ${window.innerHeight} @ ${window.devicePixelRatio}`)),
    },
  ];
};
