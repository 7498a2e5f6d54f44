import { createHash, createVerify, X509Certificate } from 'node:crypto';
import { stopReason } from '#engines/protocol/stop-reasons.ts';
import { commandResult } from '#engines/protocol/codes.ts';
import type { CommandResult } from './commands.ts';
import type { Pile } from './pile.ts';

/** An upgrade as the platform requests it. */
export interface UpgradeRequest {
  readonly url: string;
  /** SHA-256, hex; absent where the protocol does not carry it. */
  readonly digest?: string;
  /** Base64 and PEM, where the protocol carries them. */
  readonly signature?: {
    readonly value: string;
    readonly certificate: string;
    readonly report: (status: 'SignatureVerified' | 'InvalidSignature') => void;
  };
  /** Called with each state, by the names of OCPP. */
  readonly report: (status: UpgradeStatus) => void;
}

export type UpgradeStatus = 'Downloading' | 'Downloaded' | 'DownloadFailed' | 'Installing' | 'Installed' | 'InstallationFailed';

/** What goes wrong with the next upgrade of a pile. `oldVersion`: the pile restarts without the new version. */
export type UpgradeFault = 'download' | 'install' | 'oldVersion';

/** The content of a firmware for virtual piles: this line, and anything after it. */
const FIRMWARE_HEAD = /^SIMFW ([\x21-\x7e]{1,32})\n/;
const HEAD_BYTES = 64;
export const firmwareFile = (version: string, sizeBytes: number): Uint8Array => {
  const file = Buffer.alloc(sizeBytes, 0xa5);
  file.write(`SIMFW ${version}\n`);
  return file;
};

/** Fetches and installs a firmware, and restarts. The pile starts no charge meanwhile. */
export const upgrade = (pile: Pile, request: UpgradeRequest): CommandResult => {
  if (pile.upgrading) return { result: commandResult.exists, remark: 'upgrading' };
  if (pile.guns.some((gun) => gun.session)) return { result: commandResult.failure, remark: 'charging' };
  pile.upgrading = true;
  pile.connection.pileChanged();
  void install(pile, request).finally(() => {
    pile.upgrading = false;
    pile.connection.pileChanged();
  });
  return { result: commandResult.success, remark: '' };
};

const install = async (pile: Pile, { url, digest, signature, report }: UpgradeRequest): Promise<void> => {
  // The answer to the command is sent first.
  await pause(pile, REPLY_MS);
  report('Downloading');
  const file = pile.upgradeFault === 'download' ? undefined : await fetchFile(pile, url);
  if (!file || (digest !== undefined && createHash('sha256').update(file).digest('hex') !== digest.toLowerCase())) return report('DownloadFailed');
  report('Downloaded');
  if (signature) {
    if (!isSignedBy(file, signature)) return signature.report('InvalidSignature');
    signature.report('SignatureVerified');
  }
  report('Installing');
  await pause(pile, INSTALL_MS);
  // A pile that was switched off meanwhile keeps its old version.
  if (!pile.powered) return;
  const version = FIRMWARE_HEAD.exec(file.subarray(0, HEAD_BYTES).toString('latin1'))?.[1];
  if (version === undefined || pile.upgradeFault === 'install') return report('InstallationFailed');
  report('Installed');
  await pause(pile, REPLY_MS);
  if (!pile.powered) return;
  if (pile.upgradeFault !== 'oldVersion') {
    pile.memory.mainSw = version;
    pile.saveMemory();
  }
  pile.upgrading = false;
  pile.cutPower(REBOOT_MS, stopReason.restarted);
};

const pause = (pile: Pile, ms: number): Promise<void> => new Promise((resolve) => void pile.time.after(ms, resolve));

/** The file; undefined when the server refuses it, sends only a part of it again and again, or stays away. */
const fetchFile = async (pile: Pile, url: string): Promise<Buffer | undefined> => {
  let parts = 0;
  for (let tries = 0; tries < FETCH_TRIES && parts < PARTS_MAX; tries += 1) {
    const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS) }).catch(() => undefined);
    if (response && !response.ok) return undefined;
    const content = await response?.arrayBuffer().catch(() => undefined);
    if (content) return Buffer.from(content);
    // A server that does not answer may be starting again.
    if (response) parts += 1;
    else await pause(pile, FETCH_PAUSE_MS);
  }
  return undefined;
};

const isSignedBy = (file: Uint8Array, { value, certificate }: NonNullable<UpgradeRequest['signature']>): boolean => {
  try {
    return createVerify('sha256').update(file).verify(new X509Certificate(certificate).publicKey, value, 'base64');
  } catch {
    return false;
  }
};

const REPLY_MS = 300;
const INSTALL_MS = 15_000;
const REBOOT_MS = 8_000;
const FETCH_MS = 60_000;
const FETCH_TRIES = 30;
const PARTS_MAX = 3;
const FETCH_PAUSE_MS = 10_000;
