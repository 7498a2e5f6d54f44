import { commandResult } from '#engines/protocol/codes.ts';
import type { CommandResult } from './commands.ts';
import type { Pile, PileNotice } from './pile.ts';

const LINES_MAX = 2_000;
const REPLY_MS = 300;
const UPLOAD_MS = 60_000;

interface LogLine {
  readonly atMs: number;
  readonly text: string;
}

/** What happened at a pile, the newest last. */
export interface PileLog {
  add(notice: PileNotice): void;
  /** The lines of a time as a file; empty when there are none. */
  between(fromMs: number, toMs: number): string;
}

export const createPileLog = (nowMs: () => number): PileLog => {
  let lines: readonly LogLine[] = [];
  return {
    add: (notice) => {
      lines = [...lines, { atMs: nowMs(), text: textOf(notice) }].slice(-LINES_MAX);
    },
    between: (fromMs, toMs) =>
      lines
        .filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
        .map(({ atMs, text }) => `${new Date(atMs).toISOString()} ${text}\n`)
        .join(''),
  };
};

const textOf = (notice: PileNotice): string => {
  const { kind, ...details } = notice;
  const text = 'record' in details ? `${details.record.kind} of ${details.record.session.key}` : Object.values(details).join(' ');
  return `${kind} ${text}`.trim();
};

export interface LogRequest {
  readonly url: string;
  readonly fromMs: number;
  readonly toMs: number;
  readonly report: (status: 'Uploading' | 'Uploaded' | 'UploadFailed') => void;
}

/** Uploads the log of a time by HTTP PUT. */
export const sendLog = (pile: Pile, { url, fromMs, toMs, report }: LogRequest): CommandResult => {
  const content = pile.log.between(fromMs, toMs);
  if (content === '') return { result: commandResult.notExist, remark: 'no log of this time' };
  // The answer to the command is sent first.
  pile.time.after(REPLY_MS, () => {
    report('Uploading');
    void upload(url, content).then((ok) => report(ok ? 'Uploaded' : 'UploadFailed'));
  });
  return { result: commandResult.success, remark: '' };
};

const upload = async (url: string, content: string): Promise<boolean> => {
  try {
    const headers = { 'content-type': 'text/plain' };
    return (await fetch(url, { method: 'PUT', body: content, headers, signal: AbortSignal.timeout(UPLOAD_MS) })).ok;
  } catch {
    return false;
  }
};
