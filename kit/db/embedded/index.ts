/** An embedded PostgreSQL server: the public interface of this folder. README.md describes its guarantees. */
export { machinePrograms, runningEmbedded, startEmbedded } from './server.ts';
export type { Embedded, EmbeddedOptions, RunningEmbedded } from './server.ts';
export { DataDirInUse } from './owner.ts';
