/** A PostgreSQL of one's own beside a program: all that others use of this folder. README.md says what it promises. */
export { machinePrograms, runningEmbedded, startEmbedded } from './server.ts';
export type { Embedded, EmbeddedOptions, RunningEmbedded } from './server.ts';
export { DataDirInUse } from './owner.ts';
